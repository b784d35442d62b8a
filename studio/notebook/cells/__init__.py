"""A cell on the page: its form, its menu, and what it found."""
