"""For tables: every line that was said, in a row."""
