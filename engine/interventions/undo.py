"""Undo: take back an intervention by an entry of its own, which can be undone in turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.clock import worded_moment
from engine.errors import BadInput, worded
from engine.interventions.intervention import Asked, Intervention
from engine.language.names.suggesting import shown
from engine.records import Intervened, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Intervention):
    """Take back an intervention of an author."""

    verb: ClassVar[str] = "undo"
    title: ClassVar[str] = worded("Undo")
    icon: ClassVar[str] = ":material/undo:"
    button: ClassVar[str] = worded("Undo")
    summary: ClassVar[str] = worded("Undo an intervention; to redo it, undo the new entry that this creates.")
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(
            name="entry",
            kind="entry",
            label=worded("What"),
            metavar="ENTRY",
            help="the id of an intervention; `interventions` lists the ids",
        ),
    )

    entry: str

    @property
    def undoes(self) -> int:
        """Return the id of the entry that it takes back. Raises BadInput if it is no id."""
        if not self.entry.isdecimal() or len(self.entry) > 20:
            raise BadInput(
                worded(
                    "{entry!r:.60} is not a valid entry id; `interventions` lists the ids", entry=self.entry
                )
            )
        return int(self.entry)

    def take_effect(self, hand: Hand) -> Path:
        """Take it back. Raises BadInput if it was taken back before, or cannot be."""
        entry = hand.entry(self.undoes)
        before = hand.undone_by(entry)
        if before is not None:
            raise BadInput(
                worded(
                    "the intervention at {done} was undone at {undone}; to redo it, undo entry {id}",
                    done=worded_moment(entry.minute),
                    undone=worded_moment(before.minute),
                    id=before.id,
                )
            )
        _check_newest(hand, entry, since=hand.last_done(entry))
        return hand.done_by(entry).take_back(hand, entry)

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Do again what was undone. Raises BadInput if the same value was set again since."""
        undone = hand.entry(self.undoes)
        _check_newest(hand, undone, since=entry.id)
        return hand.done_by(undone).take_effect(hand)

    def outcome(self, town: Town) -> str:
        """Return a sentence on which entry is taken back."""
        return f"Intervention {self.entry} is undone"


def _check_newest(hand: Hand, entry: Intervened, *, since: int) -> None:
    """Raise BadInput if a newer intervention in effect set the same value after a row."""
    newer = hand.written_over(entry, since)
    if newer is not None:
        what = hand.done_by(newer).outcome(hand.town)
        raise BadInput(
            worded(
                "entry {id} came later ({what}) and would be lost; undo that entry first",
                id=newer.id,
                what=shown(what),
            )
        )
