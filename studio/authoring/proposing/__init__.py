"""People proposed for a town, to be looked over and taken: several over chosen axes, one from a sentence."""
