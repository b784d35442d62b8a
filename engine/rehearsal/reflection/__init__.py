"""Reflection: conclusions from several memories, and from several conclusions."""
