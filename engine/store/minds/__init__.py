"""What each day left in the minds, kept beside the log: it can always be made from it again."""
