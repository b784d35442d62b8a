"""The workspace file itself: opened, checked, migrated, locked, backed up."""
