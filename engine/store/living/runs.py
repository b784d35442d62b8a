"""Runs: created from a scenario version, found by id, number or name, forked without copying."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from sqlite3 import Connection
from typing import Any

from rapidfuzz import process

from engine.clock import worded_moment
from engine.errors import BadInput, NotFound, worded
from engine.language.names.suggesting import shown
from engine.store.file.checks import damaged, readable
from engine.store.file.connection import Store
from engine.store.file.schema import BEGUN
from engine.store.log.moments import town_clock


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """A stored run. `number` is its internal key, `id` its short lasting name, `name` the name people see.

    `parent` and `fork_minute` are set for a fork; `until` is the minute it was last asked to live to;
    `deleted` is the wall time at which it was deleted ("" if it was not).
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
    deleted: str = ""


_ID = re.compile(r"(?:[^\W_]+-)+[0-9]+")
_SELECT = """
    SELECT run.number, run.id, run.name, run.scenario_version, scenario.name, run.seed, run.settings,
           run.model, run.parent, run.fork_minute, run.until, run.created, run.hidden,
           run.deleted
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
    """Create a run of a scenario version; its log is empty until its first turn."""
    known = store.select("SELECT 1 FROM scenario_version WHERE number = ?", (scenario_version,))
    if not known:
        raise NotFound(
            worded(
                "there is no scenario version number {scenario_version!r}; `versions` lists all versions",
                scenario_version=scenario_version,
            )
        )
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
    store: Store,
    parent: int,
    minute: int,
    *,
    name: str | None = None,
    model: str | None = None,
    scenario_version: int | None = None,
    seed: int | None = None,
    settings: Mapping[str, object] | None = None,
) -> RunRow:
    """Create a run that shares its parent's past before a minute, without copying. Values that are not given
    are the parent's. Raises BadInput if the parent has not lived until that minute.
    """
    row = refuse_deleted(run_row(store, parent))
    now = town_clock(store, parent)
    if not 0 <= minute <= now:
        raise BadInput(
            worded(
                "{id!r} has only run until {now} and cannot be forked at {minute}; choose an earlier "
                "moment, or continue the run first",
                id=row.id,
                now=worded_moment(now),
                minute=worded_moment(minute),
            )
        )
    values = {
        "name": _checked_name(row.name if name is None else name),
        "scenario_version": row.scenario_version if scenario_version is None else scenario_version,
        "seed": row.seed if seed is None else seed,
        "settings": json.dumps(
            dict(row.settings if settings is None else settings), ensure_ascii=False, sort_keys=True
        ),
        "model": row.model if model is None else model,
        "parent": parent,
        "fork_minute": minute,
    }
    return _insert(store, values)


def find_run(store: Store, ref: str | int) -> RunRow:
    """Return the run with this id, number or name, or the newest for `last`. Raises NotFound, with a
    suggestion, or BadInput if several runs have the name.
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
        raise BadInput(
            worded(
                "{text!r} is the name of {named} runs; use one of these ids: {ids}",
                text=text,
                named=len(named),
                ids=ids,
            )
        )
    if named:
        return named[0]
    if gone := next((row for row in deleted_runs(store) if text in (row.id, str(row.number))), None):
        refuse_deleted(gone)
    raise NotFound(worded("there is no run {text!r}; {remedy}", text=text, remedy=_suggestion(text, rows)))


def find_deleted(store: Store, ref: str | int) -> RunRow:
    """Return the deleted run with this id, number or name, or the one deleted last for `last`."""
    text, rows = str(ref).strip(), deleted_runs(store)
    named = [row for row in rows if text in (row.id, str(row.number))]
    named = named or [row for row in rows if row.name.casefold() == text.casefold()]
    if len(named) > 1:
        ids = ", ".join(row.id for row in named)
        raise BadInput(
            worded(
                "{text!r} is the name of {named} deleted runs; use one of these ids: {ids}",
                text=text,
                named=len(named),
                ids=ids,
            )
        )
    if found := (rows[:1] if text == "last" else named):
        return found[0]
    raise NotFound(
        worded(
            "there is no deleted run {text!r}; `townwright runs --deleted` lists the deleted runs", text=text
        )
    )


def run_row(store: Store, number: int) -> RunRow:
    """Return the run with this number."""
    rows = store.select(f"{_SELECT} WHERE run.number = ?", (number,))
    if not rows:
        raise NotFound(
            worded("there is no run number {number!r}; `townwright runs` lists all runs", number=number)
        )
    return _record(store, rows[0])


def list_runs(store: Store, *, hidden: bool = False) -> tuple[RunRow, ...]:
    """Return all runs in the order they were made; hidden ones with `hidden`, deleted ones never."""
    where = "WHERE run.deleted = ''" if hidden else "WHERE run.deleted = '' AND NOT run.hidden"
    return tuple(_record(store, row) for row in store.select(f"{_SELECT} {where} ORDER BY run.number"))


def deleted_runs(store: Store) -> tuple[RunRow, ...]:
    """Return the deleted runs that can be restored, latest first."""
    rows = store.select(f"{_SELECT} WHERE run.deleted <> '' ORDER BY run.deleted DESC, run.number DESC")
    return tuple(_record(store, row) for row in rows)


def refuse_deleted(row: RunRow) -> RunRow:
    """Return the run unless it is deleted. Raises NotFound, saying how to restore it."""
    if row.deleted:
        raise NotFound(worded("{id!r} was deleted; `townwright runs --restore {id}` restores it", id=row.id))
    return row


def rename_run(store: Store, number: int, name: str) -> RunRow:
    """Rename a run; its id stays."""
    return _change(store, number, "name", _checked_name(name))


def hide_run(store: Store, number: int, *, hidden: bool = True) -> RunRow:
    """Hide a run from the lists, or show it again; its log stays, and its forks live on."""
    return _change(store, number, "hidden", int(hidden))


def set_until(store: Store, number: int, until: int) -> RunRow:
    """Record the minute a run is asked to live to."""
    return _change(store, number, "until", until)


def _change(store: Store, number: int, column: str, value: object) -> RunRow:
    with store.write(durable=True) as db:
        changed = db.execute(f"UPDATE run SET {column} = ? WHERE number = ?", (value, number)).rowcount
    if not changed:
        raise NotFound(
            worded("there is no run number {number!r}; `townwright runs` lists all runs", number=number)
        )
    return run_row(store, number)


def _insert(store: Store, values: Mapping[str, object]) -> RunRow:
    with store.write(durable=True) as db:
        row = {
            **values,
            "number": free_number(db),
            "id": free_id(db, str(values["name"])),
            "created": store.stamp_now(),
        }
        marks = ", ".join("?" * len(row))
        cursor = db.execute(f"INSERT INTO run ({', '.join(row)}) VALUES ({marks})", list(row.values()))
        seal_run(db, cursor.lastrowid or 0)
    return run_row(store, cursor.lastrowid or 0)


def seal_run(db: Connection, number: int) -> None:
    """Record the digest of the values a run begins with; inside the caller's transaction."""
    db.execute(f"UPDATE run SET begun = {BEGUN} WHERE number = ?", (number,))


def free_number(db: Connection) -> int:
    """Return a run number never used before; inside the caller's transaction."""
    ((latest,),) = db.execute(
        "SELECT max(ifnull((SELECT max(number) FROM run), 0), ifnull((SELECT max(run) FROM emptied), 0))"
    ).fetchall()
    return int(latest) + 1


def free_id(db: Connection, name: str) -> str:
    """Return a run id never used before, made from a name; inside the caller's transaction."""
    stem = re.sub(r"[\W_]+", "-", name.casefold()).strip("-") or "run"
    taken = {row[0] for row in db.execute("SELECT id FROM run UNION SELECT id FROM emptied")}
    return next(one for n in range(1, len(taken) + 2) if (one := f"{stem}-{n}") not in taken)


def _checked_name(name: str) -> str:
    clean = " ".join(name.split())
    if not 1 <= len(clean) <= 80 or not clean.isprintable():
        raise BadInput(
            worded(
                "{name!r} is not a valid name for a run; use 1 to 80 printable characters", name=name[:100]
            )
        )
    return clean


def _suggestion(text: str, rows: tuple[RunRow, ...]) -> str:
    if not rows:
        return worded("there are no runs yet")
    choices = [row.id for row in rows] + [row.name for row in rows]
    near = process.extractOne(text, choices, score_cutoff=60)
    if near:
        return worded("did you mean {near}?", near=shown(near[0]))
    return worded("`townwright runs` lists all runs")


def _record(store: Store, row: tuple[Any, ...]) -> RunRow:
    values = dict(zip(RunRow.__slots__, row, strict=True))
    if not _ID.fullmatch(values["id"]):  # locks and logs are called by it
        raise damaged(
            store.path,
            worded(
                "run {run} has the id {id!r}, which is not valid", run=values["number"], id=values["id"][:40]
            ),
        )
    with readable(store.path, worded("run {run}", run=values["number"])):
        settings = dict(json.loads(values["settings"]))
        return RunRow(**{**values, "settings": settings, "hidden": bool(values["hidden"])})
