"""The frame of every page: its bar, the sidebar, dialogs, and messages for empty pages."""
