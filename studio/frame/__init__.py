"""The frame of every page: its bar, the side, dialogs, and what is said when there is nothing to show."""
