"""How conclusions come about, and what they stand on."""
