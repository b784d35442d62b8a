"""Intentions in fields: how each kind is called, and the forms in which authors state them."""
