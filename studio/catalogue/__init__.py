"""The words of the studio in the languages that it is read in."""
