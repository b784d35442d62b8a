"""Finds the parts of a new backup that equal the verified one before it and need no verification.

Comparing two rows takes a twelfth of the time of verifying them, so a backup after many days costs little
more than one after the first.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from sqlite3 import Connection

from engine.row_ids import minute_of, width_of
from engine.store.log.entries import TABLES

_FOREVER = 2**53
_OF_RUNS = ("stamp", *(table.name for table in TABLES.values()))
# What stands beside the log and is verified with it: its key, and what must not change.
_BESIDE: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "text": (("hash",), ("body",)),
    "journal": (("key",), ("answer", "seal")),
    "recorded": (("run", "key"), ("answer", "seal")),
}


def unchanged_before(part: Path, before: Path) -> Mapping[int, int | None]:
    """Return for each run of a new backup the id below which all its rows equal those of the backup before,
    or None if the whole run is equal. Runs that are missing from the result have to be verified in full; it
    is empty if the two files cannot be compared.
    """
    try:
        with closing(sqlite3.connect(f"{part.resolve().as_uri()}?mode=ro", uri=True)) as db:
            db.execute("ATTACH ? AS was", (f"{before.resolve().as_uri()}?mode=ro",))
            if not _have_the_same_columns(db) or not _is_same_beside(db):
                return {}
            runs = db.execute("SELECT number FROM run JOIN was.run USING (number) ORDER BY number").fetchall()
            lows = {run: _first_new(db, run) for (run,) in runs}
            return {
                run: None if low is None and _was_begun_so(db, run) else _FOREVER if low is None else low
                for run, low in lows.items()
                if _is_same_below(db, run, _FOREVER if low is None else low)
            }
    except sqlite3.Error:  # what is wrong with one of the two is found where they are verified
        return {}


def _have_the_same_columns(db: Connection) -> bool:
    schema = "SELECT name, sql FROM {}.sqlite_master WHERE name IN ({}) ORDER BY name"
    names = ", ".join(f"'{name}'" for name in ("run", *_OF_RUNS, *_BESIDE))
    here, there = (db.execute(schema.format(where, names)).fetchall() for where in ("main", "was"))
    return here == there


def _is_same_beside(db: Connection) -> bool:
    """Return whether every text and answer of the backup before is still there, unchanged."""
    for table, (key, kept) in _BESIDE.items():
        same = " AND ".join(f"new.{column} IS old.{column}" for column in (*key, *kept))
        there = f"SELECT 1 FROM main.{table} new WHERE {same}"
        gone = f"SELECT 1 FROM was.{table} old WHERE NOT EXISTS ({there}) LIMIT 1"
        if db.execute(gone).fetchone() is not None:
            return False
    return True


def _first_new(db: Connection, run: int) -> int | None:
    """Return the first id in the minute of the first turn missing from the backup before, or None if none
    is.
    """
    ((first, last),) = db.execute(
        """
        SELECT (SELECT min(id) FROM main.turn new WHERE run = :run AND NOT EXISTS (
                    SELECT 1 FROM was.turn old WHERE old.run = :run AND old.id = new.id)),
               (SELECT max(id) FROM main.turn WHERE run = :run)
        """,
        {"run": run},
    )
    return None if first is None else width_of(last).starts(minute_of(first))


def _is_same_below(db: Connection, run: int, low: int) -> bool:
    """Return whether the rows of a run below an id equal those of the backup before, with none added or
    lost.
    """
    for table in _OF_RUNS:
        columns = [column for _, column, *_ in db.execute(f"PRAGMA main.table_info({table})")]
        same = " AND ".join(f'new."{column}" IS old."{column}"' for column in columns)
        ((here, there, alike),) = db.execute(
            f"""
            SELECT (SELECT count(*) FROM main.{table} WHERE run = :run AND id < :low),
                   (SELECT count(*) FROM was.{table} WHERE run = :run AND id < :low),
                   (SELECT count(*) FROM main.{table} new JOIN was.{table} old ON {same}
                        WHERE new.run = :run AND new.id < :low AND old.run = :run)
            """,
            {"run": run, "low": low},
        )
        if not here == there == alike:
            return False
    return True


def _was_begun_so(db: Connection, run: int) -> bool:
    """Return whether a run's initial values and number of turns equal those of the backup before."""
    columns = "begun, scenario_version, seed, settings, model, parent, fork_minute, turns"
    here, there = (
        db.execute(f"SELECT {columns} FROM {where}.run WHERE number = ?", (run,)).fetchone()
        for where in ("main", "was")
    )
    return bool(here == there)
