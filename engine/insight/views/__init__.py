"""Views of a run that are found out rather than logged, beside those of its log."""
