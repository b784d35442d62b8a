"""The story of a day: the paper that tells it, and the timeline of whereabouts."""
