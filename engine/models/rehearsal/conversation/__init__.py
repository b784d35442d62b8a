"""Conversation as dialogue acts: what a line does, what answers it, what else one could say, and when to go."""
