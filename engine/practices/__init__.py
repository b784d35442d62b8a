"""What people do together, and by themselves: a file for each, with its roles, acts, norms and words."""
