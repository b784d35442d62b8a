"""Finding memories by the words in them."""
