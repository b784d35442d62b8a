"""Threads: what became of every intention and event of a run, and of sentences that were not understood."""
