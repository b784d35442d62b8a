"""Character cards (V1, V2, V3; as JSON or in a PNG): read for a town, and written from a persona."""
