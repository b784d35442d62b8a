"""Feeling: an agent's wellbeing, what changes it, and what follows from it."""
