"""Works out the outcome of a public event from the choices of those who took part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.events.kinds import EVENT_KINDS
from engine.records import AgentId, Intention, TownEvent

ATTENDS = "attend"
"""The kind of intention to be at a public event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The outcome of a public event.

    `chosen` are the options with the most votes (several in a tie; at an auction the highest bid), and
    `votes` is how many votes each has. `votes_by` has the choice of everyone who took part, empty for an
    abstention. `winner` is the agent that decided or bid highest.
    """

    chosen: tuple[str, ...]
    votes: int
    votes_by: Mapping[AgentId, str]
    winner: AgentId = ""

    @property
    def present(self) -> int:
        """Return the number of people who took part."""
        return len(self.votes_by)

    @property
    def is_decided(self) -> bool:
        """Return whether there is exactly one outcome."""
        return len(self.chosen) == 1


def attendance_of(event: TownEvent, intentions: Sequence[Intention]) -> Intention | None:
    """Return the intention among `intentions` to be at an event; None if there is none."""
    attendances = (
        intention for intention in intentions if intention.kind == ATTENDS and intention.what == event.what
    )
    return next((attendance for attendance in attendances if attendance.when == event.begins), None)


def outcome_of(event: TownEvent, attendances: Sequence[Intention]) -> Outcome:
    """Return the outcome of an event from the latest attendance of every agent who has one."""
    there = sorted(
        (attendance for attendance in attendances if attendance.state == "done"),
        key=lambda attendance: attendance.id,
    )
    votes_by = {attendance.agent: attendance.content for attendance in there}
    match EVENT_KINDS[event.kind].decided:
        case "most":
            return _with_most_votes(event, votes_by)
        case "one":
            choice = votes_by.get(event.decides, "")
            chosen = (choice,) if choice else ()
            return Outcome(chosen=chosen, votes=len(chosen), votes_by=votes_by, winner=event.decides)
        case "highest":
            return _highest_bid(votes_by)
    return Outcome(chosen=(), votes=0, votes_by=votes_by)


def _with_most_votes(event: TownEvent, votes_by: Mapping[AgentId, str]) -> Outcome:
    counts = Counter(choice for choice in votes_by.values() if choice)
    most = max(counts.values(), default=0)
    chosen = tuple(option for option in event.options if most and counts[option] == most)
    return Outcome(chosen=chosen, votes=most, votes_by=votes_by)


def _highest_bid(votes_by: Mapping[AgentId, str]) -> Outcome:
    """Return the highest bid; in a tie, the first one made."""
    bids = [(agent, int(bid)) for agent, bid in votes_by.items() if bid]
    if not bids:
        return Outcome(chosen=(), votes=0, votes_by=votes_by)
    winner, bid = max(bids, key=lambda entry: entry[1])
    return Outcome(chosen=(str(bid),), votes=1, votes_by=votes_by, winner=winner)
