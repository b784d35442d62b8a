"""Saves of the original Smallville: a run in their layout, and their days as a run."""
