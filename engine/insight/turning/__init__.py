"""What turned in a day: one file for each sort of turning point."""
