"""The state of each mind after each day, kept beside the log. It can always be rebuilt from the log."""
