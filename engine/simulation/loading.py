"""Loading: a run's state as it stands at a moment, from the rows of the log that matter to it."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from operator import attrgetter

from engine.cast import Cast
from engine.cognition.thinker import Town
from engine.models import Model
from engine.phrases import phrases
from engine.records import (
    AgentId,
    Conversation,
    Diary,
    Event,
    Line,
    LogEntry,
    Memory,
    Presence,
    Recall,
    Relation,
    Scenario,
    Sighting,
    Step,
    ThingState,
)
from engine.settings import cognition
from engine.simulation.state import State
from engine.simulation.turns import Turns
from engine.store.connection import Store
from engine.store.log import read_log
from engine.world import World

_OF_THE_TOWN = (
    Memory,
    Recall,
    Step,
    Conversation,
    Line,
    Relation,
    Sighting,
    Presence,
    ThingState,
    Diary,
    Event,
)
_OF_A_MIND = (Memory, Recall, Step, Line, Relation, Sighting, Diary)


def load(
    store: Store, run: int, town: Town, *, before: int | None = None, turns: Turns | None = None
) -> State:
    """Everybody's state at a moment (exclusive), or as far as the log goes."""
    state = State(town, turns)
    kinds = (read_log(store, run, kind, before=before) for kind in _OF_THE_TOWN)
    state.apply_all(_merged(kinds))
    return state


def load_mind(store: Store, run: int, town: Town, agent: AgentId, *, before: int | None = None) -> State:
    """The state with one agent's mind in full and of everybody else only where they are."""
    state = State(town)
    own: list[Iterable[LogEntry]] = [
        read_log(store, run, kind, before=before, agent=agent) for kind in _OF_A_MIND
    ]
    shared: list[Iterable[LogEntry]] = [
        read_log(store, run, kind, before=before) for kind in (Conversation, Presence, ThingState, Event)
    ]
    state.apply_all(_merged([*own, *shared]))
    return state


def town_of(scenario: Scenario, model: Model, *, seed: int, settings: dict[str, object]) -> Town:
    """What every thought of a run shares; `settings` go over those of the scenario."""
    return Town(
        scenario=scenario,
        world=World(scenario),
        cast=Cast(scenario.personas),
        settings=cognition({**scenario.cognition, **settings}),
        phrases=phrases(scenario.language),
        model=model,
        seed=seed,
    )


def _merged(kinds: Iterable[Iterable[LogEntry]]) -> Iterable[LogEntry]:
    return heapq.merge(*kinds, key=attrgetter("id"))
