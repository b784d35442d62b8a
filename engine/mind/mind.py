"""The mind of one agent: its memories, plans, relations, the places it knows, and where it is."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from engine.clock import day_of
from engine.language.lexicon import Lexicon
from engine.language.phrases import Phrases
from engine.mind.engagements import Engagements
from engine.mind.memory import MemoryStream
from engine.mind.past import KINDS, MET, MindDay, Past
from engine.mind.wellbeing import Wellbeing
from engine.records import (
    AgentId,
    Conversation,
    Diary,
    Intention,
    Knows,
    Line,
    Lock,
    LogEntry,
    Memory,
    MemoryKind,
    Path,
    Persona,
    Presence,
    Recall,
    Relation,
    Retraction,
    Sighting,
    Status,
    Step,
    is_visitor,
)
from engine.row_ids import is_by_author, turn_of
from engine.world.former import Former

FELT: tuple[MemoryKind, ...] = ("observation", "talk", "whisper")
BINDING = ("seed", "plan")
_MOST_SAID = 120  # lines that are kept in mind word for word
_GRAVE = 8  # the importance of what shakes one


class Mind:
    """The state of one agent, built only from the log rows that concern it.

    `begin_with` loads the memories of earlier days; `apply` then takes in row by row.
    """

    def __init__(
        self,
        persona: Persona,
        agent_number: int,
        lexicon: Lexicon,
        phrases: Phrases,
        former: Former | None = None,
    ) -> None:
        self.persona, self.agent_number = persona, agent_number
        self._former = former or Former()  # what was called otherwise when it was remembered
        self.stream = MemoryStream(lexicon, forgetting=persona.forgetting)
        self.presence: Presence | None = None
        self.waiting_since: int | None = None
        self.busy: asyncio.Event | None = None
        self.relations: dict[AgentId, Relation] = {}
        self.locks: dict[tuple[tuple[AgentId, ...], str], Lock] = {}  # what an author holds as it is
        self.visitors: tuple[AgentId, ...] = ()  # whom one has met who is in no cast
        self.known: dict[Path, str] = {}
        self.diary: Diary | None = None
        self.talks: dict[AgentId, Conversation] = {}
        self.told: dict[tuple[int, AgentId], int] = {}  # which memory to whom, how often, as they were told
        self.facts: dict[int, tuple[str, ...]] = {}  # of the town, by the memories that say them
        self.said: deque[Line] = deque(maxlen=_MOST_SAID)  # one's own lines, as they were said
        self.plan = Plan()
        self.felt, self.reflected, self.urged = (
            0,
            0,
            False,
        )  # since, and in, the last reflection; if one is due
        self.unheeded: list[Memory] = []
        self.shaken: Memory | None = None  # the latest thing of weight it has seen happen
        self.rated: dict[str, int] = {}
        self.met: dict[AgentId, Path] = {}  # where one has met each of the others last
        self.met_at: dict[AgentId, int] = {}  # and at which minute
        self.engagements = Engagements()
        self.wellbeing = Wellbeing(persona, phrases)
        self.turned: dict[AgentId, tuple[int, float]] = {}  # the latest change of each tie, and its row
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
            Knows: self._know,
            Diary: self._write,
            Intention: self._intend,
            Retraction: self._retract,
            Status: self.wellbeing.apply,
            Lock: self._lock,
        }

    def apply(self, entry: LogEntry) -> None:
        """Apply one log row that concerns this agent. Rows come in the order of their ids."""
        taken_in = self._ways.get(type(entry))
        if taken_in is not None:
            taken_in(entry)

    def become(self, persona: Persona) -> None:
        """Replace the persona by a changed one."""
        self.persona = persona
        self._living.clear()
        self.wellbeing.become(persona)

    def begin_with(self, past: Past) -> None:
        """Load the memories of earlier days, as if they had been applied row by row."""
        self.stream.begin_with(past)
        felt = np.isin(past.kinds, [KINDS.index(kind) for kind in FELT]) & (past.ids > past.reflected)
        self.felt = int(past.importance[felt].sum())
        self.reflected = past.reflected
        seen = np.flatnonzero(past.kinds == KINDS.index("observation")).tolist()
        self.rated = {past.texts[at]: int(past.importance[at]) for at in seen}
        grave = [at for at in seen if past.importance[at] >= _GRAVE]
        self.shaken = past.memory(grave[-1]) if grave else None
        self.met = {other: now for other, place in past.met().items() if (now := self._former.now(place, 0))}
        for memory in past.binding():
            self._bind(memory)

    def hand_out(self, day: int) -> MindDay:
        """Return the record of a day that is over. To be called once for each day, in order."""
        return self.stream.hand_out(day, self._reflected.pop(day, 0))

    def urge(self, row_id: int) -> None:
        """Make the agent reflect on its next turn, unless it has reflected since the row `row_id`."""
        self.urged = row_id > self.reflected

    def observations(self, count: int) -> Iterator[str]:
        """Yield the texts of the `count` latest observations that are not retracted, newest first."""
        for memory in reversed(self.stream.memories):
            if count <= 0:
                return
            if memory.kind == "observation" and self.stream.shows(memory.id):
                count -= 1
                yield memory.text

    def _recall(self, recall: Recall) -> None:
        self.stream.touch((item.memory for item in recall.items), recall.minute)
        if recall.purpose == "reflect":
            self.felt, self.urged = 0, False
            self._reflected[day_of(recall.minute)] = recall.id
            self.reflected = recall.id

    def _relate(self, relation: Relation) -> None:
        if is_visitor(relation.other) and relation.other not in self.relations:
            self.visitors = (*self.visitors, relation.other)
        before = self.relations.get(relation.other)
        change = relation.closeness - before.closeness if before is not None else 0.0
        self.turned[relation.other] = relation.id, change
        self.relations[relation.other] = relation

    def _lock(self, lock: Lock) -> None:
        self.locks.pop((lock.others, lock.text), None)
        if lock.held:
            self.locks[lock.others, lock.text] = lock

    def is_held_to(self, other: AgentId) -> bool:
        """Return whether an author has locked this agent's relation to `other`."""
        return ((other,), "") in self.locks

    def held_lines(self) -> Iterator[Lock]:
        """Yield the locks with a line that the agent has to say in its next talk, in order of locking."""
        return (lock for lock in self.locks.values() if lock.text)

    def _see(self, sighting: Sighting) -> None:
        self.known[sighting.path] = sighting.state

    def _talk(self, talk: Conversation) -> None:
        self.talks.update((member, talk) for member in talk.members if member != self.persona.id)

    def said_since(self, minute: int) -> Iterator[str]:
        """Yield the agent's own lines since `minute`, oldest first."""
        return (line.text for line in self.said if line.said_at >= minute)

    def heard_since(self, minute: int) -> Iterator[str]:
        """Yield the texts of the talk memories made since `minute`, oldest first."""
        return (memory.text for memory in self.stream.since(minute) if memory.kind == "talk")

    def _tell(self, line: Line) -> None:
        self.said.append(line)
        for hearer in line.hearers if line.tells else ():
            self.told[line.tells, hearer] = self.told.get((line.tells, hearer), 0) + 1

    def _know(self, knows: Knows) -> None:
        self.learn(knows.fact, knows.memory)

    def learn(self, fact: str, memory: int) -> None:
        """Note that a memory says a fact of the town."""
        said = self.facts.get(memory, ())
        self.facts[memory] = said if fact in said else (*said, fact)

    def knows(self, fact: str) -> bool:
        """Return whether the agent knows a fact of the town, by a memory that is not retracted."""
        return any(fact in facts and self.stream.shows(memory) for memory, facts in self.facts.items())

    def persona_at(self, minute: int) -> Persona:
        """Return the persona with its home at `minute`: after its last move, or where it stays overnight."""
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

    def _retract(self, retraction: Retraction) -> None:
        """Hide a retracted memory from recall and engagements, or restore it if no longer retracted."""
        memory = self.stream.get(retraction.row)
        self.stream.hide(memory.id, hidden=retraction.hidden)
        self.unheeded = [whisper for whisper in self.unheeded if whisper.id != memory.id]
        self.engagements.drop(memory)
        if not retraction.hidden:
            self._bind(memory)

    def _write(self, diary: Diary) -> None:
        self.diary = diary

    def _stand(self, presence: Presence) -> None:
        self.wellbeing.stand(presence)
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
        place = self._former.now(memory.place, memory.id)
        if memory.kind in MET and place:
            self.met.update(dict.fromkeys(memory.about, place))
            self.met_at.update(dict.fromkeys(memory.about, memory.minute))
        self._bind(memory)

    def _bind(self, memory: Memory) -> None:
        """Register a memory as an unheeded whisper or an engagement, under the names of today.

        A plan also marks the whispers that it cites as heeded.
        """
        memory = self._former.row(memory) if self._former else memory
        if memory.kind == "whisper":
            self.unheeded.append(memory)
        if memory.kind == "plan":
            self.unheeded = [whisper for whisper in self.unheeded if whisper.id not in memory.evidence]
        if memory.kind in BINDING:
            cited = (self.stream.get(row) for row in memory.evidence if row in self.stream)
            self.engagements.add(memory, cited)

    def _follows(self, memory: Memory) -> bool:
        """Return whether a talk memory comes straight after another of the same turn, and so answers it."""
        last = self.stream.memories[-1] if len(self.stream) else None
        return (
            last is not None
            and memory.kind == last.kind == "talk"
            and memory.source != 0
            and turn_of(memory.id) == turn_of(last.id)
        )


def _moved(persona: Persona, home: Path) -> Persona:
    """Return a persona with another home. Routine items at the old home take place at the new one."""
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
    """Hold a mind exclusively: wait until it is free, and make other users of it wait meanwhile."""
    while mind.busy is not None:
        await mind.busy.wait()
    done = mind.busy = asyncio.Event()
    try:
        yield
    finally:
        mind.busy = None
        done.set()


class Plan:
    """The plan rows of one agent.

    Where rows of a level overlap, the later one holds. An author's row holds against whatever the agent plans
    afterwards, until the author writes an empty row over it. `made` is the id of the day row, or 0 if the
    whole day was broken off.
    """

    def __init__(self) -> None:
        self._rows: list[Step] = []
        self._held: dict[str, tuple[Step, ...]] = {}  # what `current` has found since the last row
        self.made = 0
        self.day = 0
        self.bedtime = 0
        self.gist = ""

    def add(self, step: Step) -> None:
        """Add a plan row. A day row begins a new day and forgets the rows of the day before.

        It forgets nothing if it ends at the same bedtime: an agent that is up after midnight still lives the
        day before.
        """
        self._held.clear()
        if step.level == "day":
            self.made = 0 if step.because else step.id
            if day_of(step.start) != self.day and step.end != self.bedtime:
                self._rows, self.day = [], day_of(step.start)
            self.bedtime, self.gist = step.end, step.activity
            return
        self._rows.append(step)

    def current(self, level: str) -> tuple[Step, ...]:
        """Return the rows of a level in order of time, each cut where a later written one overlaps it."""
        if level not in self._held:
            self._held[level] = self._overlaid(level)
        return self._held[level]

    def at(self, level: str, minute: int) -> Step | None:
        """Return the row of a level that covers a minute, or None."""
        for row in self.current(level):
            if row.start <= minute < row.end:
                return row
        return None

    def next(self, level: str, minute: int) -> Step | None:
        """Return the first row of a level that starts after a minute, or None."""
        for row in self.current(level):
            if row.start > minute:
                return row
        return None

    def _overlaid(self, level: str) -> tuple[Step, ...]:
        kept: list[Step] = []
        held: list[Step] = []
        for row in self._rows:
            if row.level != level:
                continue
            if is_by_author(row.id):
                held = _over(held, row)
            if not is_by_author(row.id) or row.because:
                kept = _over(kept, row)
        for row in held:
            if row.activity or row.room:
                kept = _over(kept, row)
        return tuple(sorted(kept, key=lambda row: (row.start, row.id)))


def _over(rows: Iterable[Step], new: Step) -> list[Step]:
    """Return the rows of a level with a newer row laid over them, cutting those that it overlaps."""
    return [*(clipped for old in rows for clipped in _without(old, new)), new]


def _without(old: Step, new: Step) -> Iterator[Step]:
    """Yield the parts of an older row that a newer one does not cover."""
    if old.end <= new.start or old.start >= new.end:
        yield old
        return
    if old.start < new.start:
        yield replace(old, end=new.start)
    if old.end > new.end:
        yield replace(old, start=new.end)
