"""Threads: what became of everything that anybody of a run means to do, and of what nobody understood."""
