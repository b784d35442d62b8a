"""Talking to the people of a town: off the record, or in person."""
