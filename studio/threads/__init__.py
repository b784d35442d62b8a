"""Threads: what became of everything that was asked for in a town."""
