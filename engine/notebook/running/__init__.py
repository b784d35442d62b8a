"""Running a notebook: the chain of its checkpoints, how each cell stands, and what it finds.

- session: `Session`: how every cell stands, and what runs them
- chain: the keys of checkpoints and of what was found, made of all that they stand on
- checks: what a notebook asks for, tried on its town before anything is lived or written
- town: the town of a notebook, of the workspace or beside the file
- paying, lived_before: what it may take of a served model, and which days are recorded already
- predicting: what a reader predicted, and when it is shown
- making: what a cell does to a copy of the checkpoint before it
- cells/: what each kind of cell finds, at the place where it stands
"""
