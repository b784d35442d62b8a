"""A person's first day, before it is lived."""
