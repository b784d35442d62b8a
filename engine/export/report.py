"""The report of an export: what was kept, dropped, renamed, changed and escaped, with counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Kind = Literal["kept", "dropped", "renamed", "changed", "escaped"]
KINDS: tuple[Kind, ...] = ("kept", "dropped", "renamed", "changed", "escaped")
_MOST_EXAMPLES = 3
_MOST_LETTERS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What happened to a number of items of one sort, with the first few of them."""

    kind: Kind
    what: str
    count: int
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All notes on one file, in the order of `KINDS`."""

    notes: tuple[Note, ...] = ()

    def count(self, kind: Kind, what: str = "") -> int:
        """Count the items of a kind of note: of one sort, or of all."""
        return sum(note.count for note in self.notes if note.kind == kind and what in ("", note.what))


class Notes:
    """Collects notes while an export is written."""

    def __init__(self) -> None:
        self._counts: dict[tuple[Kind, str], int] = {}
        self._examples: dict[tuple[Kind, str], list[str]] = {}

    def add(self, kind: Kind, what: str, examples: Iterable[str] = (), count: int = 1) -> None:
        """Add a note on a number of items; only the first few examples are kept."""
        if not count:
            return
        key = (kind, what)
        self._counts[key] = self._counts.get(key, 0) + count
        shown = self._examples.setdefault(key, [])
        for text in examples:
            brief = text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…"
            if len(shown) < _MOST_EXAMPLES and brief not in shown:
                shown.append(brief)

    def report(self) -> Report:
        """Return the notes so far."""
        notes = [
            Note(kind=kind, what=what, count=count, examples=tuple(self._examples[kind, what]))
            for (kind, what), count in self._counts.items()
        ]
        return Report(notes=tuple(sorted(notes, key=lambda note: KINDS.index(note.kind))))
