"""One clause of a text: what it asks by itself, how that is shaped, and what it adds to the clause before."""
