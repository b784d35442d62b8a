"""The client of a server: one request, its refusals, its limits, and when it is sent again."""
