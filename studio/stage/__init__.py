"""The stage: a town as it lives, on its map and in its feed."""
