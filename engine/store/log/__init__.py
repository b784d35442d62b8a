"""The log of runs: appended a turn at a time, never changed, read over a run's lineage."""
