"""Explanations of why something came about."""
