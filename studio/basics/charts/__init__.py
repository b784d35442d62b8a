"""Charts: the common parts of all pictures: colours, scale, clicks."""
