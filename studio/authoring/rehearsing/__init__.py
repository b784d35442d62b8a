"""What somebody's first day would be, before it is lived."""
