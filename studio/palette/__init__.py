"""The palette: one field, opened by Ctrl+K on any page, that finds things and goes there; and the list of
keys.
"""
