"""Founding: the first rows of a run, with seed memories, acquaintances and known places."""

from __future__ import annotations

import asyncio

from engine.cognition.facts import know_as_planned
from engine.cognition.feeling.feel import feel_at_first
from engine.cognition.intending.intend import (
    announce,
    announced_by,
    held_by,
    intend,
    stated_by,
    stating,
    take_up,
)
from engine.cognition.intending.understand import Reading, known_at_first, understand
from engine.cognition.pursuit.attending import learn_of
from engine.cognition.rest import wakes_at
from engine.cognition.thinker import Thinker, Town
from engine.errors import ModelFailed
from engine.intentions.understood import seeds_read
from engine.language.times.told_time import due_at
from engine.mind.turn_rows import TurnRows
from engine.records import (
    AgentId,
    Fact,
    Memory,
    Path,
    Persona,
    Presence,
    Relation,
    Sighting,
    StatedIntention,
    Turn,
)
from engine.simulation.pausing import no_thought
from engine.simulation.state import State

_SEED_MATTERS, _FACT_MATTERS = 5, 8


async def found(state: State, *, concurrency: int = 1) -> tuple[tuple[Turn, TurnRows], ...]:
    """Return one turn per agent at minute 0: its memories, what it knows, and that it sleeps at home.

    What the memories ask of the agents is asked first, of `concurrency` agents at once; until all have
    answered, nothing has changed. Raises DayPaused when a model gives no answer.
    """
    room = asyncio.Semaphore(concurrency)
    asking = [asyncio.create_task(_read(state, agent, room)) for agent in state.minds]
    try:
        readings = await asyncio.gather(*asking)
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
    return tuple(
        _founded(state, agent, reading) for agent, reading in zip(state.minds, readings, strict=True)
    )


async def _read(state: State, agent: AgentId, room: asyncio.Semaphore) -> Reading:
    mind = state.minds[agent]
    rows = TurnRows(0, mind.agent_number, state.apply, width=state.town.width)
    thinker = state.newborn(agent, rows)
    async with room:
        try:
            return await understand(thinker, known_at_first(state.town.scenario, thinker.persona))
        except ModelFailed as error:
            raise no_thought(mind.persona.name, 0, error) from error


def _founded(state: State, agent: AgentId, reading: Reading) -> tuple[Turn, TurnRows]:
    mind = state.minds[agent]
    rows = TurnRows(0, mind.agent_number, state.apply, width=state.town.width)
    _lay_to_bed(state.town, agent, rows)
    acquaint(state.town, agent, rows)
    thinker = state.thinker(agent, rows, 0)
    recollect(thinker, reading)
    feel_at_first(thinker)
    reading.log(thinker)
    room = thinker.room.path
    return Turn(id=rows.turn, agent=agent, room=room, reason="founding", calls=thinker.calls), rows


def spoken_place(town: Town, text: str) -> Path:
    """Return the first room of the place named in a text; empty if it names none."""
    named = max(town.world.named(text), key=lambda place: len(place.name), default=None)
    return named.rooms[0].path if named else ""


def _lay_to_bed(town: Town, agent: AgentId, rows: TurnRows) -> None:
    persona = town.cast.personas[agent]
    rows.add(
        Presence(
            id=rows.next_id(),
            agent=agent,
            room=persona.home,
            inside=True,
            asleep=True,
            next=max(1, wakes_at(persona.wake, 0)),
            reason="wake",
            doing=town.phrases.say("asleep"),
            emoji="💤",
        )
    )


def acquaint(town: Town, agent: AgentId, rows: TurnRows) -> None:
    """Add the places and people that an agent knows at the beginning."""
    persona = town.cast.personas[agent]
    paths = [path for path in (persona.home, persona.work, *persona.knows) if path]
    for room in dict.fromkeys(room for path in paths for room in _rooms_meant(town, persona, path)):
        rows.add(Sighting(id=rows.next_id(), agent=agent, path=room))
        for thing in town.world.rooms[room].things:
            rows.add(Sighting(id=rows.next_id(), agent=agent, path=thing.path, state=thing.state))
    for bond in persona.bonds:
        rows.add(
            Relation(
                id=rows.next_id(), agent=agent, other=bond.other, kind=bond.kind, closeness=bond.closeness
            )
        )


def acquaint_with(thinker: Thinker, room: Path, *, alone: bool = False) -> None:
    """Add the rooms and objects of a place where an agent newly lives or works; only one room if `alone`."""
    world, rows = thinker.town.world, thinker.rows
    for one in (world.rooms[room],) if alone else world.place_of[room].rooms:
        for path, state in [(one.path, ""), *((thing.path, thing.state) for thing in one.things)]:
            if path not in thinker.mind.known:
                rows.add(Sighting(id=rows.next_id(), agent=thinker.id, path=path, state=state))


def _rooms_meant(town: Town, persona: Persona, path: Path) -> tuple[Path, ...]:
    """Return the rooms that a path stands for: all of a place, or of the persona's home or work place."""
    if path in town.world.rooms and path not in (persona.home, persona.work):
        return (path,)
    place = town.world.place_of[path] if path in town.world.rooms else town.world.places[path]
    return tuple(room.path for room in place.rooms)


def recollect(thinker: Thinker, reading: Reading) -> None:
    """Remember the seeds as the author wrote them, with the requests found in them by a `reading`.

    A seed that names a moment is an engagement, if it begins with the persona's name. Seeds beyond the limit
    that is read are remembered only.
    """
    seeds = thinker.persona.seed
    read = seeds_read(seeds)
    for text in seeds[:read]:
        plant_seed(thinker, text, reading)
    for text in seeds[read:]:
        thinker.remember("seed", text, _SEED_MATTERS)
    for intention in thinker.persona.intends:
        plant_intention(thinker, intention)
    for fact in thinker.town.scenario.facts:
        if thinker.id in fact.known_by:
            plant_fact(thinker, fact, reading)
    for event in thinker.town.scenario.events:
        if event.is_known_by(thinker.id) and event.ends > thinker.now:
            learn_of(thinker, event)


def plant_seed(thinker: Thinker, text: str, reading: Reading) -> None:
    """Remember a seed; one that begins with the persona's name binds the agent."""
    _plant(thinker, text, _SEED_MATTERS, reading, binding=text.startswith(thinker.persona.name))


def plant_intention(thinker: Thinker, intention: StatedIntention) -> None:
    """Take up an intention that the author states as data; its memory says it in words."""
    stated = stated_by(thinker.town, thinker.persona, thinker.now, intention)
    take_up(thinker, stated, "seed", _SEED_MATTERS)


def plant_fact(thinker: Thinker, fact: Fact, reading: Reading) -> None:
    """Remember a fact of the town that the agent knows."""
    memory = _plant(thinker, fact.text, _FACT_MATTERS, reading, binding=True)
    asked = reading.of(thinker, fact.text)
    said = (*held_by(thinker, asked, memory), *announced_by(thinker, memory), *stating(thinker, fact))
    know_as_planned(thinker, fact.id, memory, dict.fromkeys(said))


def _plant(thinker: Thinker, text: str, importance: int, reading: Reading, *, binding: bool) -> Memory:
    asked = reading.of(thinker, text)
    town = thinker.town.scenario
    when = due_at(text, town.language, town.starts, thinker.now) if binding else None
    if any(one.is_of_nobody for one in asked):
        when = None  # nobody can keep an appointment with somebody whom nobody knows
    place = spoken_place(thinker.town, text) if binding and when is not None else ""
    memory = thinker.remember("seed", text, importance, place=place, when=when)
    for one in intend(thinker, asked, memory):
        announce(thinker, one, importance)
    return memory
