"""Terminal output: text, colour, progress."""
