"""The faculties of the rehearsal model, one per file. Each answers one kind of prompt."""
