"""Models: who thinks for a town, what was asked, and what it took."""
