"""The list of every memory, intention and fact of a town, with the way each is understood."""
