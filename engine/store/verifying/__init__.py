"""Verifying: whether the log of a run, and what it was begun with, are as they were written."""
