"""Batches: many runs of one town, requested once, done by one process, and kept as they come in.

A run of a batch is not a run of the workspace: it is lived elsewhere, and only its measurements are kept
here. Its cassette lies beside the workspace file, and is opened when somebody wants to look.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from filelock import FileLock, Timeout

from engine.errors import NotFound, RunBusy, with_commas, worded
from engine.language.names.suggesting import did_you_mean
from engine.store.file.checks import readable
from engine.store.file.connection import Store
from engine.store.kept_words import kept_words, words_to_keep
from engine.store.living.last_words import last_words, log_of

BatchState = Literal["waiting", "queued", "running", "stopped", "done", "failed", "interrupted"]
_STARTING = 30.0  # seconds that a new process may take to begin


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One variant of the runs of a batch. `changes` are its settings that differ; the plain variant has none.
    `programmes` (YAML) say what is done in its runs. The last one is the variant's own if it has one; the
    others are those of the plain variant.
    """

    changes: Mapping[str, object] = field(default_factory=dict)
    scenario_version: int
    settings: Mapping[str, object] = field(default_factory=dict)
    programmes: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Return the changes as the user writes them (`key=value, …`), "" for the plain variant."""
        return ", ".join(f"{key}={value}" for key, value in self.changes.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchRow:
    """A stored batch: every seed is lived in every variant. If `run` is set, the runs continue from its past
    at `minute`. `statements` are pairs of a statement in words and its SQL. `interrupted` is derived, not
    stored.
    """

    number: int
    id: str
    name: str
    scenario: str
    run: int | None
    minute: int
    until: int
    model: str
    seeds: tuple[int, ...]
    statements: tuple[tuple[str, str], ...]
    created: str
    state: BatchState
    pid: int
    started: str
    heartbeat: float
    asked: str
    error: str
    deleted: str
    variants: tuple[Variant, ...] = ()

    @property
    def is_live(self) -> bool:
        """Return whether a process works on the batch or is about to."""
        return self.state in ("queued", "running")

    @property
    def size(self) -> int:
        """Return the number of runs of the batch."""
        return len(self.seeds) * len(self.variants)


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """The result of one run of a batch. If it failed, `error` is set and there are no results."""

    batch: int
    variant: int
    seed: int
    fingerprint: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    knowing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    holds: tuple[bool, ...] = ()
    seconds: float = 0.0
    tries: int = 1
    error: str = ""


_COLUMNS = tuple(name for name in BatchRow.__slots__ if name != "variants")
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM batch"


def create_batch(
    store: Store,
    *,
    name: str,
    scenario: str,
    run: int | None,
    minute: int,
    until: int,
    model: str,
    seeds: Sequence[int],
    statements: Sequence[tuple[str, str]],
    variants: Sequence[Variant],
) -> BatchRow:
    """Create a batch with no runs done yet."""
    with store.write(durable=True) as db:
        (number,) = db.execute("SELECT ifnull(max(number), 0) + 1 FROM batch").fetchone()
        db.execute(
            """INSERT INTO batch VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, '', 0, '', '', '')""",
            (
                number,
                f"batch-{number}",
                name,
                scenario,
                run,
                minute,
                until,
                model,
                _json(list(seeds)),
                _json([list(one) for one in statements]),
                store.stamp_now(),
            ),
        )
        db.executemany(
            "INSERT INTO variant VALUES (?, ?, ?, ?, ?, ?)",
            [
                (
                    number,
                    place,
                    _json(dict(one.changes)),
                    one.scenario_version,
                    _json(dict(one.settings)),
                    _json(one.programmes),
                )
                for place, one in enumerate(variants)
            ],
        )
    return batch_row(store, number)


def batches(store: Store, *, deleted: bool = False) -> tuple[BatchRow, ...]:
    """Return all batches in the order they were made; with `deleted`, the deleted ones that can be
    restored.
    """
    which = (
        "deleted <> '' AND EXISTS (SELECT 1 FROM variant WHERE batch = number)" if deleted else "deleted = ''"
    )
    rows = store.select(f"{_SELECT} WHERE {which} ORDER BY number")
    return tuple(_record(store, row) for row in rows)


def batch_row(store: Store, number: int) -> BatchRow:
    """Return the batch with this number. Raises NotFound if there is none."""
    rows = store.select(f"{_SELECT} WHERE number = ?", (number,))
    if not rows:
        raise NotFound(
            worded(
                "there is no batch number {number!r}; `townwright repeat` lists all batches", number=number
            )
        )
    return _record(store, rows[0])


def find_batch(store: Store, ref: str | int, *, deleted: bool = False) -> BatchRow:
    """Return the batch with this id or number, or the newest for `last`. Raises NotFound if there is none.
    With `deleted`, look among the deleted ones.
    """
    every, text = batches(store, deleted=deleted), str(ref).strip()
    if text == "last" and every:
        return every[-1]
    for one in every:
        if text in (one.id, str(one.number)):
            return one
    ids = [one.id for one in every]
    remedy = did_you_mean(
        text, ids, worded("use one of: {ids}", ids=with_commas(ids)) if ids else worded("there are none yet")
    )
    raise NotFound(
        worded("there is no deleted batch {text!r}; {remedy}", text=text[:60], remedy=remedy)
        if deleted
        else worded("there is no batch {text!r}; {remedy}", text=text[:60], remedy=remedy)
    )


def delete_batch(store: Store, number: int) -> None:
    """Move a batch out of the list; it can be restored. Raises RunBusy while a process works on it."""
    _idle(store, batch_row(store, number), "deleted")
    _change(store, number, deleted=store.stamp_now())


def restore_batch(store: Store, number: int) -> None:
    """Restore a deleted batch."""
    _change(store, number, deleted="")


def empty_batch(store: Store, number: int) -> None:
    """Remove the results and cassettes of a deleted batch for good. Its number is not given away again, since
    spending is recorded under it. Raises RunBusy while a process works on it.
    """
    batch = batch_row(store, number)
    _idle(store, batch, "emptied")
    with store.write(durable=True) as db:
        db.execute("DELETE FROM repetition WHERE batch = ?", (number,))
        db.execute("DELETE FROM variant WHERE batch = ?", (number,))
        db.execute("UPDATE batch SET run = NULL WHERE number = ?", (number,))
    shutil.rmtree(cassette_file(store, batch.id, 0, 0).parent, ignore_errors=True)


def _idle(store: Store, batch: BatchRow, done: str) -> None:
    if batch.is_live or is_held_batch(store, batch.id):
        raise RunBusy(worded("{id} is running and cannot be {done}; stop it first", id=batch.id, done=done))


@contextmanager
def held_batch(store: Store, batch: BatchRow) -> Iterator[None]:
    """Hold a batch for this process. Raises RunBusy if another process holds it."""
    if store.read_only:
        store.refuse_writing()
    lock = _lock(store, batch.id)
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        who = (
            worded("process {pid} (started {started})", pid=batch.pid, started=batch.started)
            if batch.pid
            else worded("another process")
        )
        raise RunBusy(
            worded(
                "{id} is running in {who}; wait until it finishes, or stop it there first",
                id=batch.id,
                who=who,
            )
        ) from error
    try:
        yield
    finally:
        lock.release()


def is_held_batch(store: Store, batch_id: str) -> bool:
    """Return whether a process holds a batch."""
    if store.read_only or not (store.locks / "batches" / f"{batch_id}.lock").is_file():
        return False
    try:
        with _lock(store, batch_id).acquire(timeout=0):
            return False
    except Timeout:
        return True


def queue_batch(store: Store, number: int) -> BatchRow:
    """Queue a batch to be continued; earlier requests to stop it are dropped."""
    _change(store, number, state="queued", pid=0, asked="", error="", started=store.stamp_now())
    return batch_row(store, number)


def note_batch_process(store: Store, number: int, pid: int) -> None:
    """Record the process started for a batch, so that its death is noticed."""
    _change(store, number, pid=pid)


def begin_batch(store: Store, number: int) -> BatchRow:
    """Record that this process works on a batch."""
    _change(store, number, state="running", pid=os.getpid(), asked="", error="")
    return batch_row(store, number)


def beat_batch(store: Store, number: int) -> bool:
    """Record that the process of a batch is alive; return whether it is asked to stop."""
    _change(store, number)
    return bool(store.select("SELECT 1 FROM batch WHERE number = ? AND asked = 'stop'", (number,)))


def ask_batch_to_stop(store: Store, number: int) -> None:
    """Ask the process of a batch to stop; finished runs are kept."""
    _change(store, number, asked="stop")


def end_batch(store: Store, number: int, state: BatchState, error: str = "") -> None:
    """Record how a batch ended or was left."""
    _change(store, number, state=state, error=words_to_keep(error))


def keep_repetition(store: Store, row: Repetition, cassette: bytes) -> None:
    """Store the result of one run of a batch, and before that its cassette."""
    batch = batch_row(store, row.batch)
    if cassette:
        path = cassette_file(store, batch.id, row.variant, row.seed)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_bytes(cassette)
        part.replace(path)
    with store.write(durable=True) as db:
        db.execute(
            "INSERT OR REPLACE INTO repetition VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row.batch,
                row.variant,
                row.seed,
                row.fingerprint,
                _json(dict(row.counts)),
                _json({fact: list(known) for fact, known in row.knowing.items()}),
                _json(list(row.holds)),
                row.seconds,
                row.tries,
                words_to_keep(row.error),
            ),
        )


def repetitions(store: Store, number: int) -> tuple[Repetition, ...]:
    """Return the results of a batch so far, by variant and seed."""
    rows = store.select("SELECT * FROM repetition WHERE batch = ? ORDER BY variant, seed", (number,))
    return tuple(_repetition(store, row) for row in rows)


def disk_of_batch(store: Store, batch_id: str) -> int:
    """Return the size of a batch's cassettes in bytes."""
    folder = cassette_file(store, batch_id, 0, 0).parent
    return sum(file.stat().st_size for file in folder.glob("*.cassette"))


def cassette_file(store: Store, batch_id: str, variant: int, seed: int) -> Path:
    """Return the path of the cassette of a batch's run."""
    return store.path.parent / "repeats" / batch_id / f"{variant}-{seed}.cassette"


def _lock(store: Store, batch_id: str) -> FileLock:
    folder = store.locks / "batches"
    folder.mkdir(parents=True, exist_ok=True)
    return FileLock(folder / f"{batch_id}.lock")


def _change(store: Store, number: int, **values: object) -> None:
    said = {"heartbeat": store.now(), **values}
    with store.write() as db:
        changed = db.execute(
            f"UPDATE batch SET {', '.join(f'{name} = ?' for name in said)} WHERE number = ?",
            (*said.values(), number),
        ).rowcount
    if not changed:
        raise NotFound(
            worded(
                "there is no batch number {number!r}; `townwright repeat` lists all batches", number=number
            )
        )


def _record(store: Store, row: tuple[Any, ...]) -> BatchRow:
    values = dict(zip(_COLUMNS, row, strict=True))
    with readable(store.path, worded("batch {batch}", batch=values["number"])):
        values["error"] = kept_words(values["error"])
        values["seeds"] = tuple(int(seed) for seed in json.loads(values["seeds"]))
        values["statements"] = tuple((str(said), str(sql)) for said, sql in json.loads(values["statements"]))
        variants = store.select(
            "SELECT changes, scenario_version, settings, programmes FROM variant "
            "WHERE batch = ? ORDER BY place",
            (values["number"],),
        )
        batch = BatchRow(
            **values,
            variants=tuple(
                Variant(
                    changes=json.loads(one),
                    scenario_version=version,
                    settings=json.loads(settings),
                    programmes=tuple(map(str, json.loads(programmes))),
                )
                for one, version, settings, programmes in variants
            ),
        )
    lost = _lost(store, batch) if batch.is_live else ""
    if not lost:
        return batch
    # It may have ended well between the look at its row and the look at who holds it.
    again = store.select(f"{_SELECT} WHERE number = ?", (batch.number,))
    if again and again[0] != row:
        return _record(store, again[0])
    return replace(batch, state="interrupted", error=lost)


def _lost(store: Store, batch: BatchRow) -> str:
    """Return the reason why no process works on a live batch any more, or "" if one does."""
    if is_held_batch(store, batch.id):
        return ""
    if batch.state == "queued" and store.now() - batch.heartbeat < _STARTING:
        return ""
    return last_words(log_of(store, batch.id), batch.started)


def _repetition(store: Store, row: tuple[Any, ...]) -> Repetition:
    values = dict(zip(Repetition.__slots__, row, strict=True))
    with readable(store.path, worded("a run of batch {batch}", batch=values["batch"])):
        values["error"] = kept_words(values["error"])
        values["counts"] = json.loads(values["counts"])
        values["knowing"] = {fact: tuple(known) for fact, known in json.loads(values["knowing"]).items()}
        values["holds"] = tuple(bool(one) for one in json.loads(values["holds"]))
    return Repetition(**values)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
