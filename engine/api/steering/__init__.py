"""Changes brought into a run from outside while it rests."""
