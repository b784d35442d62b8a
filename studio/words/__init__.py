"""Words: the technical terms of the field and the studio, explained where they appear."""
