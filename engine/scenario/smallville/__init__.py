"""Saves of the original Smallville: read as a scenario, with the days lived in them."""
