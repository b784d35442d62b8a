"""Whispers: what one would change before it is planted, and what came of it."""
