"""The turning points of a day, with one file for each sort."""
