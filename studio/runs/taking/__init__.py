"""Downloading a run: the names of the forms, and the report of an export."""
