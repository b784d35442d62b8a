"""One field, opened by Ctrl+K on any page, that finds whatever there is and goes there; the list of keys."""
