"""Load a run's state at a moment from the rows of the log that matter to it."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from types import MappingProxyType

from engine.clock import DAY
from engine.cognition.thinker import Town
from engine.language.phrases import phrases
from engine.mind.mind import Mind
from engine.model_choice.choice import model_of
from engine.model_choice.purse import Purse
from engine.models import Model
from engine.models.profiles import Keys
from engine.practices.conduct import announces
from engine.records import (
    AgentId,
    Amendment,
    Conversation,
    Diary,
    Event,
    Intention,
    Intervened,
    Joined,
    Knows,
    Line,
    Lock,
    LogEntry,
    Presence,
    Relation,
    Retraction,
    Scenario,
    Sighting,
    Status,
    Step,
    ThingState,
)
from engine.scenario import load as load_scenario
from engine.scenario.garbage import seldom_collected
from engine.settings import cognition
from engine.simulation.joining import amendments, peopled
from engine.simulation.remembering import read_memories, remember
from engine.simulation.state import State
from engine.simulation.turns import Turns
from engine.store.file.connection import Store
from engine.store.living.runs import RunRow
from engine.store.log.lineage import width_in
from engine.store.log.moments import presences, talks_of, town_clock
from engine.store.log.rows import last_turn_minute, read_log
from engine.store.writing.scenarios import files_of
from engine.world.cast import Cast
from engine.world.tree import World

# All of it matters, however long ago it was made; what is remembered is read by `remembering`.
_LASTING = (
    Conversation, Relation, Sighting, ThingState, Diary, Intention, Intervened, Retraction, Status,
    Lock, Knows,
)  # fmt: skip
_OF_A_MIND = (Relation, Sighting, Diary, Intention, Retraction, Status, Lock, Knows)
# Only what is going on matters; the last presence, plan or unseen event of nobody in the town is older than
# this.
_PASSING = (Presence, Event, Step)
_PASSES = 2 * DAY
_TELLS_NOTHING = MappingProxyType({"tells": 0})


def load(
    store: Store, run: int, town: Town, *, before: int | None = None, turns: Turns | None = None
) -> State:
    """Return the state of all agents before a minute, or at the end of the log."""
    with seldom_collected():
        return _loaded(store, run, State(town_at(store, run, town, before), turns), before)


def _loaded(store: Store, run: int, state: State, before: int | None) -> State:
    _remember(store, run, state, tuple(state.minds.values()), before)
    since = _since(store, run, before)
    rows: list[Iterable[LogEntry]] = [
        *(read_log(store, run, kind, before=before) for kind in _LASTING),
        *(read_log(store, run, kind, before=before, after=since) for kind in _PASSING),
        *_lines(store, run, before, since),
        _away(store, run, before, since),
    ]
    state.apply_all(_merged(rows))
    _know_from_the_start(state, state.minds.values())
    return state


def load_mind(store: Store, run: int, town: Town, agent: AgentId, *, before: int | None = None) -> State:
    """Return the state with one agent's full mind, and of the rest only the room it is in."""
    state = State(town_at(store, run, town, before))
    _remember(store, run, state, (state.minds[agent],), before)
    since = _since(store, run, before)
    own = list(read_log(store, run, Presence, before=before, after=since, agent=agent))
    own = own or [row for row in _away(store, run, before, since) if row.agent == agent]
    rows: list[Iterable[LogEntry]] = [
        *(read_log(store, run, kind, before=before, agent=agent) for kind in _OF_A_MIND),
        read_log(store, run, Step, before=before, after=since, agent=agent),
        talks_of(store, run, agent, before=before),
        _amended(store, run, state.town, before),
        *_lines(store, run, before, since, agent),
        own,
        *(_room(store, run, state.town, own[-1], agent, before, since) if own else ()),
    ]
    state.apply_all(_merged(rows))
    _know_from_the_start(state, [state.minds[agent]])
    return state


def _know_from_the_start(state: State, minds: Iterable[Mind]) -> None:
    """Have minds know the facts they began with, which runs of older versions did not log."""
    place_of = state.town.world.place_of
    for mind in minds:
        facts = {fact.text: fact.id for fact in state.town.scenario.facts if mind.persona.id in fact.known_by}
        for memory in mind.stream.of_kind("seed") if facts else ():
            if memory.text not in facts:
                continue
            mind.learn(facts[memory.text], memory.id)
            for intention in mind.intentions.values():
                if announces(memory, intention, place_of):
                    mind.learn(facts[memory.text], intention.memory)


def _remember(store: Store, run: int, state: State, minds: Sequence[Mind], before: int | None) -> None:
    """Fill minds with their memories: past days from the stored ones, the rest from the log."""
    state.days_kept = (town_clock(store, run) if before is None else before) // DAY
    remember(store, run, minds, state.days_kept)
    read_memories(store, run, minds, after=state.days_kept * DAY - 1, before=before)


def _amended(store: Store, run: int, town: Town, before: int | None) -> list[Intervened]:
    """Return the entries that amended the town."""
    ids = {one.id for one in town.amended}
    rows = read_log(store, run, Intervened, before=before) if ids else ()
    return [row for row in rows if row.id in ids]


def _room(
    store: Store, run: int, town: Town, here: Presence, agent: AgentId, before: int | None, since: int
) -> Iterator[Iterable[LogEntry]]:
    """Yield the rows of the room an agent is in: who came, where they are now, its events and objects."""
    others = presences(store, run, before).values()
    room = town.world.former.now(here.room, here.id)
    called = town.world.former.then(room)
    came = {row.id: row for name in called for row in read_log(
        store, run, Presence, before=before, after=since, where={"room": name}
    )}  # fmt: skip
    there = came | {row.id: row for row in others}
    yield sorted((row for row in there.values() if row.agent != agent), key=attrgetter("id"))
    for name in called:
        yield read_log(store, run, Event, before=before, after=since, where={"room": name})
    for thing in town.world.rooms[room].things if room in town.world.rooms else ():
        for name in town.world.former.then(thing.path):
            yield read_log(store, run, ThingState, before=before, where={"thing": name})


def _lines(
    store: Store, run: int, before: int | None, since: int, agent: AgentId | None = None
) -> Iterator[Iterable[Line]]:
    """Yield the lines said: all of the recent ones, and of older ones those that pass something on."""
    yield read_log(store, run, Line, before=before, after=since, agent=agent)
    if since > 0:
        end = width_in(store, run).starts(since + 1)
        yield read_log(store, run, Line, before=before, before_id=end, agent=agent, unless=_TELLS_NOTHING)


def _away(store: Store, run: int, before: int | None, since: int) -> list[Presence]:
    """Return the presences of agents who have not thought since the other rows begin."""
    here = presences(store, run, before).values()
    return sorted((row for row in here if row.minute <= since), key=attrgetter("id"))


def _since(store: Store, run: int, before: int | None) -> int:
    last = last_turn_minute(store, run) if before is None else before
    return last - _PASSES


def town_of_run(store: Store, row: RunRow, keys: Keys | None = None, purse: Purse | None = None) -> Town:
    """Return the town that all thoughts of a run share: its scenario version, settings and model.

    The model is paid from the workspace's own purse, or from another.
    """
    scenario = load_scenario(files_of(store, row.scenario_version), row.scenario)
    model = model_of(store, row.number, row.model, keys or Keys(), purse)
    town = town_of(scenario, model, seed=row.seed, settings=dict(row.settings))
    return town_at(store, row.number, town)


def town_at(store: Store, run: int, town: Town, before: int | None = None) -> Town:
    """Return the town of a run with the newcomers and amendments before a minute, or by now."""
    read = partial(_joined, store, run, before)
    joined, amended = store.unchanged(("joined", run, before), read)
    return peopled(town, joined, amended)


def _joined(store: Store, run: int, before: int | None) -> tuple[tuple[Joined, ...], tuple[Amendment, ...]]:
    made = amendments(read_log(store, run, Intervened, before=before))
    return tuple(read_log(store, run, Joined, before=before)), made


def town_of(scenario: Scenario, model: Model, *, seed: int, settings: dict[str, object]) -> Town:
    """Return the town of a scenario and a model; `settings` override those of the scenario."""
    words, world = phrases(scenario.language), World(scenario)
    return Town(
        scenario=scenario,
        world=world,
        cast=Cast(scenario.personas, words, places=scenario.places),
        settings=cognition({**scenario.cognition, **settings}),
        phrases=words,
        model=model,
        seed=seed,
    )


def _merged(kinds: Iterable[Iterable[LogEntry]]) -> Iterable[LogEntry]:
    return heapq.merge(*kinds, key=attrgetter("id"))
