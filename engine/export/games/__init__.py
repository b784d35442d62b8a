"""Exports for games: the talks, as source files of dialogue tools."""
