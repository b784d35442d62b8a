"""Visiting: a person at the keyboard talks with whoever is there."""
