"""People proposed by a served model: the cost, the model's draft, and the parts taken of it."""
