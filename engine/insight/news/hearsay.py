"""Follow each line that passes something on back through its tellers to its origin."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from engine.cognition.pursuit.asking import replies
from engine.cognition.thinker import Town
from engine.insight.news.distortions import passage
from engine.insight.news.statements import Statements
from engine.language.lexicon import Lexicon
from engine.moments.moment import Moment
from engine.practices.conduct import HELD, announces
from engine.records import AgentId, Conversation, Intention, Knows, Line, Memory, Path
from engine.store.log.memories import memories_by_id

T = TypeVar("T")

_REPEATED = 0.6  # of the words that a line tells, from which on a memory of the talk is taken to repeat them


@dataclass(frozen=True, slots=True, kw_only=True)
class Root:
    """The origin of tellings: a sentence of the scenario, a whisper, an event, a thought or a line.

    `held_by` are the ids of its memories by agent, `told` the lines that pass it on, in order.
    """

    key: str
    text: str
    held_by: Mapping[AgentId, int]
    told: tuple[Line, ...]


@dataclass
class Hearsay:
    """The lines of a run until a moment, and the memories that they tell.

    `talks` are those that are over, `rooms` the room where each talk began. `unsaid` are the ids of a talk
    that goes on and of its lines not said yet. `known` are the rows by which agents know each fact of the
    town, without those of the `retracted` memories.
    """

    lines: Sequence[Line]
    talks: Sequence[Conversation]
    rooms: Mapping[int, Path]
    unsaid: frozenset[int]
    lexicon: Lexicon
    town: Town
    known: Mapping[str, Sequence[Knows]] = field(default_factory=dict)
    retracted: frozenset[int] = frozenset()
    memories: dict[int, Memory] = field(default_factory=dict)
    _by_line: dict[int, Line] = field(default_factory=dict)
    _by_talk: dict[int, list[Line]] = field(default_factory=lambda: defaultdict(list))
    _keys: dict[int, str] = field(default_factory=dict)

    @cached_property
    def telling(self) -> Sequence[Line]:
        """Return the lines that pass on a memory."""
        return tuple(line for line in self.lines if line.tells)

    @cached_property
    def statements(self) -> Statements:
        """Return the reader of what texts say of the people of the town."""
        return Statements(self.town)

    @classmethod
    def of(cls, moment: Moment) -> Hearsay:
        """Return the lines said until a moment, with every memory they go back to.

        The result is cached until the run goes on.
        """
        asked = ("hearsay", moment.row.number, moment.before)
        return moment.store.unchanged(asked, lambda: cls._read(moment))

    @classmethod
    def _read(cls, moment: Moment) -> Hearsay:
        # A talk is logged as it begins: its later lines, and what comes of it, are yet to come.
        lines, talks, now = moment.log.rows(Line), moment.log.conversations(), moment.before
        said_by_now, later = _parted(lines, lambda line: line.said_at < now)
        over, going_on = _parted(talks, lambda talk: talk.until <= now)
        unsaid = frozenset(row.id for row in (*later, *going_on))
        rooms = {talk.id: talk.room for talk in talks}
        retracted = frozenset(row.row for row in moment.retractions)
        lexicon, known = Lexicon(moment.town.scenario.language), _known(moment, unsaid, retracted)
        said = cls(said_by_now, over, rooms, unsaid, lexicon, moment.town, known, retracted)
        for line in said.lines:
            said._by_line[line.id] = line
            said._by_talk[line.conversation].append(line)
        wanted = {line.tells for line in said.lines if line.tells}
        while wanted:
            found = memories_by_id(moment.store, moment.row.number, sorted(wanted))
            said.memories |= found
            wanted = {before for memory in found.values() for before in said._before(memory)}
            wanted -= said.memories.keys()
        return said

    def line(self, row_id: int) -> Line | None:
        """Return the line with an id; None if there is none."""
        return self._by_line.get(row_id)

    def lines_of(self, conversation: int) -> Sequence[Line]:
        """Return the lines of a conversation that were said, in order."""
        return self._by_talk.get(conversation, ())

    def replies(self, line: Line) -> Sequence[Line]:
        """Return what others replied to a line and passed nothing on by, until its speaker told more."""
        return [reply for reply in replies(line, self.lines_of(line.conversation)) if not reply.tells]

    def replied_to(self, line: Line, agent: AgentId) -> Line | None:
        """Return what an agent last told in a talk before a line of another; None if it told nothing."""
        told = (said for said in self._by_talk[line.conversation] if said.speaker == agent and said.tells)
        return max((said for said in told if said.id < line.id), key=lambda said: said.id, default=None)

    def key(self, memory_id: int) -> str:
        """Return the key of the root that a memory goes back to."""
        path: list[int] = []
        at = memory_id
        while at not in self._keys:
            path.append(at)
            memory = self.memories.get(at)
            before = next(iter(self._before(memory)), 0) if memory is not None else 0
            if not before or before in path:
                self._keys[at] = _key(memory) if memory is not None else f"m{at}"
            else:
                at = before
        for passed in path:
            self._keys[passed] = self._keys[at]
        return self._keys[memory_id]

    def words_of(self, line: Line) -> str:
        """Return the part of a line that says what it passes on; all of it, if it passes on nothing."""
        told = self.memories.get(line.tells)
        return passage(line.text, told.text, self.lexicon.terms) if told is not None else line.text

    def roots(self) -> tuple[Root, ...]:
        """Return the roots of all tellings, in the order in which each was first told."""
        told: dict[str, list[Line]] = defaultdict(list)
        for line in self.telling:
            told[self.key(line.tells)].append(line)
        held: dict[str, dict[AgentId, int]] = defaultdict(dict)
        for memory in reversed(self.memories.values()):
            if not next(iter(self._before(memory)), 0):
                held[_key(memory)][memory.agent] = memory.id
        return tuple(self._root(key, lines, held.get(key, {})) for key, lines in told.items())

    def _root(self, key: str, lines: Iterable[Line], held: Mapping[AgentId, int]) -> Root:
        lines = tuple(lines)
        first = next((self.memories[one] for one in held.values()), None)
        return Root(key=key, text=first.text if first else lines[0].text, held_by=held, told=lines)

    def _before(self, memory: Memory) -> Iterable[int]:
        """Yield the memory from which a memory was made: what the agent was told, or planned to act on."""
        if memory.kind == "talk":
            line = self._by_line.get(memory.source) or self._summed_up(memory)
            if line is not None and line.tells:
                yield line.tells
        elif memory.kind == "plan" and len(memory.evidence) == 1:
            yield memory.evidence[0]

    def _summed_up(self, memory: Memory) -> Line | None:
        """Return the line of a talk whose telling the summary of the talk repeats; None if there is none."""
        words = self.lexicon.terms(memory.text).keys()
        best, most = None, _REPEATED
        for line in self._by_talk.get(memory.source, ()):
            told = self.memories.get(line.tells)
            if told is None:
                continue
            wanted = self.lexicon.terms(told.text).keys()
            share = len(words & wanted) / len(wanted) if wanted else 0.0
            if share >= most and (best is None or share > most):
                best, most = line, share
        return best


def _known(
    moment: Moment, unsaid: Collection[int], retracted: Collection[int]
) -> Mapping[str, Sequence[Knows]]:
    """Return the rows by which agents know the facts of the town at a moment, by fact."""
    known: dict[str, list[Knows]] = defaultdict(list)
    for row in (*moment.log.rows(Knows), *_announced(moment)):
        if row.memory not in retracted and row.line not in unsaid:
            known[row.fact].append(row)
    return known


def _announced(moment: Moment) -> Iterator[Knows]:
    """Yield rows by which the hosts of occasions that facts announce know them.

    Runs of older versions logged none; for others, these repeat what was logged.
    """
    facts = {fact.text: fact.id for fact in moment.town.scenario.facts}
    held = [row for row in moment.log.rows(Intention) if facts and row.kind in HELD]
    for memory in moment.log.rows(Memory, where={"kind": "seed"}) if held else ():
        for row in held if memory.text in facts else ():
            if announces(memory, row, moment.town.world.place_of):
                yield Knows(id=row.id, agent=row.agent, fact=facts[memory.text], memory=row.memory)


def _parted(rows: Iterable[T], wanted: Callable[[T], bool]) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """Return the rows for which `wanted` holds, and the others."""
    every = tuple(rows)
    return tuple(filter(wanted, every)), tuple(row for row in every if not wanted(row))


def _key(memory: Memory) -> str:
    """Return the key of a root: memories of one scenario sentence, or of one event, share it."""
    if memory.kind == "seed":
        return memory.text
    return f"e{memory.source}" if memory.kind == "observation" and memory.source else f"m{memory.id}"
