"""Sifts: named patterns over the log of a run, and what each finds."""
