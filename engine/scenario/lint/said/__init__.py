"""Checks of an author's sentences: statements that contradict the fields, and actions that cannot happen."""
