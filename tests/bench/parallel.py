"""A day in virtual time, and the longest chain of turns in it that had to wait for each other."""

from __future__ import annotations

from engine.clock import DAY
from engine.records import Conversation
from engine.rehearsal import Rehearsal
from engine.simulation.day import live
from engine.simulation.founding import found
from engine.simulation.loading import town_of
from engine.simulation.state import State
from tests.bench.virtual import Slow, run_virtually

AT_ONCE = 32


def virtual_day(scenario, rule, at_once=AT_ONCE):
    """The turns of day 1 under a turn rule, and the virtual seconds it took with one second a call."""
    town = town_of(scenario, Slow(Rehearsal()), seed=scenario.seed, settings={})
    state = State(town, rule(len(scenario.personas), town.world.walks))
    for _ in found(state):
        pass
    taken = []
    _, seconds = run_virtually(live(state, DAY, taken.extend, concurrency=at_once))
    return taken, seconds


def critical_path(taken):
    """The longest chain of calls through turns that really shared a room or an agent, computed from the
    log.
    """
    ends: dict[tuple[str, str], int] = {}
    for turn, rows in sorted(taken, key=lambda one: one[0].id):
        agents = {turn.agent}
        for entry in rows.entries:
            if isinstance(entry, Conversation):
                agents.update(entry.members)
        shared = [("room", turn.room), *(("agent", agent) for agent in agents)]
        end = max((ends.get(one, 0) for one in shared), default=0) + turn.calls
        ends.update(dict.fromkeys(shared, end))
    return max(ends.values())
