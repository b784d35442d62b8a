"""The days lived in a save: everybody's memories, talks, positions and activities."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.records import AgentId, MemoryKind, Path
from engine.row_ids import MOST_ROWS
from engine.scenario.foreign.bounded_json import Json
from engine.scenario.smallville.people import Person
from engine.scenario.smallville.save import Save, as_list, as_object, plain
from engine.scenario.smallville.world import World

Lost = Literal["idle", "blank", "unread", "undated", "crowded"]
Lines = tuple[tuple[AgentId, str], ...]

_MOST_REMEMBERED = 60_000
_MOST_LINES, _MOST_SAID = 200, 1_000
_ROOM = MOST_ROWS - 20  # rows that a turn has for what is remembered: coming in and acting are in it too
_NODE = re.compile(r"node_(\d{1,9})")
_INNER = re.compile(r"\(([^()]{2,})\)\s*$")
_NOWHERE = re.compile(r"<\w+>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """An agent's memory: its node number, when it was made, and the nodes it rests on."""

    agent: AgentId
    node: int
    minute: int
    kind: MemoryKind
    text: str
    importance: int
    evidence: tuple[int, ...] = ()
    lines: Lines = ()

    @property
    def rows(self) -> int:
        """Return the most rows of a turn it takes, including its talk or plan."""
        return 1 + (len(self.lines) + 2 if self.lines else int(self.kind == "plan"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """An agent's activity from a minute on: room, object and words."""

    agent: AgentId
    minute: int
    room: Path
    thing: Path
    doing: str
    emoji: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lived:
    """The days of a save up to its current minute; `lost` counts what was left out, by reason."""

    minute: int
    remembered: tuple[Remembered, ...]
    moved: tuple[Moved, ...]
    lost: Mapping[Lost, int]

    @property
    def talks(self) -> dict[tuple[int, Lines], list[Remembered]]:
        """Return the memories of each talk, by its time and lines: every member keeps a copy."""
        found: dict[tuple[int, Lines], list[Remembered]] = {}
        for one in self.remembered:
            if one.lines:
                found.setdefault((one.minute, one.lines), []).append(one)
        return found


def lived_in(save: Save, world: World, people: Sequence[Person], *, with_idle: bool = False) -> Lived:
    """Read the days lived in a save. Memories of idle objects are left out unless `with_idle`."""
    agents = {person.said_name: person.agent for person in people}
    lost: dict[Lost, int] = {}
    remembered: list[Remembered] = []
    rows: Counter[tuple[AgentId, int]] = Counter()
    for person in people:
        for one in _remembered(save, person, agents, with_idle=with_idle):
            if not isinstance(one, Remembered):
                lost[one] = lost.get(one, 0) + 1
                continue
            turn = one.agent, max(1, one.minute)
            why: Lost | None = (
                "unread" if len(remembered) >= _MOST_REMEMBERED
                else "crowded" if rows[turn] + one.rows > _ROOM
                else None
            )  # fmt: skip
            if why is None:
                rows[turn] += one.rows
                remembered.append(one)
            else:
                lost[why] = lost.get(why, 0) + 1
    moved = tuple(_moved(save, world, people)) or tuple(_standing(save, world, people))
    return Lived(minute=save.minute, remembered=tuple(remembered), moved=moved, lost=lost)


# ---- memories


def _remembered(
    save: Save, person: Person, agents: Mapping[str, AgentId], *, with_idle: bool
) -> Iterator[Remembered | Lost]:
    nodes = save.nodes(person.said_name)
    types = {key: as_object(value).get("type") for key, value in nodes.items()}
    numbered = sorted((int(found[1]), key) for key in nodes if (found := _NODE.fullmatch(key)))
    for _ in range(len(nodes) - len(numbered)):
        yield "unread"
    for number, key in numbered:
        fields = as_object(nodes[key])
        text = plain(fields.get("description"), _MOST_SAID)
        made = save.minute_of(fields.get("created"))
        if not text or text == "this is blank":
            yield "blank"
        elif made is None:
            yield "undated"
        elif text.endswith(" is idle") and not with_idle:
            yield "idle"
        else:
            filling = fields.get("filling")
            lines = _lines(filling, agents) if fields.get("type") == "chat" else ()
            evidence = _evidence(filling) if fields.get("type") == "thought" else ()
            yield Remembered(
                agent=person.agent,
                node=number,
                minute=min(max(0, made), save.minute),
                kind=_kind(fields, evidence, types),
                text=text,
                importance=_importance(fields.get("poignancy")),
                evidence=evidence,
                lines=lines,
            )


def _kind(fields: Mapping[str, Json], evidence: Iterable[int], types: Mapping[str, Json]) -> MemoryKind:
    if fields.get("type") == "chat":
        return "talk"
    if fields.get("type") != "thought":
        return "observation"
    if fields.get("predicate") == "plan":
        return "plan"
    if fields.get("filling") is None:
        return "seed"
    of_talk = any(types.get(f"node_{one}") == "chat" for one in evidence)
    return "talk" if of_talk else "reflection"


def _evidence(filling: Json) -> tuple[int, ...]:
    """Return the nodes that a thought rests on; empty for a text, which a failed answer left."""
    found = (_NODE.fullmatch(one) for one in as_list(filling)[:200] if isinstance(one, str))
    return tuple(dict.fromkeys(int(one[1]) for one in found if one))


def _lines(filling: Json, agents: Mapping[str, AgentId]) -> Lines:
    pairs = [one for one in as_list(filling)[:_MOST_LINES] if isinstance(one, list) and len(one) == 2]
    said = ((agents.get(str(who)), plain(text, _MOST_SAID)) for who, text in pairs)
    return tuple((who, text) for who, text in said if who and text)


def _importance(said: Json) -> int:
    number = said if isinstance(said, int | float) and not isinstance(said, bool) else 1
    return int(min(10, max(1, number)))


# ---- who was where


def _moved(save: Save, world: World, people: Sequence[Person]) -> Iterator[Moved]:
    """Yield every change of an agent's activity, by one step of each minute."""
    last: dict[AgentId, Moved] = {}
    for minute, path in save.steps():
        persons = save.moved(path)
        for person in people:
            fields = as_object(persons.get(person.said_name))
            if not fields or minute >= save.minute:
                continue
            before = last.get(person.agent)
            now = _at(world, person, minute, fields, before.room if before else "")
            same = before is not None and (before.room, before.thing, before.doing) == (
                now.room, now.thing, now.doing,
            )  # fmt: skip
            if not same:
                last[person.agent] = now
                yield now


def _at(world: World, person: Person, minute: int, fields: Mapping[str, Json], before: Path) -> Moved:
    doing, _, address = plain(fields.get("description"), 400).rpartition(" @ ")
    tile = as_list(fields.get("movement"))
    known = "" if _NOWHERE.search(address) else world.room(address)
    here = world.at.get((tile[0], tile[1]), "") if _is_tile(tile) else ""  # type: ignore[arg-type]
    room = here or (before if world.from_maze and before else known) or known or before
    thing = world.thing(address) if known and known == room else ""
    return Moved(
        agent=person.agent, minute=minute, room=room, thing=thing, doing=_doing(doing or address),
        emoji=plain(fields.get("pronunciatio"), 8),
    )  # fmt: skip


def _is_tile(said: list[Json]) -> bool:
    return len(said) == 2 and all(isinstance(one, int) for one in said)


def _standing(save: Save, world: World, people: Sequence[Person]) -> Iterator[Moved]:
    """Yield everybody's activity from their scratch file, for saves without steps."""
    for person in people:
        scratch = save.people[person.said_name]
        address = plain(scratch.get("act_address"), 400)
        doing = plain(scratch.get("act_description"), 400)
        if doing and world.room(address):
            started = save.minute_of(scratch.get("act_start_time"))
            minute = min(max(1, started or 1), max(1, save.minute - 1))
            yield Moved(
                agent=person.agent, minute=minute, room=world.room(address), thing=world.thing(address),
                doing=_doing(doing), emoji=plain(scratch.get("act_pronunciatio"), 8),
            )  # fmt: skip


def _doing(said: str) -> str:
    """Return an activity; of a decomposed task, only its part."""
    found = _INNER.search(said)
    return (found[1] if found else said)[:200].strip()
