"""Founding: the first rows of a run. Seed memories, acquaintances and known places enter the log like all
else.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.cognition.feeling.feel import feel_at_first
from engine.cognition.intending.intend import announce, intend, stated_by, take_up, understood
from engine.cognition.rest import wakes_at
from engine.cognition.thinker import Thinker, Town
from engine.intentions.reader import seeds_read
from engine.language.times.told_time import due_at
from engine.mind.turn_rows import TurnRows
from engine.records import AgentId, Path, Persona, Presence, Relation, Sighting, StatedIntention, Turn
from engine.simulation.state import State

_SEED_MATTERS, _FACT_MATTERS = 5, 8


def found(state: State) -> Iterator[tuple[Turn, TurnRows]]:
    """Yield one turn an agent at minute 0: what it remembers, whom and what it knows, and that it is asleep
    at home.
    """
    for agent, mind in state.minds.items():
        rows = TurnRows(0, mind.agent_number, state.apply, width=state.town.width)
        _lay_to_bed(state.town, agent, rows)
        acquaint(state.town, agent, rows)
        thinker = state.thinker(agent, rows, 0)
        recollect(thinker)
        feel_at_first(thinker)
        yield Turn(id=rows.turn, agent=agent, room=thinker.room.path, reason="founding"), rows


def spoken_place(town: Town, text: str) -> Path:
    """Return the first room of the place that a text names; nothing if it names none."""
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
    """Let somebody know the places and the people that they know as they begin."""
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
    """Let somebody know every door and object of a place where they live or work from now on; or one room of
    it alone.
    """
    world, rows = thinker.town.world, thinker.rows
    for one in (world.rooms[room],) if alone else world.place_of[room].rooms:
        for path, state in [(one.path, ""), *((thing.path, thing.state) for thing in one.things)]:
            if path not in thinker.mind.known:
                rows.add(Sighting(id=rows.next_id(), agent=thinker.id, path=path, state=state))


def _rooms_meant(town: Town, persona: Persona, path: Path) -> tuple[Path, ...]:
    """Return the rooms that a path stands for: all of a place, and of one's home and work, where one knows
    every door.
    """
    if path in town.world.rooms and path not in (persona.home, persona.work):
        return (path,)
    place = town.world.place_of[path] if path in town.world.rooms else town.world.places[path]
    return tuple(room.path for room in place.rooms)


def recollect(thinker: Thinker) -> None:
    """Seed memories by a fixed rule, never by a model: what the author wrote is what the agent remembers. One
    that names a moment is an engagement; of a persona's own memories, those that begin with its name. What is
    more than a file's worth of them is remembered alone.
    """
    seeds = thinker.persona.seed
    read = seeds_read(seeds)
    for text in seeds[:read]:
        plant_seed(thinker, text)
    for text in seeds[read:]:
        thinker.remember("seed", text, _SEED_MATTERS)
    for intention in thinker.persona.intends:
        plant_intention(thinker, intention)
    for fact in thinker.town.scenario.facts:
        if thinker.id in fact.known_by:
            plant_fact(thinker, fact.text)


def plant_seed(thinker: Thinker, text: str) -> None:
    """Have somebody remember what their file says; what begins with their name binds them."""
    _plant(thinker, text, _SEED_MATTERS, binding=text.startswith(thinker.persona.name))


def plant_intention(thinker: Thinker, intention: StatedIntention) -> None:
    """Have somebody mean to do what their author states as data; the memory says it in words."""
    stated = stated_by(thinker.town, thinker.persona, thinker.now, intention)
    take_up(thinker, stated, "seed", _SEED_MATTERS)


def plant_fact(thinker: Thinker, text: str) -> None:
    """Have somebody remember a fact of the town that they know."""
    _plant(thinker, text, _FACT_MATTERS, binding=True)


def _plant(thinker: Thinker, text: str, importance: int, *, binding: bool) -> None:
    asked = understood(thinker, text, told=False)
    town = thinker.town.scenario
    when = due_at(text, town.language, town.starts, thinker.now) if binding else None
    if any(one.is_of_nobody for one in asked):
        when = None  # nobody can keep an appointment with somebody whom nobody knows
    place = spoken_place(thinker.town, text) if binding and when is not None else ""
    memory = thinker.remember("seed", text, importance, place=place, when=when)
    for one in intend(thinker, asked, memory):
        announce(thinker, one, importance)
