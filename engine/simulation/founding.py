"""Founding: the first rows of a run. Seed memories, acquaintances and known places enter the log like all
else.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.cognition.intending.intend import announce, intend, understood
from engine.cognition.rest import wakes_at
from engine.cognition.thinker import Thinker, Town
from engine.language.times.told_time import due_at
from engine.mind.turn_rows import TurnRows
from engine.records import AgentId, Path, Persona, Presence, Relation, Sighting, Turn
from engine.simulation.state import State

_SEED_MATTERS, _FACT_MATTERS = 5, 8


def found(state: State) -> Iterator[tuple[Turn, TurnRows]]:
    """Yield one turn an agent at minute 0: what it remembers, whom and what it knows, and that it is asleep
    at home.
    """
    for agent, mind in state.minds.items():
        rows = TurnRows(0, mind.agent_number, state.apply, width=state.town.width)
        _settle(state.town, agent, rows)
        thinker = state.thinker(agent, rows, 0)
        _recollect(thinker)
        yield Turn(id=rows.turn, agent=agent, room=thinker.room.path, reason="founding"), rows


def spoken_place(town: Town, text: str) -> Path:
    """Return the first room of the place that a text names; nothing if it names none."""
    named = max(town.world.named(text), key=lambda place: len(place.name), default=None)
    return named.rooms[0].path if named else ""


def _settle(town: Town, agent: AgentId, rows: TurnRows) -> None:
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


def _rooms_meant(town: Town, persona: Persona, path: Path) -> tuple[Path, ...]:
    """Return the rooms that a path stands for: all of a place, and of one's home and work, where one knows
    every door.
    """
    if path in town.world.rooms and path not in (persona.home, persona.work):
        return (path,)
    place = town.world.place_of[path] if path in town.world.rooms else town.world.places[path]
    return tuple(room.path for room in place.rooms)


def _recollect(thinker: Thinker) -> None:
    """Seed memories by a fixed rule, never by a model: what the author wrote is what the agent remembers. One
    that names a moment is an engagement; of a persona's own memories, those that begin with its name.
    """
    for text in thinker.persona.seed:
        _plant(thinker, text, _SEED_MATTERS, binding=text.startswith(thinker.persona.name))
    for fact in thinker.town.scenario.facts:
        if thinker.id in fact.known_by:
            _plant(thinker, fact.text, _FACT_MATTERS, binding=True)


def _plant(thinker: Thinker, text: str, importance: int, *, binding: bool) -> None:
    asked = understood(thinker, text, told=False)
    town = thinker.town.scenario
    when = due_at(text, town.language, town.starts) if binding else None
    if any(one.is_of_nobody for one in asked):
        when = None  # nobody can keep an appointment with somebody whom nobody knows
    place = spoken_place(thinker.town, text) if binding and when is not None else ""
    memory = thinker.remember("seed", text, importance, place=place, when=when)
    for one in intend(thinker, asked, memory):
        announce(thinker, one, importance)
