"""Relations of people over the days, and the circles they form."""
