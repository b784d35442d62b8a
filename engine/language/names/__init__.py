"""Names: how people are called by them, and which of several is meant."""
