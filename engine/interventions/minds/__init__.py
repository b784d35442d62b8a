"""Interventions in a mind: what it hears, remembers and plans, and its relations to others."""
