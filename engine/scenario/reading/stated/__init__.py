"""What an author states as data: intentions, their moments and people."""
