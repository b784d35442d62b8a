"""Generating towns of any size from a seed."""
