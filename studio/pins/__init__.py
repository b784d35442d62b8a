"""Pins: the rows picked from a run."""
