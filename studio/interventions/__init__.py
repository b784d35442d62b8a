"""The author's hand: what can be done to a town that lives, and what was done."""
