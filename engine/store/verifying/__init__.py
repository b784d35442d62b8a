"""Verifying: whether the log of a run, and the values it began with, are unchanged."""
