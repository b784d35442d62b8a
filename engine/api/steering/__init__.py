"""What comes into a run from outside it while it rests."""
