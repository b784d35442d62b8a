"""The world: the tree of places, the rooms at a moment, and the agents who live there."""
