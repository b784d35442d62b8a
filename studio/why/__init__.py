"""Why something came about."""
