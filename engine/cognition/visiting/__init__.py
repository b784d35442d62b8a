"""Visiting: a person at the keyboard talks with the agents in a room."""
