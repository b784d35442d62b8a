"""Ways of saying when: what a text says of days and clocks, read by the rules of its language."""
