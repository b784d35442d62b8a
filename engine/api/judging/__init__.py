"""Judging: a served model says whether a statement holds of a text, and why."""
