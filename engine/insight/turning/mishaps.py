"""Turning points of mishaps: urgent events and who dealt with them, and an author's interventions."""

from __future__ import annotations

from collections.abc import Iterator

from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.town_events import signed_by_the_town
from engine.insight.turning.turning_point import TurningPoint
from engine.records import Event, Memory, ThingState
from engine.row_ids import turn_of

_SEEN_TO, _LEFT, _BY_AUTHOR, _WHISPER = 74, 86, 60, 48


def mishaps(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield the urgent events of the day, one for each object, and an author's interventions."""
    told: set[str] = set()
    of_the_town = signed_by_the_town(day)
    for event in day.events:
        if event.urgent and event.thing and event.thing not in told:
            told.add(event.thing)
            yield _urgent(day, event)
        elif event.kind == "author" and event.id not in of_the_town:
            yield TurningPoint(
                turn="by_the_author",
                minute=event.minute,
                weight=_BY_AUTHOR,
                ids=(event.id,),
                who=event.about,
                values={"text": event.text, "place": event.room},
            )
    taken_back = {retraction.row for retraction in day.moment.retractions}
    for memory in day.memories("whisper"):
        if memory.id not in taken_back:
            yield _whisper(memory)


def _urgent(day: LivedDay, event: Event) -> TurningPoint:
    after = [row for row in day.thing_states if row.thing == event.thing and row.id > event.id]
    urgent = day.moment.town.world.urgent
    ended = next((row for row in after if row.by and not urgent(row.thing, row.state)), None)
    values = {"text": event.text, "place": event.room}
    if ended is None:
        return TurningPoint(
            turn="urgent_left",
            minute=event.minute,
            weight=_LEFT,
            ids=(event.id,),
            who=_by(event),
            values=values,
        )
    return TurningPoint(
        turn="urgent",
        minute=event.minute,
        weight=_SEEN_TO,
        ids=(event.id, *_act_of(day, ended), ended.id),
        who=(ended.by, *(one for one in _by(event) if one != ended.by)),
        values={**values, "who": (ended.by,), "after": str(ended.minute - event.minute)},
    )


def _act_of(day: LivedDay, state: ThingState) -> tuple[int, ...]:
    """Return the id of the event by which an agent changed an object, in a tuple; empty if there is none."""
    acts = (
        event.id for event in day.events if turn_of(event.id) == turn_of(state.id) and event.kind == "act"
    )
    return tuple(acts)[:1]


def _by(event: Event) -> tuple[str, ...]:
    return (event.actor,) if event.actor else ()


def _whisper(memory: Memory) -> TurningPoint:
    return TurningPoint(
        turn="whisper",
        minute=memory.minute,
        weight=_WHISPER,
        ids=(memory.id,),
        who=(memory.agent,),
        values={"text": memory.text},
    )
