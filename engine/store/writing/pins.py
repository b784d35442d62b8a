"""Pins: rows of a run picked by a person, with notes. Kept beside the log, never in it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from engine.errors import NotFound, worded
from engine.store.file.connection import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """A pinned row of a run. `words` is the pinned text if it is not the row itself (a sentence of a
    newspaper); `place` is its position among the pins of the run, counted from 1.
    """

    number: int
    run: int
    row: int
    words: str
    tag: str
    note: str
    used_in: str
    place: int
    created: str


def add_pin(store: Store, run: int, row: int, *, words: str = "", tag: str = "", note: str = "") -> Pin:
    """Pin a row after the others. A row that is pinned already keeps its pin, which is returned."""
    with store.write(durable=True) as db:
        db.execute(
            """
            INSERT INTO pin (run, row, words, tag, note, used_in, place, created)
            SELECT ?1, ?2, ?3, ?4, ?5, '', (SELECT ifnull(max(place), 0) + 1 FROM pin WHERE run = ?1), ?6
            WHERE NOT EXISTS (SELECT 1 FROM pin WHERE run = ?1 AND row = ?2)
            """,
            (run, row, words, tag, note, store.stamp_now()),
        )
    return pin_of_row(store, run, row)


def hand_over(store: Store, run: int, other: Store, there: int) -> None:
    """Copy the pins of a run to a run in another file."""
    with other.write(durable=True) as db:
        db.executemany(
            """INSERT INTO pin (run, row, words, tag, note, used_in, place, created)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
            [
                (there, pin.row, pin.words, pin.tag, pin.note, pin.used_in, pin.place, pin.created)
                for pin in pins_of(store, run)
            ],
        )


def pins_of(store: Store, run: int) -> tuple[Pin, ...]:
    """Return the pins of a run, in their order."""
    return tuple(map(_record, store.select("SELECT * FROM pin WHERE run = ? ORDER BY place, number", (run,))))


def pin_of_row(store: Store, run: int, row: int) -> Pin:
    """Return the pin on a row. Raises NotFound if the row is not pinned."""
    rows = store.select("SELECT * FROM pin WHERE run = ? AND row = ?", (run, row))
    if not rows:
        raise NotFound(
            worded("the item with the id {row} is not pinned; `pins` lists the pinned items", row=row)
        )
    return _record(rows[0])


def change_pin(store: Store, run: int, row: int, *, tag: str, note: str, used_in: str) -> None:
    """Change the notes of a pin."""
    pin_of_row(store, run, row)
    with store.write(durable=True) as db:
        db.execute(
            "UPDATE pin SET tag = ?, note = ?, used_in = ? WHERE run = ? AND row = ?",
            (tag, note, used_in, run, row),
        )


def move_pin(store: Store, run: int, row: int, place: int) -> None:
    """Move a pin to a position (counted from 1, or the last); the others close up in order."""
    with store.write(durable=True) as db:
        found = db.execute("SELECT row FROM pin WHERE run = ? ORDER BY place, number", (run,))
        rows = [one for (one,) in found]
        if row not in rows:
            raise NotFound(
                worded("the item with the id {row} is not pinned; `pins` lists the pinned items", row=row)
            )
        rows.remove(row)
        rows.insert(min(max(place, 1), len(rows) + 1) - 1, row)
        db.executemany(
            "UPDATE pin SET place = ? WHERE run = ? AND row = ?",
            [(n, run, one) for n, one in enumerate(rows, 1)],
        )


def drop_pin(store: Store, run: int, row: int) -> None:
    """Remove a pin."""
    pin_of_row(store, run, row)
    with store.write(durable=True) as db:
        db.execute("DELETE FROM pin WHERE run = ? AND row = ?", (run, row))


def hand_on_pins(store: Store, run: int, fork: int, rows: Collection[int]) -> None:
    """Copy the parent's pins on these rows to a fork, in order, with their notes; from then on each run has
    its own.
    """
    handed = [pin for pin in pins_of(store, run) if pin.row in rows]
    with store.write(durable=True) as db:
        db.executemany(
            "INSERT INTO pin (run, row, words, tag, note, used_in, place, created) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (fork, pin.row, pin.words, pin.tag, pin.note, pin.used_in, place, pin.created)
                for place, pin in enumerate(handed, 1)
            ],
        )


def _record(row: tuple[Any, ...]) -> Pin:
    return Pin(**dict(zip(Pin.__slots__, row, strict=True)))
