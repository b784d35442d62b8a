"""Moments of a run: resolving what people mean by names, and reading everything in the log up to then."""
