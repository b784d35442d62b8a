"""Standing: how people stand to each other over the days, and which circles they form."""
