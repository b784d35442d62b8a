"""Notebooks: what came of their cells. All of it is kept under keys of content, and can be made again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.store.file.connection import Store

MOST_PAST = 5  # findings of a cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """The run that stands at a checkpoint, the minute it is lived to, and whether it has come there."""

    run: int
    goal: int
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a cell found, as JSON, and when."""

    output: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRow:
    """How a cell was left when it was run last: the key of what came of it, the hash of what it asked for,
    the checkpoint it stood on, and why it failed; empty where it did not.
    """

    key: str
    own: str
    before: str
    failed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PastFinding:
    """What a cell found once, as JSON, under which key and when, and the text of the cell then."""

    key: str
    asked: str
    output: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What a reader predicted, and the hash of what was asked."""

    own: str
    answer: str
    made: str


def checkpoint_of(store: Store, key: str) -> Checkpoint | None:
    """Return the checkpoint of a key; None where there is none."""
    rows = store.select("SELECT stands_in, goal, done FROM notebook_checkpoint WHERE key = ?", (key,))
    return next((Checkpoint(run=run, goal=goal, done=bool(done)) for run, goal, done in rows), None)


def keep_checkpoint(store: Store, key: str, made: Checkpoint) -> None:
    """Keep a checkpoint under its key, in place of the one before."""
    with store.write(durable=True) as db:
        db.execute(
            "INSERT OR REPLACE INTO notebook_checkpoint VALUES (?, ?, ?, ?)",
            (key, made.run, made.goal, int(made.done)),
        )


def checkpoints(store: Store) -> dict[str, Checkpoint]:
    """Return every checkpoint by its key."""
    rows = store.select("SELECT key, stands_in, goal, done FROM notebook_checkpoint")
    return {key: Checkpoint(run=run, goal=goal, done=bool(done)) for key, run, goal, done in rows}


def output_keys(store: Store) -> dict[str, int]:
    """Return under which keys something was found, and how many letters each takes."""
    return dict(store.select("SELECT key, length(output) FROM notebook_output"))


def outputs_of(store: Store) -> dict[str, str]:
    """Return all that was found, as JSON, by its key."""
    return dict(store.select("SELECT key, output FROM notebook_output"))


def names_of(store: Store) -> tuple[str, ...]:
    """Return by what every notebook is remembered of which a cell was run."""
    return tuple(name for (name,) in store.select("SELECT DISTINCT notebook FROM notebook_cell ORDER BY 1"))


def forget_keys(store: Store, keys: Iterable[str]) -> None:
    """Forget which runs stand at some keys, and what was found under them."""
    rows = [(key,) for key in keys]
    with store.write(durable=True) as db:
        for table in ("notebook_checkpoint", "notebook_output"):
            db.executemany(f"DELETE FROM {table} WHERE key = ?", rows)


def output_of(store: Store, key: str) -> Found | None:
    """Return what a cell found; None where nothing is kept under the key."""
    rows = store.select("SELECT output, made FROM notebook_output WHERE key = ?", (key,))
    return next((Found(output=output, at=at) for output, at in rows), None)


def keep_output(store: Store, key: str, output: str) -> None:
    """Keep what a cell found."""
    with store.write(durable=True) as db:
        db.execute(
            "INSERT OR REPLACE INTO notebook_output VALUES (?, ?, ?)", (key, output, store.stamp_now())
        )


def cells_of(store: Store, notebook: str) -> dict[str, CellRow]:
    """Return how the cells of a notebook were left, by their ids."""
    rows = store.select(
        "SELECT cell, key, own, before, failed FROM notebook_cell WHERE notebook = ?", (notebook,)
    )
    return {
        cell: CellRow(key=key, own=own, before=before, failed=failed)
        for cell, key, own, before, failed in rows
    }


def keep_cell(store: Store, notebook: str, cell: str, row: CellRow) -> None:
    """Keep how a cell was left."""
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
    """Return what a cell found lately, the latest first."""
    rows = store.select(
        "SELECT key, asked, output, made FROM notebook_past WHERE notebook = ? AND cell = ? ORDER BY id DESC",
        (notebook, cell),
    )
    return tuple(PastFinding(key=key, asked=asked, output=output, at=at) for key, asked, output, at in rows)


def keep_past(store: Store, notebook: str, cell: str, key: str, found: tuple[str, str]) -> None:
    """Keep the text of a cell with what it found, under the key of that: in place of what stands under the
    same key, and of all but the latest few.
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


def forget_past(store: Store, notebook: str) -> None:
    """Forget what the cells of a notebook found before."""
    with store.write(durable=True) as db:
        db.execute("DELETE FROM notebook_past WHERE notebook = ?", (notebook,))


def predictions_of(store: Store, notebook: str) -> dict[str, Prediction]:
    """Return what was predicted in a notebook, by the ids of its cells."""
    rows = store.select(
        "SELECT cell, own, answer, made FROM notebook_prediction WHERE notebook = ?", (notebook,)
    )
    return {cell: Prediction(own=own, answer=answer, made=made) for cell, own, answer, made in rows}


def keep_prediction(store: Store, notebook: str, cell: str, own: str, answer: str) -> None:
    """Keep what was predicted."""
    with store.write(durable=True) as db:
        db.execute(
            "INSERT OR REPLACE INTO notebook_prediction VALUES (?, ?, ?, ?, ?)",
            (notebook, cell, own, answer, store.stamp_now()),
        )


def is_settled(store: Store, code: str) -> bool:
    """Return whether something is settled of programs: a hash, that one may run; "", that none may."""
    return bool(store.select("SELECT 1 FROM notebook_python WHERE code = ?", (code,)))


def settle(store: Store, code: str, *, so: bool) -> None:
    """Settle that it is so of programs, or that it is not."""
    with store.write(durable=True) as db:
        db.execute("DELETE FROM notebook_python WHERE code = ?", (code,))
        if so:
            db.execute("INSERT INTO notebook_python VALUES (?, ?)", (code, store.stamp_now()))


def rename_town(store: Store, town: str, new: str) -> None:
    """Have what is kept of the notebooks of a scenario be kept of the same under its new name."""
    of = f"{town}/notebooks/"
    with store.write(durable=True) as db:
        for table in ("notebook_cell", "notebook_past", "notebook_duration", "notebook_prediction"):
            db.execute(
                f"UPDATE OR REPLACE {table} SET notebook = ? || substr(notebook, ?) "
                "WHERE substr(notebook, 1, ?) = ?",
                (new, len(town) + 1, len(of), of),
            )


def forget_predictions(store: Store, notebook: str) -> None:
    """Forget what was predicted in a notebook, as for the next reader."""
    with store.write(durable=True) as db:
        db.execute("DELETE FROM notebook_prediction WHERE notebook = ?", (notebook,))
