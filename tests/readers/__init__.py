"""The readers that others have written for what is exported."""
