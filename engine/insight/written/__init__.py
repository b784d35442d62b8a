"""Written: the paper of a day as a model writes it, each sentence held against the rows that it cites."""
