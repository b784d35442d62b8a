"""A town as the map shows it: where agents are at a moment, and how they move through a day."""
