"""How an agent carries out its intentions: a class for each kind, and functions for all of them at once."""
