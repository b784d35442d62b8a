"""Incoming: a run that comes from elsewhere is made apart, brought in bit by bit, and shown when it is whole.

Whoever lives beside it waits for moments only. Until it is shown it belongs to a scenario without a name,
which no list has. What a process leaves that is killed on the way is cleared away by the next that opens the
workspace: a lock, which the system frees, says whether somebody is still at it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from filelock import FileLock, Timeout

from engine.records import Call, Memory
from engine.store.file.connection import Store
from engine.store.living.runs import RunRow, free_id, seal_run
from engine.store.log.entries import TABLES, table_of
from engine.store.log.search import forget_memories, index_memories

_AT_ONCE = 500  # rows that are written, or removed, together: the lock is held for some milliseconds
_COMING = "incoming/"  # how its id begins; no run that is shown has a slash in it
_NAMES_OF_TEXTS = (
    ("scenario_file", "hash"), ("call", "prompt"), ("call", "answer"), ("recorded", "answer"),
    ("journal", "answer"), ("asked", "said"),
)  # fmt: skip
_LOG = {"stamp": ("id", "turn", "kind"), **{table.name: table.columns for table in TABLES.values()}}
_CALL = table_of(Call)
_CAME = {"recorded": ("key", "answer", "seal"), "recorded_vector": ("model", "hash", "body")}
_COLUMNS = {**_LOG, **_CAME, "embedded": ("since", "model")}
_KEY = {**dict.fromkeys(_LOG, "id"), "recorded": "key", "recorded_vector": "rowid", "embedded": "since"}
_TEXTS = {"call": [_CALL.columns.index(name) for name in ("prompt", "answer")], "recorded": [1]}


@dataclass(frozen=True, slots=True)
class Place:
    """Where one run is made that is still to come in: a folder for it, and the id it goes by meanwhile."""

    folder: Path
    run_id: str


@contextmanager
def place_apart(store: Store) -> Iterator[Place]:
    """A place that nobody else uses; whatever is left in it, or of it, is cleared away afterwards."""
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
    """Clear away what processes left that were killed while they brought a run in."""
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
    """Copy all that a run of another file has into this one, a little at a time, where nobody sees it yet;
    its number here.
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
    """Let everybody see a run that has been brought in, as the other file has it, of a scenario version of
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
        _forget_nameless(db)


def _folder(store: Store) -> Path:
    return store.path.parent / "incoming"


def _place(store: Store, number: int) -> tuple[Place, FileLock]:
    locks = store.locks / "incoming"
    locks.mkdir(parents=True, exist_ok=True)
    place = Place(_folder(store) / str(number), f"{_COMING}{number}")
    return place, FileLock(locks / f"{number}.lock")


def _reserve(store: Store, place: Place) -> int:
    with store.write() as db:
        db.execute("INSERT OR IGNORE INTO scenario (name, hidden) VALUES ('', 1)")
        db.execute(
            """INSERT OR IGNORE INTO scenario_version (scenario, version, note, created)
               SELECT number, 0, '', '' FROM scenario WHERE name = ''"""
        )
        cursor = db.execute(
            """INSERT INTO run (id, name, scenario_version, seed, settings, model, created)
               SELECT ?, '', v.number, 0, '{}', '', ''
               FROM scenario_version v JOIN scenario s ON s.number = v.scenario
               WHERE s.name = '' AND v.version = 0""",
            (place.run_id,),
        )
    return cursor.lastrowid or 0


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
        with _unguarded(store.db):
            _clear_run(store, number)
    if place.folder.exists():
        shutil.rmtree(place.folder)
    with_others = _folder(store)
    if with_others.is_dir() and not any(with_others.iterdir()):
        with_others.rmdir()


@contextmanager
def _unguarded(db: Connection) -> Iterator[None]:
    """Remove texts without SQLite looking each of them up in tables that have no index for it."""
    db.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        db.execute("PRAGMA foreign_keys = ON")


def _clear_run(store: Store, number: int) -> None:
    for table in _COLUMNS:
        remove: Callable[[Connection, str, int], int] = _REMOVE.get(table, _remove_rows)
        left = 1
        while left:
            with store.write() as db:
                left = remove(db, table, number)
    with store.write() as db:
        db.execute("DELETE FROM run WHERE number = ?", (number,))
        _forget_nameless(db)


def _remove_rows(db: Connection, table: str, run: int) -> int:
    key = _KEY[table]
    return db.execute(
        f"DELETE FROM {table} WHERE run = ? AND {key} IN (SELECT {key} FROM {table} WHERE run = ? LIMIT ?)",
        (run, run, _AT_ONCE),
    ).rowcount


def _remove_memories(db: Connection, table: str, run: int) -> int:
    return forget_memories(db, run, _AT_ONCE)


def _remove_with_texts(db: Connection, table: str, run: int) -> int:
    columns = [_COLUMNS[table][index] for index in _TEXTS[table]]
    found = db.execute(
        f"SELECT {', '.join(columns)} FROM {table} WHERE run = ? ORDER BY {_KEY[table]} LIMIT ?",
        (run, _AT_ONCE),
    ).fetchall()
    named = json.dumps(sorted({name for row in found for name in row}))
    removed = db.execute(
        f"""DELETE FROM {table} WHERE run = ? AND {_KEY[table]} IN
            (SELECT {_KEY[table]} FROM {table} WHERE run = ? ORDER BY {_KEY[table]} LIMIT ?)""",
        (run, run, _AT_ONCE),
    ).rowcount
    in_use = " UNION ".join(
        f"SELECT {column} FROM {user} WHERE {column} IN (SELECT value FROM json_each(?))"
        for user, column in _NAMES_OF_TEXTS
    )
    db.execute(
        f"DELETE FROM text WHERE hash IN (SELECT value FROM json_each(?)) AND hash NOT IN ({in_use})",
        [named] * (1 + len(_NAMES_OF_TEXTS)),
    )
    return removed


def _forget_nameless(db: Connection) -> None:
    """Remove the scenario without a name when no run is coming in any more."""
    db.execute(
        """DELETE FROM scenario_version WHERE number NOT IN (SELECT scenario_version FROM run)
           AND scenario = (SELECT number FROM scenario WHERE name = '')"""
    )
    db.execute(
        "DELETE FROM scenario WHERE name = '' AND number NOT IN (SELECT scenario FROM scenario_version)"
    )


_REMOVE: dict[str, Callable[[Connection, str, int], int]] = {
    table_of(Memory).name: _remove_memories,
    **dict.fromkeys(_TEXTS, _remove_with_texts),
}
