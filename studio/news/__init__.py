"""News: the spread of facts among people."""
