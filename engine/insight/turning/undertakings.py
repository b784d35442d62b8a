"""Undertakings: occasions that were held and who came, what came to nothing, and minds that were changed."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import clock_words
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.promises import GRACE
from engine.insight.turning.turning_point import TurningPoint
from engine.practices.conduct import HELD_TO
from engine.practices.practice import practices
from engine.records import AgentId, Intention, Memory

_HELD, _EMPTY, _FAILED, _DROPPED, _CHANGED = 64, 84, 62, 58, 52


def undertakings(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield the occasions of the day, and what people gave up or could not do."""
    for row in day.intentions:
        if row.state == "begun" and row.kind == "occasion" and row.place:
            yield _occasion(day, row)
        elif row.state in ("failed", "dropped") and _has_an_end(row):
            yield _came_to_nothing(day, row)
    yield from _changed_minds(day)


def _occasion(day: LivedDay, row: Intention) -> TurningPoint:
    """Return who came to an occasion, and who had agreed to and did not."""
    begins = row.when or row.minute
    ends = max((one.minute for one in day.intentions if one.began == row.began), default=row.minute)
    ends = max(ends, begins + GRACE)
    there = row.place.partition("/")[0]
    guests = _guests(day, row, begins, ends)
    came = tuple(
        agent for agent in day.people if agent != row.agent and day.was_at(agent, there, begins, ends)
    )
    missing = tuple(agent for agent in guests if agent not in came)
    turn = "occasion" if came else "occasion_empty"
    return TurningPoint(
        turn=turn,  # type: ignore[arg-type]  # of two names of TurnKind
        minute=begins,
        weight=min(82, _HELD + 2 * len(came)) if came else _EMPTY,
        ids=(row.id,),
        who=(row.agent, *came),
        values={
            "who": (row.agent,),
            "what": row.what or row.deed,
            "place": row.place,
            "clock": clock_words(begins),
            "came": came,
            "count": str(len(came)),
            "missing": missing,
        },
    )


def _guests(day: LivedDay, row: Intention, begins: int, ends: int) -> tuple[AgentId, ...]:
    """Return who had agreed to come, by what they remember."""
    there = row.place.partition("/")[0]
    agreed = (
        memory.agent
        for memory in day.due
        if memory.place.partition("/")[0] == there and begins <= (memory.when or 0) <= ends
    )
    return tuple(dict.fromkeys(agent for agent in agreed if agent != row.agent))


def _has_an_end(row: Intention) -> bool:
    """Return whether others could see it come to something: not what one keeps to, or does every day."""
    return row.kind not in HELD_TO and practices()[row.kind].alone != "daily"


def _came_to_nothing(day: LivedDay, row: Intention) -> TurningPoint:
    others = tuple(other for other in row.others if other in day.moment.town.cast.personas)
    return TurningPoint(
        turn="not_done" if row.state == "failed" else "given_up",
        minute=row.minute,
        weight=_FAILED if row.state == "failed" else _DROPPED,
        ids=(row.id, row.memory),
        who=(row.agent, *others),
        values={"who": (row.agent,), "deed": row.deed, "because": row.because, "others": others},
    )


def _changed_minds(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield plans that were broken off for a reason of weight: the memory of it says so in its own words."""
    for memory in day.rows(Memory, kind="plan", source=0):
        if memory.when is None and not memory.evidence and memory.importance >= 5:
            yield TurningPoint(
                turn="changed_mind",
                minute=memory.minute,
                weight=_CHANGED,
                ids=(memory.id,),
                who=(memory.agent,),
                values={"text": memory.text},
            )
