"""The left side of every page: what it is about, its language, and how it gives way in a narrow window."""
