"""Reads a scenario: YAML in, the checked parts or all problems out."""
