"""Finding the way: which places an agent comes to know, and how it looks for one it does not."""
