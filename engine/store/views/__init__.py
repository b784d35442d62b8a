"""Views of a run up to a moment, which anybody may ask with SQL of their own."""
