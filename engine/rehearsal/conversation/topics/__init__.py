"""The topics that people talk about, one per file."""
