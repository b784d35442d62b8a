"""The agenda of a run: planned interventions are made at their minute, or when their rule comes to hold.

Events of the town are made to happen too. Rules are checked every ten minutes of simulated time, at a moment
that all agents have reached, so that they depend on the town and on nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from engine.errors import BadInput, NotFound
from engine.interventions import asked_for
from engine.interventions.conditions import LOOKS, Clause, Condition, holds
from engine.interventions.hand import StillTalking
from engine.interventions.intervention import signature
from engine.records import Turn
from engine.running.run_session import RunSession, Watch, frontier, unwatched
from engine.running.town_events import TownEvents
from engine.simulation.day import Pause
from engine.store.living.arrangements import (
    Arrangement,
    arrangements_of,
    held_last,
    note_done,
    note_look,
    note_refused,
)


class Agenda:
    """The planned interventions and events of a run that is being lived."""

    def __init__(self, session: RunSession) -> None:
        self._session = session
        self._store = session.store
        self._run = session.run.number
        self._events = TownEvents(lambda: session.state, session.intervene_at)
        self._put_off: dict[
            int, int
        ] = {}  # by number: to the minute at which the talk that is in the way ends

    def next(self, now: int) -> int | None:
        """Return the next minute from `now` on with something to do or check; None if nothing is planned."""
        event = self._events.next(now)
        turns = [self._turn_of(one, now) for one in self._waiting()]
        return min([*turns, event] if event is not None else turns, default=None)

    async def keep(self, minute: int) -> None:
        """Do what is due at a moment that all agents have reached, and check rules.

        Events of the town come first.
        """
        await self._events.keep(minute)
        for one in self._waiting():
            if self._turn_of(one, minute) > minute:
                continue
            if one.rule:
                await self._look(one, minute)
            else:
                await self._carry_out(one, minute)

    def _waiting(self) -> tuple[Arrangement, ...]:
        return tuple(one for one in arrangements_of(self._store, self._run) if one.state == "waiting")

    async def _look(self, one: Arrangement, minute: int) -> None:
        before, now = held_last(self._store, one.number), holds(rule_of(one), self._session.state, minute)
        turned = now if now != before else None
        look = partial(note_look, self._store, one.number, minute, turned=turned)
        if now and not before:
            await self._carry_out(one, minute, look)
        else:
            look()

    async def _carry_out(
        self, one: Arrangement, minute: int, look: Callable[[], object] | None = None
    ) -> None:
        """Carry out a planned intervention; the `look` that led to it is stored in the same transaction. One
        that cannot be done during a talk is done after it, or (a rule) at the next look.
        """
        look = look or _no_look
        try:
            what = asked_for(one.verb, self._named(one.asked))
            by = signature(one.who, one.why)
            await self._session.intervene_at(minute, what, by, kept=partial(self._done, one, look))
        except StillTalking as talk:
            if one.rule:
                note_look(self._store, one.number, minute, turned=None)
            else:
                self._put_off[one.number] = talk.until
        except (BadInput, NotFound) as error:
            with self._store.write():
                look()
                note_refused(self._store, one.number, minute, str(error))

    def _done(self, one: Arrangement, look: Callable[[], object], turn: Turn) -> None:
        look()
        note_done(self._store, one.number, turn.id + 1, ends=not one.always)

    def _turn_of(self, one: Arrangement, now: int) -> int:
        """Return the minute from `now` on at which a planned intervention is due, or its rule checked."""
        if one.due is not None:
            return max(one.due, now, self._put_off.get(one.number, 0))
        since = max(one.looked, one.set_at)
        return max(since // LOOKS * LOOKS + LOOKS, -(-now // LOOKS) * LOOKS)

    def _named(self, asked: Mapping[str, str]) -> Mapping[str, str]:
        """Return the values of an intervention, with its planned entries' numbers replaced by entry ids."""
        entries = {f"@{one.number}": one.entry for one in arrangements_of(self._store, self._run)}
        return {name: str(entries.get(text) or text) for name, text in asked.items()}


def _no_look() -> None:
    """Store no look: what is due at a minute has no rule to check."""


async def nothing_else() -> None:
    """Do nothing between stretches of life."""


async def live_as_planned(
    session: RunSession,
    until: int,
    *,
    concurrency: int = 1,
    pause: Pause | None = None,
    watch: Watch = unwatched,
    between: Callable[[], Awaitable[None]] = nothing_else,
) -> int:
    """Live a run to a minute with all that is planned, and return the minute that all agents have reached.

    `between` is called each time the town pauses.
    """
    agenda, pause = Agenda(session), pause or Pause()
    await session.begin()
    reached = frontier(session.store, session.run)  # its goal is asked for already, and not reached yet
    while True:
        stop = agenda.next(reached)
        goal = until if stop is None else min(until, stop)
        reached = await session.live_on(goal, concurrency=concurrency, pause=pause, watch=watch)
        pause.lift()
        if stop is not None and reached >= stop:
            await agenda.keep(stop)
        await between()
        if pause.for_good or reached >= until:
            return reached


def rule_of(one: Arrangement) -> Condition:
    """Return the condition of a planned intervention from its stored form."""
    return tuple(Clause(verb=verb, who=who, what=what) for verb, who, what in json.loads(one.rule))


def kept_rule(clauses: Condition) -> str:
    """Return a condition in its stored form."""
    return json.dumps([[each.verb, each.who, each.what] for each in clauses], ensure_ascii=False)
