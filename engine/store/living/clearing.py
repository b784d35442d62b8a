"""Clearing: removes all rows of one run from the file, a little at a time, so that other writers wait only
for moments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from sqlite3 import Connection

from engine.records import Memory
from engine.store.file.connection import Store
from engine.store.log.entries import TABLES, table_of
from engine.store.searching.search import forget_memories
from engine.store.texts import sweep_texts

_AT_ONCE = 2_000  # rows that are removed together: the lock is held for some milliseconds
_LOG = dict.fromkeys(("stamp", *(table.name for table in TABLES.values())), "id")
# What stands beside the log. What was spent is not among it: it counts against the caps of the workspace.
_BESIDE = {
    "recorded": "key", "recorded_vector": "rowid", "embedded": "since", "pin": "number", "chat": "number",
    "asked": "number", "reserved": "number", "sought": "hash", "command": "number", "job": "run",
    "day_end": "run", "arrangement": "number", "written_paper": "day",
}  # fmt: skip
_KEYS = _LOG | _BESIDE
Removing = Callable[[int, int], None]


def untold(removed: int, all_: int) -> None:
    """Ignore the progress of clearing."""


def clear_run(store: Store, number: int, told: Removing = untold) -> None:
    """Remove a run and all rows that belong to it alone. `told` is called with the rows removed and the
    total.
    """
    ((all_,),) = store.select("SELECT 2 * count(*) FROM stamp WHERE run = ?", (number,))
    removed = 0
    with _unguarded(store.db):
        for table, key in _KEYS.items():
            left = 1
            while left:
                with store.write() as db:
                    left = _remove(db, table, key, number)
                removed += left
                told(min(removed, all_), all_)
        sweep_texts(store)
        with store.write(durable=True) as db:
            db.execute("UPDATE batch SET run = NULL WHERE run = ?", (number,))
            db.execute("DELETE FROM run WHERE number = ?", (number,))
            forget_nameless(db)


def forget_nameless(db: Connection) -> None:
    """Remove the scenario without a name, and its versions, if no run uses them any more."""
    db.execute(
        """DELETE FROM scenario_version WHERE number NOT IN (SELECT scenario_version FROM run)
           AND scenario = (SELECT number FROM scenario WHERE name = '')"""
    )
    db.execute(
        "DELETE FROM scenario WHERE name = '' AND number NOT IN (SELECT scenario FROM scenario_version)"
    )


@contextmanager
def _unguarded(db: Connection) -> Iterator[None]:
    """Turn off SQLite's foreign key checks for a while, so that removing texts need not search tables without
    an index for each of them.
    """
    db.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        db.execute("PRAGMA foreign_keys = ON")


def _remove(db: Connection, table: str, key: str, run: int) -> int:
    """Remove the next rows of a run from a table, and return how many there were."""
    if table == table_of(Memory).name:
        return forget_memories(db, run, _AT_ONCE)
    if table == "chat":  # nothing is removed behind it while keys are not looked after
        db.execute("DELETE FROM chat_message WHERE chat IN (SELECT number FROM chat WHERE run = ?)", (run,))
    if table == "arrangement":
        db.execute(
            "DELETE FROM rule_turn WHERE arrangement IN (SELECT number FROM arrangement WHERE run = ?)",
            (run,),
        )
    return db.execute(
        f"""DELETE FROM {table} WHERE run = ?
            AND {key} IN (SELECT {key} FROM {table} WHERE run = ? ORDER BY {key} LIMIT ?)""",
        (run, run, _AT_ONCE),
    ).rowcount
