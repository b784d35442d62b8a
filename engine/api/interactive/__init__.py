"""Tools for interactive use: the progress of a day, and pictures."""
