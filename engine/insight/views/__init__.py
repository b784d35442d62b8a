"""Views of a run that are computed rather than logged, beside those of its log."""
