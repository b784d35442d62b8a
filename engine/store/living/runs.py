"""Runs: made from a scenario version, found by what people call them, forked without copying."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from sqlite3 import Connection
from typing import Any

from rapidfuzz import process

from engine.clock import moment_words
from engine.errors import BadInput, NotFound
from engine.store.file.checks import damaged, readable
from engine.store.file.connection import Store
from engine.store.file.schema import BEGUN
from engine.store.log.moments import town_clock


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """A run as kept: `number` is its key everywhere, `id` its short lasting name, `name` what people see.

    `parent` and `fork_minute` are given for a fork; `until` is the minute it was last asked to live to.
    """

    number: int
    id: str
    name: str
    scenario_version: int
    scenario: str
    seed: int
    settings: Mapping[str, object] = field(default_factory=dict)
    model: str
    parent: int | None = None
    fork_minute: int | None = None
    until: int | None = None
    created: str = ""
    hidden: bool = False


_ID = re.compile(r"(?:[^\W_]+-)+[0-9]+")
_SELECT = """
    SELECT run.number, run.id, run.name, run.scenario_version, scenario.name, run.seed, run.settings,
           run.model, run.parent, run.fork_minute, run.until, run.created, run.hidden
    FROM run JOIN scenario_version ON scenario_version.number = run.scenario_version
         JOIN scenario ON scenario.number = scenario_version.scenario AND scenario.name <> ''
"""  # what is still coming in belongs to a scenario without a name


def create_run(
    store: Store,
    *,
    name: str,
    scenario_version: int,
    seed: int,
    model: str,
    settings: Mapping[str, object] | None = None,
) -> RunRow:
    """Make a run of a scenario version; its log is empty until its first turn."""
    known = store.select("SELECT 1 FROM scenario_version WHERE number = ?", (scenario_version,))
    if not known:
        raise NotFound(f"there is no scenario version number {scenario_version!r}")
    values = {
        "name": _checked_name(name),
        "scenario_version": scenario_version,
        "seed": seed,
        "settings": json.dumps(dict(settings or {}), ensure_ascii=False, sort_keys=True),
        "model": model,
        "parent": None,
        "fork_minute": None,
    }
    return _insert(store, values)


def fork_run(
    store: Store, parent: int, minute: int, *, name: str | None = None, model: str | None = None
) -> RunRow:
    """Make a run that shares its parent's past before a minute, at once: nothing is copied."""
    row = run_row(store, parent)
    now = town_clock(store, parent)
    if not 0 <= minute <= now:
        raise BadInput(
            f"{row.id!r} has lived until {moment_words(now)}: it cannot be forked at {moment_words(minute)}; "
            "choose an earlier moment, or let it live longer first"
        )
    values = {
        "name": _checked_name(row.name if name is None else name),
        "scenario_version": row.scenario_version,
        "seed": row.seed,
        "settings": json.dumps(dict(row.settings), ensure_ascii=False, sort_keys=True),
        "model": row.model if model is None else model,
        "parent": parent,
        "fork_minute": minute,
    }
    return _insert(store, values)


def find_run(store: Store, ref: str | int) -> RunRow:
    """Return the run of an id, a number, a name, or `last` for the newest; NotFound suggests what was
    meant.
    """
    text = str(ref).strip()
    rows = list_runs(store, hidden=True)
    if text == "last" and (shown := [row for row in rows if not row.hidden]):
        return shown[-1]
    for row in rows:
        if text in (row.id, str(row.number)):
            return row
    rows = tuple(row for row in rows if not row.hidden)
    named = [row for row in rows if row.name.casefold() == text.casefold()]
    if len(named) > 1:
        ids = ", ".join(row.id for row in named)
        raise BadInput(f"{text!r} is the name of {len(named)} runs; use the id of one: {ids}")
    if named:
        return named[0]
    raise NotFound(f"there is no run {text!r}{_suggestion(text, rows)}")


def run_row(store: Store, number: int) -> RunRow:
    """Return the run of a number."""
    rows = store.select(f"{_SELECT} WHERE run.number = ?", (number,))
    if not rows:
        raise NotFound(f"there is no run number {number!r}; `townwright runs` lists them")
    return _record(store, rows[0])


def list_runs(store: Store, *, hidden: bool = False) -> tuple[RunRow, ...]:
    """Return all runs in the order they were made; hidden ones only when asked for."""
    where = "" if hidden else "WHERE NOT run.hidden"
    return tuple(_record(store, row) for row in store.select(f"{_SELECT} {where} ORDER BY run.number"))


def rename_run(store: Store, number: int, name: str) -> RunRow:
    """Give a run another name; its id stays."""
    return _change(store, number, "name", _checked_name(name))


def hide_run(store: Store, number: int, *, hidden: bool = True) -> RunRow:
    """Take a run out of the lists, or back into them; its log stays, and its forks live on."""
    return _change(store, number, "hidden", int(hidden))


def set_until(store: Store, number: int, until: int) -> RunRow:
    """Note the minute a run is asked to live to."""
    return _change(store, number, "until", until)


def _change(store: Store, number: int, column: str, value: object) -> RunRow:
    with store.write(durable=True) as db:
        changed = db.execute(f"UPDATE run SET {column} = ? WHERE number = ?", (value, number)).rowcount
    if not changed:
        raise NotFound(f"there is no run number {number!r}; `townwright runs` lists them")
    return run_row(store, number)


def _insert(store: Store, values: Mapping[str, object]) -> RunRow:
    with store.write(durable=True) as db:
        row = {**values, "id": free_id(db, str(values["name"])), "created": store.stamp_now()}
        marks = ", ".join("?" * len(row))
        cursor = db.execute(f"INSERT INTO run ({', '.join(row)}) VALUES ({marks})", list(row.values()))
        seal_run(db, cursor.lastrowid or 0)
    return run_row(store, cursor.lastrowid or 0)


def seal_run(db: Connection, number: int) -> None:
    """Note what a run is begun with; inside the caller's transaction."""
    db.execute(f"UPDATE run SET begun = {BEGUN} WHERE number = ?", (number,))


def free_id(db: Connection, name: str) -> str:
    """Return an id that no run has, made of a name; inside the caller's transaction."""
    stem = re.sub(r"[\W_]+", "-", name.casefold()).strip("-") or "run"
    taken = {row[0] for row in db.execute("SELECT id FROM run")}
    return next(one for n in range(1, len(taken) + 2) if (one := f"{stem}-{n}") not in taken)


def _checked_name(name: str) -> str:
    clean = " ".join(name.split())
    if not 1 <= len(clean) <= 80 or not clean.isprintable():
        raise BadInput(f"{name[:100]!r} cannot be the name of a run; use 1 to 80 printable letters")
    return clean


def _suggestion(text: str, rows: tuple[RunRow, ...]) -> str:
    if not rows:
        return "; there are no runs yet"
    choices = [row.id for row in rows] + [row.name for row in rows]
    near = process.extractOne(text, choices, score_cutoff=60)
    return f"; did you mean {near[0]!r}?" if near else "; `townwright runs` lists them"


def _record(store: Store, row: tuple[Any, ...]) -> RunRow:
    values = dict(zip(RunRow.__slots__, row, strict=True))
    if not _ID.fullmatch(values["id"]):  # locks and logs are called by it
        raise damaged(store.path, f"run {values['number']} has the id {values['id'][:40]!r}, which is none")
    with readable(store.path, f"run {values['number']}"):
        settings = dict(json.loads(values["settings"]))
        return RunRow(**{**values, "settings": settings, "hidden": bool(values["hidden"])})
