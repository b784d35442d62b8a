"""Data stated by an author: intentions, and their moments and people."""
