"""The public Python API: workspaces and runs."""
