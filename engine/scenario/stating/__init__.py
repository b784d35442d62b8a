"""Intentions and events in fields: written as YAML, read, and made from understood sentences."""
