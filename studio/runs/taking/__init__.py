"""Taking a run away: what the forms are called, and what befell a run on its way into them."""
