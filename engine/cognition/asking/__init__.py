"""Asking somebody off the record: a mind is read and never written to."""
