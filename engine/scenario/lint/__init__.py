"""Checks of a well-formed scenario for mistakes of meaning."""
