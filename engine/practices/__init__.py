"""Practices: what agents do together or alone. Each has a file with its roles, acts, norms and words."""
