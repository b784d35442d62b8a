"""What is understood of every memory, intention and fact of a town, in one list."""
