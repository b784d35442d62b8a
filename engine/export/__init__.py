"""Ways out: a run as lines, as a cassette, as a table."""
