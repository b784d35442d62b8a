"""The pins of a run: rows picked by a person, tagged, annotated and ordered."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import NotFound, worded
from engine.moments import meant
from engine.records import LogEntry
from engine.store.file.connection import Store
from engine.store.log.inspect import find_row
from engine.store.writing import pins
from engine.store.writing.pins import Pin as Pin

MOST_LETTERS = 4_000


@dataclass(frozen=True, slots=True)
class Pins:
    """The pins of one run. They are kept beside the log, and change no fingerprint."""

    store: Store
    run: int

    def all(self, tag: str | None = None) -> tuple[Pin, ...]:
        """Return the pins in their order; only those with a tag if given."""
        every = pins.pins_of(self.store, self.run)
        return every if tag is None else tuple(one for one in every if one.tag == _said(tag, "a tag"))

    def tags(self) -> tuple[str, ...]:
        """Return the tags in use, in the order of the first pin of each."""
        return tuple(dict.fromkeys(one.tag for one in self.all() if one.tag))

    def has(self, row: int) -> bool:
        """Return whether a row is pinned."""
        return any(one.row == row for one in self.all())

    def add(self, row: int, *, words: str = "", tag: str = "", note: str = "") -> Pin:
        """Pin a row of the log, after the others. A row that is pinned already keeps its pin. Raises NotFound
        if the run has no such row.
        """
        self.row(row)
        said = {"words": _said(words, "words"), "tag": _said(tag, "a tag"), "note": _said(note, "a note")}
        return pins.add_pin(self.store, self.run, row, **said)

    def change(
        self, row: int, *, tag: str | None = None, note: str | None = None, used_in: str | None = None
    ) -> Pin:
        """Change the notes of a pin; values not given stay."""
        now = pins.pin_of_row(self.store, self.run, meant.row_id(row))
        pins.change_pin(
            self.store,
            self.run,
            row,
            tag=now.tag if tag is None else _said(tag, "a tag"),
            note=now.note if note is None else _said(note, "a note"),
            used_in=now.used_in if used_in is None else _said(used_in, "where it is used"),
        )
        return pins.pin_of_row(self.store, self.run, row)

    def move(self, row: int, place: int) -> None:
        """Move a pin to another position, counted from 1."""
        at = meant.whole(place, worded("the position"), 1, meant.MOST_ROWS)
        pins.move_pin(self.store, self.run, meant.row_id(row), at)

    def drop(self, row: int) -> None:
        """Remove a pin. Raises NotFound if the row is not pinned."""
        pins.drop_pin(self.store, self.run, meant.row_id(row))

    def hand_on(self, fork: int) -> None:
        """Copy the pins on the shared past to a fork of this run; those on later rows stay here."""
        shared = {one.row for one in self.all() if find_row(self.store, fork, one.row) is not None}
        pins.hand_on_pins(self.store, self.run, fork, shared)

    def row(self, row: int) -> LogEntry:
        """Return the row of the log with this id."""
        found = find_row(self.store, self.run, meant.row_id(row))
        if found is None:
            raise NotFound(
                worded(
                    "this run has no item with the id {row}; find ids with `memories` or in the studio",
                    row=row,
                )
            )
        return found


def _said(text: str, what: str) -> str:
    """Return a person's note on a pin, cut if it is endless; a tag becomes one line."""
    said = meant.words(text, what).strip()[:MOST_LETTERS]
    return " ".join(said.split()) if what == "a tag" else said
