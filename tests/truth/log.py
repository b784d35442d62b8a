"""The rows of a run, and what they say up to a row: who met, said, saw, attended, promised and felt what."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path as File

import yaml

from engine.clock import DAY
from engine.records import (
    AgentId,
    Conversation,
    Event,
    Intention,
    Knows,
    Line,
    Memory,
    Name,
    Path,
    Presence,
    Relation,
    ThingState,
    TownEvent,
)
from tests.truth.reading import Reader
from tests.truth.words import Words

LASTS = 150  # minutes, of an occasion whose end the log does not have


@dataclass(frozen=True, slots=True)
class Occasion:
    """An occasion that somebody gives, or an event of the town (with no host)."""

    host: AgentId
    what: str
    place: Path
    begins: int
    ends: int


class Log:
    """All rows of a run, read once."""

    def __init__(self, moment) -> None:
        town = moment.town
        self.names: dict[AgentId, Name] = {a: town.cast.known_as[a] for a in town.cast.known_as}
        self.town_events: tuple[TownEvent, ...] = town.scenario.events
        self.facts = town.scenario.facts
        self.rooms = {agent: persona.home for agent, persona in town.cast.personas.items()}
        self.homes = {agent: place_of(room) for agent, room in self.rooms.items()}
        self.places = {place.name for place in town.scenario.places}
        self.language, self.now = town.scenario.language, moment.minute
        self.rows = {
            kind: list(moment.log.rows(kind))
            for kind in (Conversation, Event, Intention, Knows, Line, Memory, Presence, Relation, ThingState)
        }
        self.words = Words(self.names)
        self.memory = {row.id: row for row in self.rows[Memory]}
        self.lines: dict[int, list[Line]] = defaultdict(list)
        for line in self.rows[Line]:
            self.lines[line.conversation].append(line)
        self._readers: dict[str, Reader] = {}
        self._of: dict[type, dict[AgentId, list]] = {}

    def reader(self, what: str) -> Reader:
        """Return the reader of the town's conclusions or papers."""
        if what not in self._readers:
            patterns = File(__file__).with_name(what) / f"{self.language}.yaml"
            self._readers[what] = Reader(self.names, self.places, yaml.safe_load(patterns.read_text("utf-8")))
        return self._readers[what]

    def named(self, text: str) -> list[AgentId]:
        """Return who is named in a text, in the order of it."""
        found = (
            (text.find(each), agent)
            for agent, name in self.names.items()
            for each in (name.full, name.called)
        )
        return list(dict.fromkeys(agent for at, agent in sorted(found) if at >= 0))

    def same(self, one: str, other: str) -> bool:
        """Return whether two texts say the same, of the same people and with the same numbers."""
        people, numbers = (
            [set(found(text)) for text in (one, other)] for found in (self.named, re.compile(r"\d+").findall)
        )
        return self.words.same(one, other) and all(a <= b or b <= a for a, b in (people, numbers))

    def within(self, part: str, whole: str) -> bool:
        """Return whether what a text says is said in another, of the same people and with whatever else."""
        return self.words.within(part, whole) and set(self.named(part)) <= set(self.named(whole))

    def called(self, text: str) -> str:
        """Return a text with people called as their neighbours call them."""
        for name in self.names.values():
            text = text.replace(name.full, name.called)
        return text

    def of(self, kind: type, agent: AgentId) -> list:
        """Return the rows of a kind that an agent made or that are its own."""
        if kind not in self._of:
            by: dict[AgentId, list] = defaultdict(list)
            for row in self.rows[kind]:
                by[row.actor if kind is Event else row.speaker if kind is Line else row.agent].append(row)
            self._of[kind] = by
        return self._of[kind].get(agent, [])

    @cached_property
    def occasions(self) -> list[Occasion]:
        """Return the occasions that people give, as they were last arranged, and the events of the town."""
        found: dict[int, Occasion] = {}
        for row in self.rows[Intention]:
            if row.kind == "occasion" and row.when is not None:
                over = row.state in ("done", "failed", "dropped")
                ends = row.minute if over and row.minute > row.when else row.when + LASTS
                found[row.first] = Occasion(row.agent, row.what, row.place, row.when, ends)
        return [
            *dict.fromkeys(found.values()),
            *(Occasion("", each.what, each.place, each.begins, each.ends) for each in self.town_events),
        ]

    def stays(self, agent: AgentId) -> Iterator[tuple[Path, int, int, str]]:
        """Yield where an agent was inside, from when to when, and what it was doing."""
        rows = self.of(Presence, agent)
        for row, after in zip(rows, [*rows[1:], None], strict=True):
            until = after.minute if after else self.now
            if row.inside:
                yield row.room, row.minute, until, row.doing


def place_of(path: Path) -> str:
    """Return the place of a room."""
    return path.split("/")[0]


@dataclass(frozen=True)
class Past:
    """The log as it stood when an agent made a row: nothing that came later counts."""

    log: Log
    me: AgentId
    row: int
    minute: int

    # ---- rows

    def mine(self, kind: type) -> list:
        """Return the agent's own rows of a kind until now."""
        return [row for row in self.log.of(kind, self.me) if row.id < self.row]

    def theirs(self, kind: type, agent: AgentId) -> list:
        """Return another's rows of a kind until now."""
        return [row for row in self.log.of(kind, agent) if row.minute <= self.minute]

    def memories(self, *kinds: str) -> list[Memory]:
        """Return the agent's memories of some kinds."""
        return [row for row in self.mine(Memory) if row.kind in kinds]

    # ---- talk

    def talks(self, other: AgentId) -> list[Conversation]:
        """Return the conversations in which the agent and another took part."""
        return [
            row for row in self.log.rows[Conversation]
            if row.id < self.row and {self.me, other} <= set(row.members)
        ]  # fmt: skip

    def spoken(self, other: AgentId) -> list[Conversation]:
        """Return the conversations of the agent and another by themselves in which each said something."""
        both = {self.me, other}
        return [
            row for row in self.talks(other)
            if set(row.members) == both == {line.speaker for line in self.log.lines[row.id]}
        ]  # fmt: skip

    def lines(self, speaker: AgentId, hearer: AgentId) -> list[Line]:
        """Return the lines that one said to another."""
        return [row for row in self.log.of(Line, speaker) if hearer in row.hearers and row.id < self.row]

    def told(self, speaker: AgentId, hearer: AgentId, what: str) -> list[Line]:
        """Return the lines in which one told another something: by the memory passed on, or by its words.

        In the words of a line the two are `I` and `you`; everybody else it is of must be named.
        """
        others = set(self.log.named(what)) - {speaker}
        found = []
        for line in self.lines(speaker, hearer):
            told = self.log.memory.get(line.tells)
            in_words = self.log.words.within(what, line.text)
            named = others - set(line.hearers) <= set(self.log.named(line.text))
            if (told and self.log.same(what, told.text)) or (in_words and named):
                found.append(line)
        return found

    # ---- where people were, and what they did

    def was_at(self, agent: AgentId, place: Path, first: int, last: int) -> bool:
        """Return whether somebody was inside a place at some time between two minutes."""
        return any(
            place_of(room) == place_of(place) and begins <= min(last, self.minute) and until >= first
            for room, begins, until, _ in self.log.stays(agent)
        )

    def attended(self, agent: AgentId, occasion: Occasion) -> bool:
        """Return whether somebody was at an occasion while it went on."""
        begun = occasion.begins + 1  # who leaves as it begins was not at it
        return occasion.begins <= self.minute and self.was_at(agent, occasion.place, begun, occasion.ends)

    def day_begins(self) -> int:
        """Return the minute at which this day began."""
        return self.minute - self.minute % DAY

    # ---- how people stand and feel

    def closeness(self, other: AgentId, to: AgentId = "") -> float:
        """Return how close the agent (or `other`, if `to` is given) feels to another."""
        who, whom = (other, to) if to else (self.me, other)
        rows = [row for row in self.theirs(Relation, who) if row.other == whom]
        return rows[-1].closeness if rows else 0.0

    # ---- occasions

    def occasion(self, what: str, host: AgentId | None = None) -> Occasion | None:
        """Return the occasion that is called so, the latest that was arranged."""
        called = what.strip().lower().removeprefix("the ").removeprefix("a ")
        for one in reversed(self.log.occasions):
            theirs = one.what.lower().removeprefix("the ")
            if host in (None, one.host) and (called == theirs or called in theirs or theirs in called):
                return one
        return None
