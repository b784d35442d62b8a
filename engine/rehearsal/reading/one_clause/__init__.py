"""One clause of a text: what it asks by itself, what becomes of that, and what it adds to the one before."""
