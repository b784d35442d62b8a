"""The public doors: workspaces, runs, moments."""
