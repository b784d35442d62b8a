"""Pins: what was picked out of a run."""
