"""What a terminal shows: text, colour, progress."""
