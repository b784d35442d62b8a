"""One day of a town: its paper, its timeline, its talks."""
