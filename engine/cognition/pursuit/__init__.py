"""How an agent goes about what it means to do: a class for each kind of intention, and all of a mind."""
