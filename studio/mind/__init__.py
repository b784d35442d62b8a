"""A mind: memories, plans, conclusions, and what comes to it."""
