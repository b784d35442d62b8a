"""Answers about a run that only read."""
