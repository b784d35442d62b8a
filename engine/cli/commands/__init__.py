"""The commands, a file for what belongs together."""
