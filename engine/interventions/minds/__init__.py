"""What an author does to a mind: what it hears, remembers, plans, and how it stands to others."""
