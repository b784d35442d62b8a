"""Commands that write people into a town."""
