"""Makes the events of a town happen at their minutes during a run.

Which events have happened is read from the log alone, so a fork keeps those before its cut.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from engine.errors import BadInput, NotFound
from engine.events.kinds import EVENT_KINDS
from engine.events.outcome import attendance_of, outcome_of
from engine.events.wording import EventWords
from engine.interventions import Happen, Intervention, SetState
from engine.interventions.entries import standing
from engine.interventions.intervention import Signature
from engine.records import BY_THE_TOWN, Path, TownEvent
from engine.simulation.state import State


@dataclass(frozen=True, slots=True)
class _Moment:
    """The minute at which an event begins or ends."""

    minute: int
    event: TownEvent
    is_end: bool


Intervene = Callable[[int, Intervention, Signature], Awaitable[object]]
"""Applies an intervention at a minute that all agents have reached, signed with who and why."""


class TownEvents:
    """The events of a town during a run. `state` returns the current state of the run."""

    def __init__(self, state: Callable[[], State], intervene: Intervene) -> None:
        self._state, self._intervene = state, intervene
        self._refused: set[_Moment] = set()  # events whose room no longer exists: not tried again

    def next(self, now: int) -> int | None:
        """Return the next minute from `now` on at which an event begins or ends; None if there is none."""
        return min((moment.minute for moment in self._to_come(now)), default=None)

    async def keep(self, minute: int) -> None:
        """Make the events happen that begin or end at a minute that all agents have reached."""
        for moment in tuple(self._to_come(minute)):
            if moment.minute == minute:
                await self._happen(moment)

    def _to_come(self, now: int) -> Iterator[_Moment]:
        entries = self._state().interventions.values()
        done = {(entry.minute, entry.why) for entry in entries if entry.who == BY_THE_TOWN}
        kept = {(entry.minute, entry.why) for entry, _ in standing(entries) if entry.who == BY_THE_TOWN}
        for event in self._state().town.scenario.events:
            if (event.begins, event.what) in done - kept:  # taken back by an author: it does not end either
                continue
            for moment in _moments(event):
                is_done = (moment.minute, event.what) in done or moment in self._refused
                if moment.minute >= now and not is_done:
                    yield moment

    async def _happen(self, moment: _Moment) -> None:
        event = moment.event
        signature = Signature(who=BY_THE_TOWN, why=event.what)
        try:
            await self._intervene(moment.minute, self._act(moment), signature)
        except (BadInput, NotFound):
            self._refused.add(moment)

    def _act(self, moment: _Moment) -> Intervention:
        state, event = self._state(), moment.event
        if event.kind == "state":
            return SetState(thing=self._present_path(event.thing), state=event.state)
        town = state.town
        words = EventWords(town.phrases, town.world, town.cast.names)
        if not moment.is_end:
            return Happen(room=self._present_path(event.place), text=words.begins(event))
        attendances = [attendance_of(event, tuple(mind.intentions.values())) for mind in state.minds.values()]
        outcome = outcome_of(event, [attendance for attendance in attendances if attendance is not None])
        return Happen(room=self._present_path(event.place), text=words.ends(event, outcome))

    def _present_path(self, path: Path) -> Path:
        return self._state().town.world.former.now(path, 0)


def _moments(event: TownEvent) -> Iterator[_Moment]:
    """Yield the beginning of an event and, if it is announced, its end; nothing for a closing."""
    if event.kind == "closing":
        return
    yield _Moment(event.begins, event, is_end=False)
    if EVENT_KINDS[event.kind].decided and event.kind != "arrival":
        yield _Moment(event.ends, event, is_end=True)
