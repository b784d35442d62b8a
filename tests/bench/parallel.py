"""A day in virtual time, and the soonest it could have been over: an agent can think no sooner than its own
mind is free, than what it noticed had happened, and than whoever woke it had done so.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from unittest.mock import patch

from engine.clock import DAY
from engine.records import Presence
from engine.rehearsal import Rehearsal
from engine.simulation import day, turn as turns
from engine.simulation.founding import found
from engine.simulation.loading import town_of
from engine.simulation.state import State
from tests.bench.virtual import Slow, run_virtually

AT_ONCE = 32


@dataclass
class Hold:
    """A mind that a turn needs: when it was asked for, and when it was free."""

    agent: str
    asked: float
    got: float


@dataclass
class Thought:
    """One turn as it went: the virtual times of all it needed and made."""

    holds: list[Hold] = field(default_factory=list)
    noticed: list[int] = field(default_factory=list)
    rows: list[tuple[float, object]] = field(default_factory=list)
    ended: float = 0.0


_THINKING: ContextVar[Thought | None] = ContextVar("_THINKING", default=None)


class _Watched(State):
    """A state that notes when each row took effect."""

    def apply(self, entry):
        if thought := _THINKING.get():
            thought.rows.append((_now(), entry))
        super().apply(entry)


def virtual_day(scenario, rule, at_once=AT_ONCE):
    """The turns of day 1 under a turn rule, the virtual seconds it took with one second a call, and how each
    turn went, by its id.
    """
    town = town_of(scenario, Slow(Rehearsal()), seed=scenario.seed, settings={})
    state = _Watched(town, rule(len(scenario.personas), town.world.walks))
    run_virtually(found(state))
    taken, thoughts = [], {}
    with (
        patch.object(day, "take_turn", _watched(turns.take_turn, thoughts)),
        patch.object(turns, "hold_mind", _held(turns.hold_mind)),
        patch.object(turns, "perceive", _noted(turns.perceive)),
    ):
        _, seconds = run_virtually(day.live(state, DAY, taken.extend, concurrency=at_once))
    return taken, seconds, thoughts


def soonest_end(thoughts):
    """The virtual seconds after which a day could be over in which nobody waited but for a cause."""
    free: dict[str, float] = {}  # when each mind is done with all it has thought of so far
    woken: dict[str, float] = {}
    happened: dict[int, float] = {}
    for _, thought in sorted(thoughts.items()):
        first = thought.holds[0]
        starts = max(
            free.get(first.agent, 0.0),
            woken.get(first.agent, 0.0),
            *(happened.get(event, 0.0) for event in thought.noticed),
        )
        earlier = _earlier(thought, starts, free)
        taking_part = {hold.agent for hold in thought.holds}
        for at, row in thought.rows:
            happened[row.id] = at - earlier(at)
            if isinstance(row, Presence) and row.agent not in taking_part:
                woken[row.agent] = happened[row.id]
        free.update(dict.fromkeys(taking_part, thought.ended - earlier(thought.ended)))
    return max(free.values())


def _earlier(thought, starts, free):
    """How much earlier what a turn did at a moment could have been, if it had started then."""
    gains = []
    gain = thought.holds[0].got - starts
    for hold in thought.holds:
        could = starts if hold is thought.holds[0] else max(hold.asked - gain, free.get(hold.agent, 0.0))
        gain = hold.got - could
        gains.append((hold.got, gain))

    def at(moment):
        return next((gain for got, gain in reversed(gains) if got <= moment), gains[0][1])

    return at


def _watched(take_turn, thoughts):
    async def taken(state, agent):
        thought = Thought()
        _THINKING.set(thought)  # of this task alone
        kept = await take_turn(state, agent)
        thought.ended = _now()
        thoughts[kept[0].id] = thought
        return kept

    return taken


def _held(hold_mind):
    @asynccontextmanager
    async def holding(mind):
        asked = _now()
        async with hold_mind(mind):
            _THINKING.get().holds.append(Hold(mind.persona.id, asked, _now()))
            yield

    return holding


def _noted(perceive):
    def noticing(*what):
        noticed = perceive(*what)
        _THINKING.get().noticed.extend(event.id for event in noticed if event.id)
        return noticed

    return noticing


def _now():
    return asyncio.get_running_loop().time()
