"""Copying: a file that holds one run says of it what the file it comes from says."""

from __future__ import annotations

from engine.store.file.connection import Store
from engine.store.living.runs import RunRow


def as_elsewhere(store: Store, number: int, row: RunRow) -> None:
    """Give the only run of a file that nobody has seen yet the id it has elsewhere, by which links name it,
    and the time it was made there. The same run then gives the same file, whenever that is made.
    """
    with store.write(durable=True) as db:
        db.execute("UPDATE run SET id = ?, created = ? WHERE number = ?", (row.id, row.created, number))
        db.execute("UPDATE scenario_version SET created = ?", (row.created,))
        db.execute("UPDATE _sqlite_migrations SET applied_at = ?", (row.created,))
