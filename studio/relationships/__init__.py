"""How the people of a town stand to each other."""
