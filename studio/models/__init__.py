"""Models: who thinks for a town, the calls, and their cost."""
