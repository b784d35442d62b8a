"""Live runs: one process holds a run, its model and its job, and reacts to requests to pause."""
