"""Views of a run up to a moment, open to a user's own SQL."""
