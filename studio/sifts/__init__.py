"""Sifts: named patterns over the log of a run, and their findings."""
