"""Incoming: a run from elsewhere is prepared apart, copied in step by step, and shown when it is complete.

Other writers wait only for moments. Until it is shown, the run belongs to a scenario without a name, which no
list includes. If a process is killed on the way, the next one that opens the workspace clears up. A lock,
which the system frees, tells whether a process is still working on it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from filelock import FileLock, Timeout

from engine.records import Call, Memory
from engine.store.file.connection import Store
from engine.store.living.clearing import clear_run, forget_nameless
from engine.store.living.runs import RunRow, free_id, free_number, seal_run
from engine.store.log.entries import TABLES, table_of
from engine.store.searching.search import index_memories

_AT_ONCE = 500  # rows that are written together: the lock is held for some milliseconds
_COMING = "incoming/"  # how its id begins; no run that is shown has a slash in it
_LOG = {"stamp": ("id", "turn", "kind"), **{table.name: table.columns for table in TABLES.values()}}
_CALL = table_of(Call)
_CAME = {"recorded": ("key", "answer", "seal"), "recorded_vector": ("model", "hash", "body")}
_COLUMNS = {**_LOG, **_CAME, "embedded": ("since", "model")}
_KEY = {**dict.fromkeys(_LOG, "id"), "recorded": "key", "recorded_vector": "rowid", "embedded": "since"}
_TEXTS = {"call": [_CALL.columns.index(name) for name in ("prompt", "answer")], "recorded": [1]}


@dataclass(frozen=True, slots=True)
class Place:
    """A place to prepare one incoming run: a folder, and the temporary id of the run."""

    folder: Path
    run_id: str


@contextmanager
def place_apart(store: Store) -> Iterator[Place]:
    """Reserve a place that no other process uses, for a run that comes in or goes. Whatever is left in it
    afterwards is cleared away.
    """
    for number in count(1):
        place, lock = _place(store, number)
        try:
            lock.acquire(timeout=0)
            break
        except Timeout:
            continue
    try:
        _clear(store, place)
        place.folder.mkdir(parents=True)
        yield place
    finally:
        _clear(store, place)
        lock.release()


def clear_remains(store: Store) -> None:
    """Clear away what killed processes left while bringing in a run."""
    rows = store.select("SELECT id FROM run WHERE id LIKE ?", (f"{_COMING}%",))
    names = {run_id.rpartition("/")[2] for (run_id,) in rows}
    names |= {folder.name for folder in _folder(store).glob("[0-9]*")}
    for name in sorted(names):
        place, lock = _place(store, int(name))
        try:
            with lock.acquire(timeout=0):
                _clear(store, place)
        except Timeout:
            continue  # somebody is at it


def bring_in(store: Store, apart: Store, run: int, place: Place) -> int:
    """Copy a run of another file into this one, a little at a time, hidden from everybody; return its number
    here.
    """
    number = _reserve(store, place)
    for table, columns in _COLUMNS.items():
        names = ", ".join(f'"{column}"' for column in columns)
        marks = ", ".join("?" * (len(columns) + 1))
        found = apart.db.execute(f"SELECT {names} FROM {table} WHERE run = ? ORDER BY {_KEY[table]}", (run,))
        while rows := found.fetchmany(_AT_ONCE):
            texts = _texts(apart, table, rows)
            with store.write() as db:
                db.executemany("INSERT OR IGNORE INTO text VALUES (?, ?, ?)", texts)
                db.executemany(
                    f"INSERT INTO {table} (run, {names}) VALUES ({marks})", [(number, *row) for row in rows]
                )
                if table == table_of(Memory).name:
                    index_memories(db)
    return number


def show(store: Store, number: int, row: RunRow, version: int) -> None:
    """Show a run that was brought in, with the values it has in the other file, under a scenario version of
    this one.
    """
    with store.write(durable=True) as db:
        values = {
            "id": free_id(db, row.name),
            "name": row.name,
            "scenario_version": version,
            "seed": row.seed,
            "settings": json.dumps(dict(row.settings), ensure_ascii=False, sort_keys=True),
            "model": row.model,
            "until": row.until,
            "created": store.stamp_now(),
        }
        change = ", ".join(f"{name} = ?" for name in values)
        db.execute(
            f"""UPDATE run SET {change}, turns = (SELECT count(*) FROM turn WHERE run = number)
                WHERE number = ?""",
            [*values.values(), number],
        )
        seal_run(db, number)
        forget_nameless(db)


def put_away(db: Connection, number: int, place: Place) -> None:
    """Hide a run so that it can be cleared away; inside the caller's transaction."""
    version = _nameless(db)
    db.execute(
        "UPDATE run SET id = ?, scenario_version = ? WHERE number = ?", (place.run_id, version, number)
    )


def _folder(store: Store) -> Path:
    return store.path.parent / "incoming"


def _place(store: Store, number: int) -> tuple[Place, FileLock]:
    locks = store.locks / "incoming"
    locks.mkdir(parents=True, exist_ok=True)
    place = Place(_folder(store) / str(number), f"{_COMING}{number}")
    return place, FileLock(locks / f"{number}.lock")


def _reserve(store: Store, place: Place) -> int:
    with store.write() as db:
        number = free_number(db)
        db.execute(
            """INSERT INTO run (number, id, name, scenario_version, seed, settings, model, created)
               VALUES (?, ?, '', ?, 0, '{}', '', '')""",
            (number, place.run_id, _nameless(db)),
        )
    return number


def _nameless(db: Connection) -> int:
    """Return the version of the scenario without a name, creating it if needed."""
    db.execute("INSERT OR IGNORE INTO scenario (name, hidden) VALUES ('', 1)")
    db.execute(
        """INSERT OR IGNORE INTO scenario_version (scenario, version, note, created)
           SELECT number, 0, '', '' FROM scenario WHERE name = ''"""
    )
    ((number,),) = db.execute(
        """SELECT v.number FROM scenario_version v JOIN scenario s ON s.number = v.scenario
           WHERE s.name = '' AND v.version = 0"""
    ).fetchall()
    return int(number)


def _texts(apart: Store, table: str, rows: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    names = sorted({row[index] for row in rows for index in _TEXTS.get(table, ())})
    if not names:
        return []
    return apart.select(
        "SELECT hash, size, body FROM text WHERE hash IN (SELECT value FROM json_each(?))",
        (json.dumps(names),),
    )


# ---------------------------------------------------------------- clearing away


def _clear(store: Store, place: Place) -> None:
    for (number,) in store.select("SELECT number FROM run WHERE id = ?", (place.run_id,)):
        clear_run(store, number)
    if place.folder.exists():
        shutil.rmtree(place.folder)
    with_others = _folder(store)
    if with_others.is_dir() and not any(with_others.iterdir()):
        with_others.rmdir()
