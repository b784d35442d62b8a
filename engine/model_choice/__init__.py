"""The choice of a run's model, and its connection to the journal and purse of the workspace."""
