"""The world in three linked panes: its text, its tree, its map."""
