"""Intentions in fields: how they are written, read for a town, and made from what was understood of prose."""
