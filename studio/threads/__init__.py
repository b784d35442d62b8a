"""Threads: the outcomes of all intentions and events of a town."""
