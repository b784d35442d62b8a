"""Something urgent: when it is dealt with, who remembers it, and whether it is talked about."""

from __future__ import annotations

from dataclasses import dataclass

from engine.api.workspace import Run
from engine.clock import minute_at
from engine.interventions import SetState
from engine.records import Memory, Presence, ThingState
from engine.store.log.rows import read_log

AFTERWARDS = 8 * 60  # the minutes looked at


@dataclass(frozen=True)
class Emergency:
    """What came of something urgent: minutes until it was dealt with, who remembers, who spoke of it."""

    minutes: int
    remembered: int
    spoken_of: int


def emergency(run: Run) -> Emergency | None:
    """On the second day something begins to burn beside somebody who is awake; None where nothing can."""
    chosen = _flammable(run)
    if chosen is None:
        return None
    thing, state, minute = chosen
    fork = run.fork(minute)
    fork.intervene(SetState(thing=thing, state=state))
    fork.live(minute + AFTERWARDS)
    store, number = fork.store, fork.number
    after = [
        row for row in read_log(store, number, ThingState) if row.thing == thing and row.minute >= minute
    ]
    out = next((row.minute for row in after if row.state != state and row.by), minute + AFTERWARDS)
    memories = [row for row in read_log(store, number, Memory) if row.minute >= minute and state in row.text]
    heard = [row for row in memories if row.kind == "talk"]
    return Emergency(out - minute, len({row.agent for row in memories}), len(heard))


def _flammable(run: Run) -> tuple[str, str, int] | None:
    """A thing with an urgent state, that state, and a minute of day 2 when somebody works beside it."""
    things = {
        room.path: (thing.path, next(iter(thing.urgent)))
        for place in run.scenario.places for room in place.rooms for thing in room.things if thing.urgent
    }  # fmt: skip
    rows = list(read_log(run.store, run.number, Presence))
    for row in rows:
        day_two = minute_at(2, 9 * 60) <= row.minute <= minute_at(2, 12 * 60)
        if day_two and row.inside and not row.asleep and row.room in things and row.next - row.minute >= 20:
            return *things[row.room], row.minute + 5
    return None
