"""The relationships of a town."""
