"""A replay: the days of a run on the map of their town, as one page that plays without a network."""
