"""The sidebar of every page: its subject, its language, and its behaviour in a narrow window."""
