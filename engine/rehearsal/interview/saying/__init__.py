"""Saying: what is said to whom who asks, and how sure of it the agent may be."""
