"""Turning points of undertakings: occasions and who came, failed intentions, and changed minds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.clock import clock_words
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.promises import GRACE
from engine.insight.turning.requests import days_ahead, last_answer
from engine.insight.turning.turning_point import TurningPoint
from engine.practices.conduct import ASKED, HELD_TO
from engine.practices.practice import practices
from engine.records import AgentId, Intention, Memory, Path

_HELD, _EMPTY, _FAILED, _DROPPED, _CHANGED = 64, 84, 62, 58, 52


def undertakings(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield the occasions of the day, and the intentions that failed or were dropped."""
    for row in occasions(day):
        yield _occasion(day, row)
    for row in day.intentions:
        if row.state in ("failed", "dropped") and _has_an_end(row):
            yield from _came_to_nothing(day, row)
    yield from _changed_minds(day)


def occasions(day: LivedDay) -> Sequence[Intention]:
    """Return the occasions that began on the day, each once even if the agent intends it twice."""
    held: dict[tuple[AgentId, str, Path, int | None], Intention] = {}
    for row in day.intentions:
        if row.state == "begun" and row.kind == "occasion" and row.place:
            held.setdefault((row.agent, row.what or row.deed, row.place, row.when), row)
    return tuple(held.values())


def _occasion(day: LivedDay, row: Intention) -> TurningPoint:
    """Return the turning point of an occasion: who came, and who had agreed to come and did not."""
    begins, ends = _hours(day, row)
    rooms = _rooms(day, row)
    guests = _guests(day, row, rooms, begins, ends)
    came = who_came(day, row)
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
            "room": row.place if rooms == {row.place} else "",
            "clock": clock_words(begins),
            "came": came,
            "count": str(len(came)),
            "missing": missing,
        },
    )


def who_came(day: LivedDay, row: Intention) -> tuple[AgentId, ...]:
    """Return the agents who came to an occasion of the day, without its host."""
    (begins, ends), rooms = _hours(day, row), _rooms(day, row)
    others = (agent for agent in day.people if agent != row.agent)
    return tuple(agent for agent in others if day.was_in(agent, rooms, begins, ends))


def _hours(day: LivedDay, row: Intention) -> tuple[int, int]:
    """Return the minutes at which an occasion began and ended."""
    begins = row.when or row.minute
    ends = max((one.minute for one in day.intentions if one.first == row.first), default=row.minute)
    return begins, max(ends, begins + GRACE)


def _rooms(day: LivedDay, row: Intention) -> frozenset[Path]:
    """Return the rooms of an occasion by its wording. Being next door does not count."""
    memory = day.by_id([row.memory]).get(row.memory)
    return day.rooms_meant(row.place, f"{row.deed} {row.what} {memory.text if memory is not None else ''}")


def _guests(
    day: LivedDay, row: Intention, rooms: frozenset[Path], begins: int, ends: int
) -> tuple[AgentId, ...]:
    """Return the agents who had agreed to come, according to their memories."""
    agreed = (
        memory.agent
        for memory in day.due
        if begins <= (memory.when or 0) <= ends and rooms & day.rooms_meant(memory.place, memory.text)
    )
    return tuple(dict.fromkeys(agent for agent in agreed if agent != row.agent))


def _has_an_end(row: Intention) -> bool:
    """Return whether an intention can visibly end: not one that is kept to, or done every day."""
    return row.kind not in HELD_TO and practices()[row.kind].alone != "daily"


def _came_to_nothing(day: LivedDay, row: Intention) -> Iterator[TurningPoint]:
    """Yield an intention that failed or was dropped, but no request that was only put off to a later day."""
    others = tuple(other for other in row.others if other in day.moment.town.cast.personas)
    was_asked = row.state == "failed" and row.kind in ASKED and len(others) == 1
    answer = last_answer(day, row) if was_asked else None
    if answer is not None and days_ahead(day.moment, answer.line):
        return
    kept = answer.memory if answer is not None else None
    told = {"because": row.because} if kept is None else {"answer": kept.text}
    yield TurningPoint(
        turn="not_done" if row.state == "failed" else "given_up",
        minute=row.minute,
        weight=_FAILED if row.state == "failed" else _DROPPED,
        ids=(kept.id, kept.source, row.id) if kept is not None else (row.id, row.memory),
        who=(row.agent, *others),
        values={"who": (row.agent,), "others": others, "deed": row.deed, **told},
    )


def _changed_minds(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield plans that were broken off for an important reason, as the memory says in its own words."""
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
