"""The paper of a day as a model writes it, with each sentence checked against the rows that it cites."""
