"""Authors' interventions of a run in words, and which of them are still in effect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from engine.errors import worded
from engine.interventions import INTERVENTIONS, Intervention, asked_for
from engine.interventions.undo import Undo
from engine.records import Intervened

if TYPE_CHECKING:
    from engine.cognition.thinker import Town


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """One intervention of an author.

    It has its entry in the log, the intervention itself, and the entry that has taken it back since. The
    intervention is None if this version of Townwright does not know it.
    """

    entry: Intervened
    what: Intervention | None
    words: str
    undone_by: Intervened | None = None

    COLUMNS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "id": "entry.id", "minute": "entry.minute", "verb": "entry.verb", "words": "words",
            "who": "entry.who", "why": "entry.why", "stands": "stands",
        }
    )  # fmt: skip

    @property
    def stands(self) -> bool:
        """Return whether it was not taken back."""
        return self.undone_by is None

    @property
    def first_row(self) -> int:
        """Return the id of the first row that came of it; for a whisper, of its memory."""
        return self.entry.id + 1

    @property
    def can_be_undone(self) -> bool:
        """Return whether it is in effect and can be taken back."""
        return self.stands and self.what is not None and self.what.can_go_back(self.entry)


def done(entries: Iterable[Intervened], town: Town) -> tuple[Done, ...]:
    """Return the interventions of some entries, oldest first, each in words."""
    known = _by_id(entries)
    undone = _undone(known)
    return tuple(
        Done(
            entry=entry,
            what=_kept(entry),
            words=_words(entry, known, town),
            undone_by=undone.get(entry.id),
        )
        for entry in known.values()
    )


def standing(entries: Iterable[Intervened]) -> tuple[tuple[Intervened, Intervention], ...]:
    """Return those of some entries that were not taken back, oldest first, each with its intervention."""
    known = _by_id(entries)
    undone = _undone(known)
    kept = ((entry, _kept(entry)) for entry in known.values() if entry.id not in undone)
    return tuple((entry, what) for entry, what in kept if what is not None)


def _by_id(entries: Iterable[Intervened]) -> dict[int, Intervened]:
    return {entry.id: entry for entry in sorted(entries, key=lambda entry: entry.id)}


def _undone(known: dict[int, Intervened]) -> dict[int, Intervened]:
    """Return the entries that took others back, by the ids of those."""
    undone: dict[int, Intervened] = {}
    for entry in reversed(known.values()):  # an undo that was taken back itself undoes nothing
        if entry.undoes and entry.id not in undone:
            undone.setdefault(entry.undoes, entry)
    return undone


def _kept(entry: Intervened) -> Intervention | None:
    return asked_for(entry.verb, entry.asked) if entry.verb in INTERVENTIONS else None


def _words(entry: Intervened, known: dict[int, Intervened], town: Town) -> str:
    """Return an entry as a sentence without its full stop."""
    what = _kept(entry)
    if what is None:
        return f"{entry.verb}: {', '.join(entry.asked.values())}"
    taken_back = known.get(entry.undoes)
    if not isinstance(what, Undo) or taken_back is None:
        return what.outcome(town)
    again = taken_back.verb == what.verb
    original = known.get(taken_back.undoes) if again else taken_back
    said = _words(original or taken_back, known, town)
    return worded("Redone: {what}", what=said) if again else worded("Undone: {what}", what=said)
