"""Moments of a run: what people mean when they name one, and everything that can be read of it."""
