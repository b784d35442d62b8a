"""Turning points of events of the town: what happened, and what was decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.events.kinds import EVENT_KINDS
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.turning_point import TurningPoint
from engine.records import BY_THE_TOWN, Event, Intervened, TownEvent

_DECIDED, _HAPPENED = 88, 60


def town_events(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield the outcome of each public event of the day, and other events of the town that happened."""
    signed = signed_by_the_town(day)
    for event in day.events:
        planned = signed.get(event.id)
        if planned is None or event.urgent or _is_a_beginning(planned, event):
            continue
        yield TurningPoint(
            turn="of_the_town",
            minute=event.minute,
            weight=_DECIDED if event.minute == planned.ends else _HAPPENED,
            ids=(event.id,),
            who=event.about,
            values={"text": event.text, "place": event.room},
        )


def signed_by_the_town(day: LivedDay) -> Mapping[int, TownEvent]:
    """Return the events of the town that happened on a day, by the id of the row that shows them."""
    planned = {event.what: event for event in day.moment.town.scenario.events}
    entries = list(day.rows(Intervened)) if planned else []
    found: dict[int, TownEvent] = {}
    for event in day.events if entries else ():
        before = [entry for entry in entries if entry.id < event.id and entry.minute == event.minute]
        if event.kind == "author" and before and before[-1].who == BY_THE_TOWN and before[-1].why in planned:
            found[event.id] = planned[before[-1].why]
    return found


def _is_a_beginning(planned: TownEvent, event: Event) -> bool:
    """Return whether a row only shows that an event began whose outcome is told later."""
    decided = EVENT_KINDS[planned.kind].decided and planned.kind != "arrival"
    return bool(decided) and event.minute < planned.ends
