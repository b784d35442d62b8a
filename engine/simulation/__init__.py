"""A run as it is lived: turns that are safe at once, days made of them, and its state built from its log."""
