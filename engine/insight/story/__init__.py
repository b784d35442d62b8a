"""The story of a day: what turned, who it was that it happened to, and the paper that tells it."""
