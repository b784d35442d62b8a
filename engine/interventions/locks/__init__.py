"""Locks by an author that keep something as it is: a block of a plan, a line, a relation."""
