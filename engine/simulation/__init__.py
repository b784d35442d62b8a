"""Simulate a run: turns that are safe to run at once, days made of them, and state built from the log."""
