"""Which model answers for a run, and how it is bound to the journal and the purse of the workspace."""
