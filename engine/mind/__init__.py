"""Minds: the memory stream and its scoring, what an agent carries in its head, and the rows of its turns."""
