"""A mind: memories, plans, reflections, and recalls."""
