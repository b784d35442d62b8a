"""How reflections come about, and the memories they rest on."""
