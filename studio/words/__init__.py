"""Words: what the field and the studio call things, explained where they stand."""
