"""What models answered, and what that took."""
