"""Interventions: what an author can do in a lived town, and the list of what was done."""
