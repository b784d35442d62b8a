"""Stored results of notebook cells. All are kept under keys of content, and can be computed again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.store.file.connection import Store

MOST_PAST = 5  # findings of a cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """The run at a checkpoint, the minute it is to be lived to, and whether it has reached it."""

    run: int
    goal: int
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The result of a cell, as JSON, and its time."""

    output: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRow:
    """The state of a cell after its last execution: the key of its result, the hash of its question, the
    checkpoint it used, and its error ("" if it did not fail).
    """

    key: str
    own: str
    before: str
    failed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PastFinding:
    """An earlier result of a cell, as JSON, with its key, its time, and the cell's text then."""

    key: str
    asked: str
    output: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRun:
    """A run of a cell that found a result: its time, and the cell's text then."""

    at: str
    cell: str
    asked: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """A reader's prediction, and the hash of the question."""

    own: str
    answer: str
    made: str


def checkpoint_of(store: Store, key: str) -> Checkpoint | None:
    """Return the checkpoint under a key, or None."""
    rows = store.select("SELECT stands_in, goal, done FROM notebook_checkpoint WHERE key = ?", (key,))
    return next((Checkpoint(run=run, goal=goal, done=bool(done)) for run, goal, done in rows), None)


def keep_checkpoint(store: Store, key: str, made: Checkpoint) -> None:
    """Store a checkpoint under its key, replacing the one before."""
    with store.write(durable=True) as db:
        db.execute(
            "INSERT OR REPLACE INTO notebook_checkpoint VALUES (?, ?, ?, ?)",
            (key, made.run, made.goal, int(made.done)),
        )


def checkpoints(store: Store) -> dict[str, Checkpoint]:
    """Return all checkpoints by key."""
    rows = store.select("SELECT key, stands_in, goal, done FROM notebook_checkpoint")
    return {key: Checkpoint(run=run, goal=goal, done=bool(done)) for key, run, goal, done in rows}


def output_keys(store: Store) -> dict[str, int]:
    """Return the keys of all stored results, each with its length in letters."""
    return dict(store.select("SELECT key, length(output) FROM notebook_output"))


def outputs_of(store: Store) -> dict[str, str]:
    """Return all stored results, as JSON, by key."""
    return dict(store.select("SELECT key, output FROM notebook_output"))


def names_of(store: Store) -> tuple[str, ...]:
    """Return the names of all notebooks with stored cells."""
    return tuple(name for (name,) in store.select("SELECT DISTINCT notebook FROM notebook_cell ORDER BY 1"))


def forget_keys(store: Store, keys: Iterable[str]) -> None:
    """Remove the checkpoints and results under some keys."""
    rows = [(key,) for key in keys]
    with store.write(durable=True) as db:
        for table in ("notebook_checkpoint", "notebook_output"):
            db.executemany(f"DELETE FROM {table} WHERE key = ?", rows)


def output_of(store: Store, key: str) -> Found | None:
    """Return the result under a key, or None."""
    rows = store.select("SELECT output, made FROM notebook_output WHERE key = ?", (key,))
    return next((Found(output=output, at=at) for output, at in rows), None)


def keep_output(store: Store, key: str, output: str) -> None:
    """Store the result of a cell."""
    with store.write(durable=True) as db:
        db.execute(
            "INSERT OR REPLACE INTO notebook_output VALUES (?, ?, ?)", (key, output, store.stamp_now())
        )


def cells_of(store: Store, notebook: str) -> dict[str, CellRow]:
    """Return the stored state of a notebook's cells, by cell id."""
    rows = store.select(
        "SELECT cell, key, own, before, failed FROM notebook_cell WHERE notebook = ?", (notebook,)
    )
    return {
        cell: CellRow(key=key, own=own, before=before, failed=failed)
        for cell, key, own, before, failed in rows
    }


def keep_cell(store: Store, notebook: str, cell: str, row: CellRow) -> None:
    """Store the state of a cell."""
    with store.write(durable=True) as db:
        db.execute(
            "INSERT OR REPLACE INTO notebook_cell VALUES (?, ?, ?, ?, ?, ?)",
            (notebook, cell, row.key, row.own, row.before, row.failed),
        )


def durations_of(store: Store, notebook: str) -> dict[str, float]:
    """Return the seconds that each cell of a notebook took when it was run last, by its id."""
    return dict(store.select("SELECT cell, seconds FROM notebook_duration WHERE notebook = ?", (notebook,)))


def keep_duration(store: Store, notebook: str, cell: str, seconds: float) -> None:
    """Keep the seconds that a cell took."""
    with store.write(durable=True) as db:
        db.execute("INSERT OR REPLACE INTO notebook_duration VALUES (?, ?, ?)", (notebook, cell, seconds))


def past_of(store: Store, notebook: str, cell: str) -> tuple[PastFinding, ...]:
    """Return the latest results of a cell, newest first."""
    rows = store.select(
        "SELECT key, asked, output, made FROM notebook_past WHERE notebook = ? AND cell = ? ORDER BY id DESC",
        (notebook, cell),
    )
    return tuple(PastFinding(key=key, asked=asked, output=output, at=at) for key, asked, output, at in rows)


def keep_past(store: Store, notebook: str, cell: str, key: str, found: tuple[str, str]) -> None:
    """Store a result of a cell with the cell's text. It replaces an earlier entry of the same key, and only
    the latest few are kept.
    """
    of = (notebook, cell)
    with store.write(durable=True) as db:
        db.execute("DELETE FROM notebook_past WHERE notebook = ? AND cell = ? AND key = ?", (*of, key))
        [(last,)] = db.execute(
            "SELECT coalesce(max(id), 0) FROM notebook_past WHERE notebook = ? AND cell = ?", of
        ).fetchall()
        db.execute(
            "INSERT INTO notebook_past VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*of, last + 1, key, *found, store.stamp_now()),
        )
        db.execute(
            "DELETE FROM notebook_past WHERE notebook = ? AND cell = ? AND id NOT IN "
            "(SELECT id FROM notebook_past WHERE notebook = ? AND cell = ? ORDER BY id DESC LIMIT ?)",
            (*of, *of, MOST_PAST),
        )


def runs_of(store: Store, notebook: str) -> tuple[CellRun, ...]:
    """Return the latest runs of a notebook's cells, newest first."""
    query = "SELECT made, cell, asked FROM notebook_past WHERE notebook = ? ORDER BY made DESC, id DESC, cell"
    return tuple(
        CellRun(at=made, cell=cell, asked=asked) for made, cell, asked in store.select(query, (notebook,))
    )


def forget_past(store: Store, notebook: str) -> None:
    """Remove the earlier results of a notebook's cells."""
    with store.write(durable=True) as db:
        db.execute("DELETE FROM notebook_past WHERE notebook = ?", (notebook,))


def predictions_of(store: Store, notebook: str) -> dict[str, Prediction]:
    """Return the predictions made in a notebook, by cell id."""
    rows = store.select(
        "SELECT cell, own, answer, made FROM notebook_prediction WHERE notebook = ?", (notebook,)
    )
    return {cell: Prediction(own=own, answer=answer, made=made) for cell, own, answer, made in rows}


def keep_prediction(store: Store, notebook: str, cell: str, own: str, answer: str) -> None:
    """Store a prediction."""
    with store.write(durable=True) as db:
        db.execute(
            "INSERT OR REPLACE INTO notebook_prediction VALUES (?, ?, ?, ?, ?)",
            (notebook, cell, own, answer, store.stamp_now()),
        )


def is_settled(store: Store, code: str) -> bool:
    """Return whether permission is recorded for a program's hash; the hash "" records that no program may
    run.
    """
    return bool(store.select("SELECT 1 FROM notebook_python WHERE code = ?", (code,)))


def settle(store: Store, code: str, *, so: bool) -> None:
    """Record permission for a program's hash (see `is_settled`), or remove it."""
    with store.write(durable=True) as db:
        db.execute("DELETE FROM notebook_python WHERE code = ?", (code,))
        if so:
            db.execute("INSERT INTO notebook_python VALUES (?, ?)", (code, store.stamp_now()))


def rename_town(store: Store, town: str, new: str) -> None:
    """Move the stored rows of a scenario's notebooks to its new name."""
    of = f"{town}/notebooks/"
    with store.write(durable=True) as db:
        for table in ("notebook_cell", "notebook_past", "notebook_duration", "notebook_prediction"):
            db.execute(
                f"UPDATE OR REPLACE {table} SET notebook = ? || substr(notebook, ?) "
                "WHERE substr(notebook, 1, ?) = ?",
                (new, len(town) + 1, len(of), of),
            )


def forget_predictions(store: Store, notebook: str) -> None:
    """Remove the predictions made in a notebook, as for the next reader."""
    with store.write(durable=True) as db:
        db.execute("DELETE FROM notebook_prediction WHERE notebook = ?", (notebook,))
