"""Read-only answers about a run."""
