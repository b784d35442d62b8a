"""The texts of the studio in all its languages."""
