"""What an author's sentences say, and what of it cannot come true."""
