"""The hand: an intervention takes effect, through the door of an agent's turn and logged as the author's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cognition.thinker import Town
from engine.interventions import Intervention
from engine.mind.turn_rows import TurnRows
from engine.records import LogEntry, Path, Presence, Turn
from engine.row_ids import AUTHOR
from engine.simulation.state import State
from engine.simulation.turn import wake_all


@dataclass(frozen=True, slots=True)
class Hand:
    """What an intervention may do: read the town as it stands, add rows, bring agents' next turns forward."""

    state: State
    rows: TurnRows

    @property
    def town(self) -> Town:
        """Return what every thought of the run shares."""
        return self.state.town

    def next_id(self) -> int:
        """Return the id of the next row."""
        return self.rows.next_id()

    def add(self, row: LogEntry) -> None:
        """Add a row, which takes effect at once."""
        self.rows.add(row)

    def present(self, room: Path) -> tuple[Presence, ...]:
        """Return who is in a room at this moment."""
        return self.state.rooms[room].before(self.rows.last).present()

    def wake(self, presences: Iterable[Presence], *, asleep: bool = False, after: int = 0) -> None:
        """Have agents take their next turn at this moment or some minutes after it, those who sleep only if
        they are to be woken.
        """
        wake_all(self.state, self.rows, presences, asleep=asleep, after=after)


def intervene(state: State, what: Intervention, *, at: int, first: int = 0) -> tuple[Turn, TurnRows]:
    """Let an intervention take effect at a common moment: after every turn taken, before every turn to come.

    `at` is in minutes since 00:00 of day 1; `first` is the first free row of the author at that minute.
    Raises BadInput or NotFound, before anything has changed, when it names what does not exist.
    """
    if at > state.clock:
        raise ValueError(f"minute {at} is no common moment; the next turn is at {state.clock}")
    rows = TurnRows(at, AUTHOR, state.apply, first=first, width=state.town.width)
    room = what.take_effect(Hand(state, rows))
    return Turn(id=rows.turn, agent="", room=room, reason="author"), rows
