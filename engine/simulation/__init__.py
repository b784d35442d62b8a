"""A run lived: turns that are safe at once, days made of them, and the process that does it."""
