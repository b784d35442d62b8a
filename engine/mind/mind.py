"""What one agent carries in its head: memories, plans, acquaintances, the places it knows, and where it
is.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from engine.clock import day_of
from engine.language.lexicon import Lexicon
from engine.mind.engagements import Engagements
from engine.mind.memory import MemoryStream
from engine.mind.past import KINDS, MET, MindDay, Past
from engine.records import (
    AgentId,
    Conversation,
    Diary,
    Intention,
    Line,
    LogEntry,
    Memory,
    MemoryKind,
    Path,
    Persona,
    Presence,
    Recall,
    Relation,
    Sighting,
    Step,
)
from engine.row_ids import turn_of

FELT: tuple[MemoryKind, ...] = ("observation", "talk", "whisper")
BINDING = ("seed", "plan")
_MOST_SAID = 120  # lines that are kept in mind word for word
_GRAVE = 8  # the importance of what shakes one


class Mind:
    """One agent's state, built from nothing but the log rows that concern it: from those of the days that it
    begins with, and then row by row, by `apply`.
    """

    def __init__(self, persona: Persona, agent_number: int, lexicon: Lexicon) -> None:
        self.persona = persona
        self.agent_number = agent_number
        self.stream = MemoryStream(lexicon, forgetting=persona.forgetting)
        self.presence: Presence | None = None
        self.waiting_since: int | None = None
        self.busy: asyncio.Event | None = None
        self.relations: dict[AgentId, Relation] = {}
        self.known: dict[Path, str] = {}
        self.diary: Diary | None = None
        self.talks: dict[AgentId, Conversation] = {}
        self.told: dict[tuple[int, AgentId], None] = {}  # which memory to whom, as they were told
        self.said: deque[Line] = deque(maxlen=_MOST_SAID)  # one's own lines, as they were said
        self.plan = Plan()
        self.felt = 0
        self.unheeded: list[Memory] = []
        self.shaken: Memory | None = None  # the latest thing of weight it has seen happen
        self.rated: dict[str, int] = {}
        self.met: dict[AgentId, Path] = {}  # where one has met each of the others last
        self.engagements = Engagements()
        self.intentions: dict[int, Intention] = {}  # as each stands, by the row with which it began
        self._moves: tuple[Intention, ...] = ()
        self._living: dict[Path, Persona] = {}  # the persona as it lives in each of its homes
        self._reflected: dict[int, int] = {}  # by day, of days not handed out yet: the last recall for it
        self._ways: dict[type[LogEntry], Callable[[Any], None]] = {
            Memory: self._remember,
            Recall: self._recall,
            Presence: self._stand,
            Step: self.plan.add,
            Relation: self._relate,
            Sighting: self._see,
            Conversation: self._talk,
            Line: self._tell,
            Diary: self._write,
            Intention: self._intend,
        }

    def apply(self, entry: LogEntry) -> None:
        """Take in one row of the log that concerns this agent; rows come in the order of their ids."""
        taken_in = self._ways.get(type(entry))
        if taken_in is not None:
            taken_in(entry)

    def begin_with(self, past: Past) -> None:
        """Take in what was remembered before, as if it had been applied row by row."""
        self.stream.begin_with(past)
        felt = np.isin(past.kinds, [KINDS.index(kind) for kind in FELT]) & (past.ids > past.reflected)
        self.felt = int(past.importance[felt].sum())
        seen = np.flatnonzero(past.kinds == KINDS.index("observation")).tolist()
        self.rated = {past.texts[at]: int(past.importance[at]) for at in seen}
        self.met = dict(past.met())
        for memory in past.binding():
            self._bind(memory)

    def hand_out(self, day: int) -> MindDay:
        """Return what a day that is over left in the memory; each day once, one after the other."""
        return self.stream.hand_out(day, self._reflected.pop(day, 0))

    def observations(self, count: int) -> Iterator[str]:
        """Yield the texts of the latest observations, newest first."""
        for memory in reversed(self.stream.memories):
            if count <= 0:
                return
            if memory.kind == "observation":
                count -= 1
                yield memory.text

    def _recall(self, recall: Recall) -> None:
        self.stream.touch((item.memory for item in recall.items), recall.minute)
        if recall.purpose == "reflect":
            self.felt = 0
            self._reflected[day_of(recall.minute)] = recall.id

    def _relate(self, relation: Relation) -> None:
        self.relations[relation.other] = relation

    def _see(self, sighting: Sighting) -> None:
        self.known[sighting.path] = sighting.state

    def _talk(self, talk: Conversation) -> None:
        self.talks.update((member, talk) for member in talk.members if member != self.persona.id)

    def said_since(self, minute: int) -> Iterator[str]:
        """Yield what one has said since a minute, oldest first."""
        return (line.text for line in self.said if line.said_at >= minute)

    def _tell(self, line: Line) -> None:
        self.said.append(line)
        if line.tells:
            self.told.update(dict.fromkeys((line.tells, hearer) for hearer in line.hearers))

    def persona_at(self, minute: int) -> Persona:
        """Return the persona as it lives at a minute: at home where it moved to last, or where it spends
        this night.
        """
        since = (
            one.place
            for one in reversed(self._moves)
            if (one.when is None or one.when <= minute) and (one.until is None or minute < one.until)
        )
        home = next(since, self.persona.home)
        if home == self.persona.home:
            return self.persona
        if home not in self._living:
            self._living[home] = _moved(self.persona, home)
        return self._living[home]

    def _intend(self, intention: Intention) -> None:
        self.intentions[intention.first] = intention
        if intention.kind == "move":
            moves = (one for one in self.intentions.values() if one.kind == "move" and one.place)
            self._moves = tuple(one for one in moves if one.state not in ("failed", "dropped"))

    def _write(self, diary: Diary) -> None:
        self.diary = diary

    def _stand(self, presence: Presence) -> None:
        self.presence = presence
        at_a_door = not presence.inside and not presence.origin
        if not at_a_door:
            self.waiting_since = None
        elif self.waiting_since is None:
            self.waiting_since = presence.minute

    def _remember(self, memory: Memory) -> None:
        self.stream.add(memory, follows=self._follows(memory))
        if memory.kind in FELT:
            self.felt += memory.importance
        if memory.kind == "observation":
            self.rated[memory.text] = memory.importance
            self.shaken = memory if memory.importance >= _GRAVE else self.shaken
        if memory.kind in MET and memory.place:
            self.met.update(dict.fromkeys(memory.about, memory.place))
        self._bind(memory)

    def _bind(self, memory: Memory) -> None:
        """Have a memory bind to what it is meant for, or let go of it."""
        if memory.kind == "whisper":
            self.unheeded.append(memory)
        if memory.kind == "plan":
            self.unheeded = [whisper for whisper in self.unheeded if whisper.id not in memory.evidence]
        if memory.kind in BINDING:
            cited = (self.stream.get(row) for row in memory.evidence if row in self.stream)
            self.engagements.add(memory, cited)

    def _follows(self, memory: Memory) -> bool:
        """Return whether a talk memory came straight after another of the same turn, so that one line answers
        the other.
        """
        last = self.stream.memories[-1] if len(self.stream) else None
        return (
            last is not None
            and memory.kind == last.kind == "talk"
            and memory.source != 0
            and turn_of(memory.id) == turn_of(last.id)
        )


def _moved(persona: Persona, home: Path) -> Persona:
    """Return a persona at home elsewhere: what it usually does at home it does there."""
    left, works = _place(persona.home), _place(persona.work)
    routine = (
        replace(item, place=home)
        if item.place == persona.home or (_place(item.place) == left != works)
        else item
        for item in persona.routine
    )
    return replace(persona, home=home, routine=tuple(routine))


def _place(path: Path) -> str:
    return path.partition("/")[0]


@asynccontextmanager
async def hold_mind(mind: Mind) -> AsyncIterator[None]:
    """Have a mind to oneself. Its next turn, or who wants to talk to it, waits for its afterthoughts to
    end.
    """
    while mind.busy is not None:
        await mind.busy.wait()
    done = mind.busy = asyncio.Event()
    try:
        yield
    finally:
        mind.busy = None
        done.set()


class Plan:
    """The plan rows of one agent; of rows that overlap at a level, the later written holds."""

    def __init__(self) -> None:
        self._rows: list[Step] = []
        self._held: dict[str, tuple[Step, ...]] = {}  # what `current` has found since the last row
        self.made = 0
        self.day = 0
        self.bedtime = 0
        self.gist = ""

    def add(self, step: Step) -> None:
        """Take in a plan row. A day row begins a new day and forgets the rows of the one before."""
        self._held.clear()
        if step.level == "day":
            if day_of(step.start) != self.day:
                self._rows = []
            self.made, self.day = step.id, day_of(step.start)
            self.bedtime, self.gist = step.end, step.activity
            return
        self._rows.append(step)

    def current(self, level: str) -> tuple[Step, ...]:
        """Return the rows of a level that hold, in order of time, cut where a later one begins."""
        if level not in self._held:
            self._held[level] = self._overlaid(level)
        return self._held[level]

    def at(self, level: str, minute: int) -> Step | None:
        """Return the row of a level that covers a minute."""
        for row in self.current(level):
            if row.start <= minute < row.end:
                return row
        return None

    def next(self, level: str, minute: int) -> Step | None:
        """Return the first row of a level that starts after a minute."""
        for row in self.current(level):
            if row.start > minute:
                return row
        return None

    def _overlaid(self, level: str) -> tuple[Step, ...]:
        kept: list[Step] = []
        for row in self._rows:
            if row.level == level:
                kept = [clipped for old in kept for clipped in _without(old, row)]
                kept.append(row)
        return tuple(sorted(kept, key=lambda row: (row.start, row.id)))


def _without(old: Step, new: Step) -> Iterator[Step]:
    """Yield what is left of an older row once a newer one is laid over it."""
    if old.end <= new.start or old.start >= new.end:
        yield old
        return
    if old.start < new.start:
        yield replace(old, end=new.start)
    if old.end > new.end:
        yield replace(old, start=new.end)
