"""Loading: a run's state as it stands at a moment, from the rows of the log that matter to it."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from operator import attrgetter
from types import MappingProxyType

from engine.clock import DAY
from engine.cognition.thinker import Town
from engine.language.phrases import phrases
from engine.model_choice.choice import model_of
from engine.models import Model
from engine.models.profiles import Keys
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
from engine.scenario import load as load_scenario
from engine.settings import cognition
from engine.simulation.state import State
from engine.simulation.turns import Turns
from engine.store.file.connection import Store
from engine.store.living.runs import RunRow
from engine.store.log.memories import touches
from engine.store.log.rows import last_turn_minute, read_log
from engine.store.writing.scenarios import files_of
from engine.world.cast import Cast
from engine.world.tree import World

# All of it matters, however long ago it was made.
_LASTING = (Memory, Conversation, Line, Relation, Sighting, ThingState, Diary)
_OF_A_MIND = (Memory, Line, Relation, Sighting, Diary)
# Only what is going on matters; nobody's last presence, plan or unseen event is older than this.
_PASSING = (Presence, Event, Step)
_PASSES = 2 * DAY
_REFLECTING = MappingProxyType({"purpose": "reflect"})


def load(
    store: Store, run: int, town: Town, *, before: int | None = None, turns: Turns | None = None
) -> State:
    """Everybody's state at a moment (exclusive), or as far as the log goes."""
    state = State(town, turns)
    since = _since(store, run, before)
    rows: list[Iterable[LogEntry]] = [
        *(read_log(store, run, kind, before=before) for kind in _LASTING),
        *(read_log(store, run, kind, before=before, after=since) for kind in _PASSING),
        read_log(store, run, Recall, before=before, where=_REFLECTING),
    ]
    state.apply_all(_merged(rows))
    _touch(store, run, state, before)
    return state


def load_mind(store: Store, run: int, town: Town, agent: AgentId, *, before: int | None = None) -> State:
    """Return the state with one agent's mind in full, and of everybody else only where they are."""
    state = State(town)
    since = _since(store, run, before)
    rows: list[Iterable[LogEntry]] = [
        *(read_log(store, run, kind, before=before, agent=agent) for kind in _OF_A_MIND),
        read_log(store, run, Recall, before=before, agent=agent, where=_REFLECTING),
        read_log(store, run, Step, before=before, after=since, agent=agent),
        *(read_log(store, run, kind, before=before) for kind in (Conversation, ThingState)),
        *(read_log(store, run, kind, before=before, after=since) for kind in (Presence, Event)),
    ]
    state.apply_all(_merged(rows))
    _touch(store, run, state, before, agent)
    return state


def _since(store: Store, run: int, before: int | None) -> int:
    last = last_turn_minute(store, run) if before is None else before
    return last - _PASSES


def _touch(store: Store, run: int, state: State, before: int | None, agent: AgentId | None = None) -> None:
    """When each memory was last recalled, and how often; a reflection's own recalls are applied already."""
    for touched in touches(store, run, before=before, agent=agent, but=_REFLECTING["purpose"]):
        state.minds[touched.agent].stream.touch([touched.memory], touched.minute, touched.times)


def living_town(store: Store, row: RunRow, keys: Keys | None = None) -> Town:
    """Return what every thought of a run shares: its scenario version, settings and model."""
    scenario = load_scenario(files_of(store, row.scenario_version), row.scenario)
    model = model_of(store, row.number, row.model, keys or Keys())
    return town_of(scenario, model, seed=row.seed, settings=dict(row.settings))


def town_of(scenario: Scenario, model: Model, *, seed: int, settings: dict[str, object]) -> Town:
    """As `living_town`, of a scenario and a model; `settings` go over those of the scenario."""
    words = phrases(scenario.language)
    return Town(
        scenario=scenario,
        world=World(scenario),
        cast=Cast(scenario.personas, words),
        settings=cognition({**scenario.cognition, **settings}),
        phrases=words,
        model=model,
        seed=seed,
    )


def _merged(kinds: Iterable[Iterable[LogEntry]]) -> Iterable[LogEntry]:
    return heapq.merge(*kinds, key=attrgetter("id"))
