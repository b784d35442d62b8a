"""Compare two runs side by side, from the first difference to its effects on every agent."""
