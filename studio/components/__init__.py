"""What the pages of the studio share."""
