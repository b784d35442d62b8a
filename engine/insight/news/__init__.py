"""Follow news: who knows it, since when, from whom and in which words."""
