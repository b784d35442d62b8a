"""Interventions in a town: its objects, events, and the whereabouts of agents."""
