"""Sifts: named patterns over the log, each of which finds material for a story."""
