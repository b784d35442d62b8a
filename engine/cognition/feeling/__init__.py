"""Feeling: how somebody is, what changes it, and when it has its way."""
