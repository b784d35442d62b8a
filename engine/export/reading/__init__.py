"""Exports for reading: a screenplay, a character bible, pages to print."""
