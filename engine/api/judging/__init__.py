"""Judging: a served model says whether something holds of what was found, and why."""
