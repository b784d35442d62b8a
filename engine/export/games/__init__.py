"""For games: what was said, as sources of the tools that dialogue is written in."""
