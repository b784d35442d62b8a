"""One day of a town: its newspaper, its timeline, its talks."""
