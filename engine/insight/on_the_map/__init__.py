"""A town as its map shows it: where everybody is at a moment, and how they move through a day."""
