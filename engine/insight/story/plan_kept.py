"""Compare the plan of a day with what was done: which parts were kept, moved, changed or dropped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.clock import day_of
from engine.insight.turning.lived_day import LivedDay
from engine.moments.moment import Moment
from engine.records import AgentId, Path, Presence, Step

Fate = Literal["kept", "moved", "changed", "dropped", "ahead"]

ENOUGH = 0.5  # of its time: who came late, or left early to be on time elsewhere, did as they had meant to


def plan_kept(moment: Moment, day: int, agent: AgentId | None = None) -> tuple[Planned, ...]:
    """Return the morning plans of all agents (or of one) for a day, with the fate of each part."""
    key = ("plans kept", moment.row.number, day, moment.before, agent)
    return moment.store.unchanged(key, lambda: _plans(LivedDay(moment, day), agent))


@dataclass(frozen=True, slots=True, kw_only=True)
class Instead:
    """The replacement of a part of a plan: its start, activity and reason, and the row that shows it."""

    id: int
    since: int
    doing: str
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A part of an agent's morning plan, and its fate.

    It was `kept` if the agent was in its place for at least half of its time, `moved` if a later plan had
    the same at a later hour, `changed` if something else in the plan took its time, `dropped` if the agent
    was elsewhere all the same; it is `ahead` if it has not begun. Of `passed` minutes of it the agent was
    there for `kept`.
    """

    id: int
    agent: AgentId
    start: int
    end: int
    activity: str
    room: Path
    fate: Fate
    passed: int
    kept: int
    instead: Instead | None = None


def _plans(lived: LivedDay, agent: AgentId | None) -> tuple[Planned, ...]:
    rows: dict[AgentId, list[Step]] = defaultdict(list)
    for row in lived.rows(Step) if agent is None else lived.rows(Step, agent=agent):
        rows[row.agent].append(row)
    where = lived.presences if agent is None else {agent: lived.presences_of(agent)}
    return tuple(
        _became(part, rows[who], where[who], lived.until)
        for who in lived.people
        for part in _morning(rows[who], lived.day)
    )


def _morning(rows: Sequence[Step], day: int) -> Iterator[Step]:
    """Yield the parts of the first plan that an agent made for a day."""
    made = next((row for row in rows if row.level == "day" and day_of(row.start) == day), None)
    if made is not None:
        yield from (row for row in rows if row.level == "block" and row.parent == made.id and row.room)


def _became(part: Step, rows: Sequence[Step], where: Sequence[Presence], until: int) -> Planned:
    """Return the fate of a part of a plan; `rows` are the plan's rows, and `where` the agent's presences."""
    passed = max(0, min(part.end, until) - part.start)
    stays = list(during(part, where, until))
    kept = sum(minutes for row, minutes in stays if row.inside and _place(row) == _place(part))
    fate, instead = _fate(part, rows, stays, passed, kept)
    return Planned(
        id=part.id,
        agent=part.agent,
        start=part.start,
        end=part.end,
        activity=part.activity,
        room=part.room,
        fate=fate,
        passed=passed,
        kept=kept,
        instead=instead,
    )


def _fate(
    part: Step, rows: Sequence[Step], stays: Sequence[tuple[Presence, int]], passed: int, kept: int
) -> tuple[Fate, Instead | None]:
    if not passed:
        return "ahead", None
    if kept >= ENOUGH * passed:
        return "kept", None
    later = [row for row in rows if row.id > part.id]
    if again := next((row for row in later if _is_moved(row, part, rows)), None):
        return "moved", _instead(again, rows)
    over = [row for row in later if _place(row) not in ("", _place(part)) and _shared(row, part)]
    if over:
        return "changed", _instead(max(over, key=lambda row: (_shared(row, part), row.id)), rows)
    longest = max(stays, key=lambda stay: stay[1], default=None)
    if longest is None:
        return "dropped", None
    row, _ = longest
    return "dropped", Instead(id=row.id, since=max(row.minute, part.start), doing=row.doing)


def _is_moved(row: Step, part: Step, rows: Sequence[Step]) -> bool:
    """Return whether a later row has the same at a later hour, at which the morning plan did not have it."""
    mornings = (one for one in rows if one.parent == part.parent and one.start == row.start)
    return (
        row.parent != part.parent
        and row.start >= part.end
        and _is_same(row, part)
        and not any(_is_same(one, part) for one in mornings)
    )


def _is_same(row: Step, part: Step) -> bool:
    if row.level != "block" or row.room != part.room:
        return False
    return row.activity.casefold() == part.activity.casefold()


def _shared(row: Step, part: Step) -> int:
    """Return the number of minutes that two parts of a plan overlap."""
    return max(0, min(row.end, part.end) - max(row.start, part.start))


def _instead(row: Step, rows: Sequence[Step]) -> Instead:
    """Return the replacement of a part; its reason is in the row that broke it off, or in the next."""
    why = row.thing_state if row.level == "block" else ""
    rest = (one.because for one in rows if one.because and one.start == row.end and one.parent == row.parent)
    return Instead(id=row.id, since=row.start, doing=row.activity, because=why or next(rest, ""))


def during(part: Step, rows: Sequence[Presence], until: int) -> Iterator[tuple[Presence, int]]:
    """Yield an agent's presences during a part of its plan, each with its minutes of it."""
    for row, after in zip(rows, (*rows[1:], None), strict=True):
        ends = min(after.minute if after is not None else until, part.end)
        if ends > (begins := max(row.minute, part.start)):
            yield row, ends - begins


def _place(row: Step | Presence) -> str:
    return row.room.partition("/")[0]
