"""A town drawn: its map, its tree, its people."""
