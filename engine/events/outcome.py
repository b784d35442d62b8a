"""The outcome of a public event, from what those who took part in it chose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.events.kinds import EVENT_KINDS
from engine.records import AgentId, Intention, TownEvent

ATTENDS = "attend"
"""The kind of the intention to be at a public event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a public event: the options that were `chosen` most often (several where they are level;
    at an auction the highest bid), with how many `votes` each, of how many who were there (`present`) in all.
    `votes_by` is what each of those who took part chose, an empty text where they did not choose.
    """

    chosen: tuple[str, ...]
    votes: int
    votes_by: Mapping[AgentId, str]
    winner: AgentId = ""

    @property
    def present(self) -> int:
        """Return how many took part."""
        return len(self.votes_by)

    @property
    def is_decided(self) -> bool:
        """Return whether there is one outcome."""
        return len(self.chosen) == 1


def attendance_of(event: TownEvent, intentions: Sequence[Intention]) -> Intention | None:
    """Return the intention of somebody to be at an event, as it stands; None where they have none."""
    found = (one for one in intentions if one.kind == ATTENDS and one.what == event.what)
    return next((one for one in found if one.when == event.begins), None)


def outcome_of(event: TownEvent, attendances: Sequence[Intention]) -> Outcome:
    """Return the outcome of an event, from the intentions to be there of all who have one."""
    there = sorted((one for one in attendances if one.state == "done"), key=lambda one: one.id)
    votes_by = {one.agent: one.content for one in there}
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
    """Return the highest bid; of two that are as high, the first."""
    bids = [(agent, int(bid)) for agent, bid in votes_by.items() if bid]
    if not bids:
        return Outcome(chosen=(), votes=0, votes_by=votes_by)
    winner, bid = max(bids, key=lambda made: made[1])
    return Outcome(chosen=(str(bid),), votes=1, votes_by=votes_by, winner=winner)
