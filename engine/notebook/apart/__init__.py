"""Apart: what is done for a notebook in a process of its own, within a time, and with little at hand."""
