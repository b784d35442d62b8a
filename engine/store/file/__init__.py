"""The workspace file itself: opening, checks, migrations, locks, backups."""
