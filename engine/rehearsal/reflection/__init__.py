"""Reflection: what memories say when they are taken together, and what conclusions say when they are."""
