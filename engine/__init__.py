"""Townwright's engine: towns of generative agents, lived a day at a time."""

__version__ = "0.1.0"
