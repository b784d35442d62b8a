"""Sifts that authors write: a name, a description, and the SQL. They belong to no run."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import NotFound, worded
from engine.store.file.connection import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSift:
    """A stored sift."""

    name: str
    says: str
    sql: str
    changed: str


def saved_sifts(store: Store) -> tuple[SavedSift, ...]:
    """Return the sifts of a workspace, sorted by name."""
    rows = store.select("SELECT name, says, sql, changed FROM sift ORDER BY name")
    return tuple(SavedSift(name=name, says=says, sql=sql, changed=at) for name, says, sql, at in rows)


def save_sift(store: Store, name: str, *, says: str, sql: str, was: str = "") -> None:
    """Store a sift, replacing the one of that name, and the one named `was` if the sift was renamed."""
    with store.write(durable=True) as db:
        if was:
            db.execute("DELETE FROM sift WHERE name = ?", (was,))
        db.execute("INSERT OR REPLACE INTO sift VALUES (?, ?, ?, ?)", (name, says, sql, store.stamp_now()))


def drop_sift(store: Store, name: str) -> None:
    """Delete a sift for good."""
    with store.write(durable=True) as db:
        if not db.execute("DELETE FROM sift WHERE name = ?", (name,)).rowcount:
            raise NotFound(
                worded("you have no pattern {name!r}; `townwright sift` lists all patterns", name=name)
            )
