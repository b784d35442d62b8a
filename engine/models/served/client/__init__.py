"""The client of a server: one request, its failures, its limits, and its repetition."""
