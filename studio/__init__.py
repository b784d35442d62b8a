"""The studio: Townwright in the browser."""
