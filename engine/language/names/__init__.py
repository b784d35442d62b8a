"""Names: what people are called by them, and which of several somebody meant."""
