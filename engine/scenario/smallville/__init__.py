"""Saves of the original Smallville: read as a scenario, with the days that were lived in them."""
