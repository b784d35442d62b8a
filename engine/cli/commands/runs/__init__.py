"""Commands about runs as such."""
