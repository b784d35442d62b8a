"""Whole parts of the world: their positions, moving them, and the references to them."""
