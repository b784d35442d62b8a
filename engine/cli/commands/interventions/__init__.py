"""What authors do to a town that lives: intervene, and see what was done."""
