"""One thin page a file."""
