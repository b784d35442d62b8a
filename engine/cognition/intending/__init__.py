"""Intending: what one is asked to do becomes what one means to do, and is pursued until it is done."""
