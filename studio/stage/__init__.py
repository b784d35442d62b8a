"""The stage: a town being lived, on its map and in its feed."""
