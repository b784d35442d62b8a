"""Drawings of a town: its map, its tree, its people."""
