"""Commands on runs."""
