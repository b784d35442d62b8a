"""News: who knows a thing, since when, from whom and in which words."""
