"""Talking to a town: interviews and whispers."""
