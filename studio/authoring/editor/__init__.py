"""The editor of one file of a scenario."""
