"""Copying: carries over what is recorded of a run into a file that holds that run alone."""

from __future__ import annotations

from engine.store.file.connection import Store
from engine.store.living.runs import RunRow


def as_elsewhere(store: Store, number: int, row: RunRow) -> None:
    """Give the only run of a new file the id it has in its original workspace, which links use, and its time
    of creation. Exporting the same run again then gives the same file.
    """
    with store.write(durable=True) as db:
        db.execute("UPDATE run SET id = ?, created = ? WHERE number = ?", (row.id, row.created, number))
        db.execute("UPDATE scenario_version SET created = ?", (row.created,))
        db.execute("UPDATE _sqlite_migrations SET applied_at = ?", (row.created,))
