"""Sifts: named patterns over the log, of which each finds what a story is made of."""
