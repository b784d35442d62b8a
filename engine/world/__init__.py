"""The world: the tree of places, rooms as they stood, and who lives there."""
