"""The public doors: workspaces and runs."""
