"""News: who knows what, and from whom."""
