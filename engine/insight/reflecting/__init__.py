"""Reflecting: how importance adds up to a reflection, its course, and the evidence for its insights."""
