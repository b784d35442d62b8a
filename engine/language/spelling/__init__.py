"""Spelling: texts written as people speak, or in haste, put into the spelling that the readers know."""
