"""Cells that look at the town: what each kind finds at its checkpoint. None of them changes anything."""
