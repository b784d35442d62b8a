"""The list of every memory, intention and fact of a town, with what is understood of each."""
