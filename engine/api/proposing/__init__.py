"""People proposed by a served model: what it would cost, what it said, and what of that is taken."""
