"""Comparing: two runs side by side, from where they part to what became of everybody."""
