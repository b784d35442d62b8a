"""The frozen records that cross borders: what a scenario says, and what the log keeps.

Paths are text: a place is `Harbour Café`, a room `Harbour Café/counter`, a thing
`Harbour Café/counter/espresso machine`. A place without rooms is a room itself.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.clock import DAY
from engine.display.html import Card
from engine.display.listed import Displayed, record_card
from engine.row_ids import minute_of

AgentId = str
Path = str
Pronouns = Literal["she", "he", "they"]

# ---------------------------------------------------------------- who speaks and is in no cast

_VISITOR = "visitor:"  # no id of a persona holds a colon


def visitor(name: str) -> AgentId:
    """Return the id of somebody who is in no cast and only comes to talk; it holds the name, so that
    whoever meets it in the log knows who that was.
    """
    return f"{_VISITOR}{name}"


def is_visitor(agent: AgentId) -> bool:
    """Return whether an id is that of a visitor."""
    return agent.startswith(_VISITOR)


def visitor_name(agent: AgentId) -> str:
    """Return what a visitor is called."""
    return agent.removeprefix(_VISITOR)


# ---------------------------------------------------------------- what the author writes


@dataclass(frozen=True, slots=True, kw_only=True)
class Hours:
    """Opening hours in minutes of the day; `closes` below `opens` runs past midnight."""

    opens: int
    closes: int

    def covers(self, minute: int) -> bool:
        """Tell whether it is open at a minute of any day."""
        of_day = minute % DAY
        if self.opens < self.closes:
            return self.opens <= of_day < self.closes
        return of_day >= self.opens or of_day < self.closes


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """An object in a room, its first state, the states it can have, and which of them are urgent."""

    path: Path
    name: str
    about: str = ""
    state: str = ""
    states: tuple[str, ...] = ()
    urgent: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Where agents can be, and see each other. `capacity` is how many may be inside at once."""

    path: Path
    name: str
    about: str = ""
    capacity: int | None = None
    things: tuple[Thing, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A building or an open space on the map; the first of its rooms is where one comes in."""

    name: str
    about: str = ""
    emoji: str = "📍"
    open: Hours | None = None
    x: float = 0.0
    y: float = 0.0
    private: bool = False
    rooms: tuple[Room, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something the author wants to follow through the town; a seed memory of those who know it."""

    id: str
    text: str
    known_by: tuple[AgentId, ...] = ()
    key_words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutineItem:
    """One line of a persona's usual day."""

    start: int
    activity: str
    place: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Bond:
    """How a persona stands to another at the beginning; closeness runs from -1 to 1."""

    other: AgentId
    kind: str
    closeness: float = 0.0


EVERYBODY = "*"  # in place of an agent: all there are, or all who can be met


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedMoment:
    """A moment that an author states as data: on a `day` (None: the next one), from the minute `first` of it
    until `last` (None: at that minute; both None: on that day), or on every day, where it `recurs`.
    """

    day: int | None = None
    first: int | None = None
    last: int | None = None
    recurs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedIntention:
    """An intention that an author states as data. `others` are those it is done with or to (`EVERYBODY` among
    them stands for all but the `excepted`); `kept_from` are not to learn of it. `closeness` is how somebody
    feels towards them, from -1 to 1, and `text` what is remembered of it, where the author words it.
    """

    kind: str
    what: str = ""
    others: tuple[AgentId, ...] = ()
    excepted: tuple[AgentId, ...] = ()
    kept_from: tuple[AgentId, ...] = ()
    place: Path = ""
    at: StatedMoment | None = None
    by: StatedMoment | None = None
    until: StatedMoment | None = None
    condition: str = ""
    because: str = ""
    closeness: float | None = None
    text: str = ""


BY_THE_TOWN = "the town"
"""Who signs, in the log, what happens as an event of the town."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TownEvent:
    """Something that happens in a town whatever its people mean to do: of a `kind` in
    engine/events/kinds.py, from minute `begins` to minute `ends` of the run, in the room `place`.

    `what` names it, and no other event of the town. An object (`thing`) gets a `state` by it. Of a public
    event, `people` are those who may take part (`EVERYBODY` among them stands for all but the `excepted`);
    they choose one of the `options`, or a number up to `up_to`, in answer to `question`; at a verdict only
    who `decides` does. `known_by` know of it from the start, and `text` is what they remember of it, where
    the author words it.
    """

    kind: str
    what: str
    begins: int
    ends: int
    place: Path
    thing: Path = ""
    state: str = ""
    question: str = ""
    options: tuple[str, ...] = ()
    up_to: int = 0
    people: tuple[AgentId, ...] = ()
    excepted: tuple[AgentId, ...] = ()
    decides: AgentId = ""
    known_by: tuple[AgentId, ...] = ()
    because: str = ""
    text: str = ""

    def may_attend(self, agent: AgentId) -> bool:
        """Return whether somebody may take part."""
        return agent not in self.excepted and (EVERYBODY in self.people or agent in self.people)

    def is_known_by(self, agent: AgentId) -> bool:
        """Return whether somebody knows of it from the start."""
        return agent in self.known_by or (EVERYBODY in self.known_by and agent not in self.excepted)

    def is_under_way(self, minute: int) -> bool:
        """Return whether it goes on at a minute."""
        return self.begins <= minute < self.ends


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """How somebody is named in full, called by those who know them, and spoken of."""

    full: str
    called: str
    pronouns: Pronouns = "they"


class Names(Mapping[AgentId, Name]):
    """What everybody of a town is called, by id. Two of them are never taken for each other, whatever they
    hold, so that what is worked out for a whole town is found again at once, however large it is. What people
    share is shared out `among` so many: whoever joins them later takes nothing from anybody.
    """

    def __init__(self, names: Mapping[AgentId, Name], among: int = 0) -> None:
        self._names = dict(names)
        self.among = among or len(self._names)

    def __getitem__(self, agent: AgentId) -> Name:
        return self._names[agent]

    def __iter__(self) -> Iterator[AgentId]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    __eq__ = object.__eq__
    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """The authored identity of an agent. `sleep` above 1440 means after midnight; who is `called` nothing in
    particular is called by a part of the name, as the town's language has it.
    """

    id: AgentId
    name: str
    called: str = ""
    pronouns: Pronouns = "they"
    age: int = 30
    emoji: str = "🙂"
    traits: tuple[str, ...] = ()
    home: Path
    work: Path = ""
    seed: tuple[str, ...] = ()
    currently: str = ""
    wake: int = 7 * 60
    sleep: int = 23 * 60
    routine: tuple[RoutineItem, ...] = ()
    register: str = ""
    says: tuple[str, ...] = ()
    bonds: tuple[Bond, ...] = ()
    knows: tuple[Path, ...] = ()
    status: Mapping[str, float] = field(default_factory=dict)
    forgetting: float = 0.0
    intends: tuple[StatedIntention, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A checked town: everything an author wrote, in the order the author wrote it. `wordings` are prompts in
    the author's own words, by name.
    """

    id: str
    town: str
    summary: str = ""
    language: str = "en"
    starts: datetime.date
    seed: int = 0
    facts: tuple[Fact, ...] = ()
    places: tuple[Place, ...]
    personas: tuple[Persona, ...]
    cognition: Mapping[str, object] = field(default_factory=dict)
    wordings: Mapping[str, str] = field(default_factory=dict)
    events: tuple[TownEvent, ...] = ()

    def persona(self, agent: AgentId) -> Persona:
        """Return the persona of an agent id; KeyError when there is none."""
        for persona in self.personas:
            if persona.id == agent:
                return persona
        raise KeyError(agent)


# ---------------------------------------------------------------- what the log keeps

MemoryKind = Literal["seed", "observation", "reflection", "plan", "talk", "whisper"]
EventKind = Literal["arrive", "leave", "act", "state", "talk", "wake", "sleep", "author"]
PlanLevel = Literal["day", "block", "step"]
Way = Literal["entered", "seen", "told"]
IntentionKind = str  # the name of a file in engine/practices/kinds/
IntentionState = Literal["held", "told", "prepared", "begun", "done", "failed", "dropped"]
Reason = Literal["wake", "arrive", "step", "notice", "talked", "closing", "whisper", "away"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Displayed):
    """A row of the log."""

    id: int

    @property
    def minute(self) -> int:
        """Return the simulated minute the row was made at."""
        return minute_of(self.id)

    def _card_(self) -> Card:
        return record_card(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Entry):
    """One agent's unit of thinking and acting, as committed. `digest` is the hash of its rows."""

    agent: AgentId
    room: Path
    reason: str
    calls: int = 0
    digest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Entry):
    """Something that happened in a room, perceivable there. `actor` is empty for the author and the world."""

    room: Path
    kind: EventKind
    text: str
    actor: AgentId = ""
    about: tuple[AgentId, ...] = ()
    thing: Path = ""
    urgent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory(Entry):
    """One row of an agent's memory stream.

    `evidence` are memory ids; `source` is the event, line or step it came from (0: none); `about` the agents
    it concerns; `when` the minute it speaks of, where it speaks of one; `depth` is 0 for what was lived and
    one more than the deepest evidence for a reflection.
    """

    agent: AgentId
    kind: MemoryKind
    text: str
    importance: int
    evidence: tuple[int, ...] = ()
    source: int = 0
    about: tuple[AgentId, ...] = ()
    place: Path = ""
    when: int | None = None
    depth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """One memory that a recall brought up, with the weighted parts of its score (they add up to it)."""

    memory: int
    score: float
    recency: float
    importance: float
    relevance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall(Entry):
    """One scored look-up of an agent's memories."""

    agent: AgentId
    purpose: str
    query: str
    items: tuple[Recalled, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Entry):
    """A piece of a plan at one level. A later row of a level replaces what it overlaps of earlier ones.

    `thing_state` is how its object is left; where the plan was broken off, there is none, and it holds why.
    """

    agent: AgentId
    level: PlanLevel
    start: int
    end: int
    activity: str
    room: Path = ""
    thing: Path = ""
    thing_state: str = ""
    emoji: str = ""
    parent: int = 0

    @property
    def because(self) -> str:
        """Return why the plan was broken off, where this stands for the rest that is to be planned anew."""
        # A column of its own would change the digest of every turn, and so the fingerprint of every run.
        return "" if self.activity else self.thing_state


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation(Entry):
    """A talk of two to four agents in one room; `ended_by` is empty when only the guard ended it."""

    room: Path
    members: tuple[AgentId, ...]
    until: int
    ended_by: AgentId = ""
    summary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Entry):
    """What one member said to the others, the private thought behind it, and the speaker's memory it passes
    on.
    """

    conversation: int
    speaker: AgentId
    hearers: tuple[AgentId, ...] = ()
    said_at: int
    text: str
    thought: str = ""
    tells: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingState(Entry):
    """An object has this state from now on. `by` is empty for the author."""

    thing: Path
    state: str
    by: AgentId = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation(Entry):
    """How an agent stands to another from now on; closeness runs from -1 to 1."""

    agent: AgentId
    other: AgentId
    kind: str
    closeness: float
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting(Entry):
    """What an agent knows of a place, room or thing from now on; `state` as it was last seen there."""

    agent: AgentId
    path: Path
    state: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovery(Entry):
    """An agent comes to know a room: by coming in, by seeing it on the way, or being told `by` somebody.
    `source` is the line that told of it, or the memory of having been there.
    """

    agent: AgentId
    room: Path
    way: Way
    by: AgentId = ""
    source: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Intention(Entry):
    """What an agent means to do, as it stands from now on.

    `began` is the id of its first row (0: this is it), `memory` the agent's memory that says it. `deed` is
    what is to be done, `others` those it is done with or to ("*" for all), `what` the occasion, the object or
    the aim, `content` what is to be told, asked or kept secret. It is to be at `when`, or by `until`; at any
    time, where there is neither. `strength` is how much is felt, `because` why it stands so.
    """

    agent: AgentId
    kind: IntentionKind
    state: IntentionState
    deed: str
    memory: int
    began: int = 0
    others: tuple[AgentId, ...] = ()
    what: str = ""
    content: str = ""
    place: Path = ""
    when: int | None = None
    until: int | None = None
    forbids: str = ""
    strength: int = 0
    because: str = ""

    @property
    def first(self) -> int:
        """Return the id of the row with which it began."""
        return self.began or self.id

    @property
    def is_open(self) -> bool:
        """Return whether it is still to be done, or still binds."""
        return self.state in ("held", "told", "prepared", "begun")

    @property
    def is_daily(self) -> bool:
        """Return whether something is forbidden from an hour to another on every day: as a habit."""
        return self.forbids == "habit" and self.when is not None and self.until is not None

    def binds_at(self, minute: int) -> bool:
        """Return whether what is forbidden is so at a minute."""
        begun = self.when is None or self.when <= minute
        if self.is_daily and self.when is not None and self.until is not None:
            return begun and (minute - self.when) % DAY < self.until - self.when
        return begun and (self.until is None or minute < self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence(Entry):
    """Where an agent is from now on and when it thinks next.

    `room` is where the next turn happens; `inside` says whether the agent is in it already (false: on the way
    there until `next`, or waiting at its door). `seen` is the id up to which events there were perceived.
    Who is `away` has left the town, and thinks no more until somebody brings them back.
    """

    agent: AgentId
    room: Path
    inside: bool
    asleep: bool
    next: int
    reason: Reason
    doing: str = ""
    emoji: str = ""
    step: int = 0
    origin: Path = ""
    seen: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Status(Entry):
    """How an agent is from now on: one of its values (energy, mood, or what its author named), from 0 to 100.

    `because` says in the town's language what changed it; `source` is the row that did (0: none).
    """

    agent: AgentId
    name: str
    value: float
    because: str = ""
    source: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Diary(Entry):
    """What an agent makes of a day, written at bedtime; it feeds the next day's plan."""

    agent: AgentId
    day: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Intervened(Entry):
    """What an author did to the town: the row that all it changed comes of.

    `verb` names the intervention and `asked` what was said to each of its fields; `before` is what stood
    there, by which it can be taken back. `undoes` is the id of the entry that this one takes back (0: none),
    `urges` whom it has reflect on the next turn.
    """

    verb: str
    asked: Mapping[str, str]
    who: str
    why: str = ""
    before: Mapping[str, str] = field(default_factory=dict)
    undoes: int = 0
    urges: AgentId = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """What the town says otherwise of a part from a row of the log on: of `about`, in a field; what it said
    before, where an amendment is taken back by it.
    """

    id: int
    about: str
    field: str
    value: str
    is_back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined(Entry):
    """Somebody new lives in the town from now on: their id, and their `persona` as files have it."""

    agent: AgentId
    persona: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Retraction(Entry):
    """A memory of an agent, or an event of a room, counts no more from now on, or (`hidden` false) again.

    The row itself stays in the log; nothing recalls or notices it any longer. An event has no `agent`.
    """

    row: int
    agent: AgentId = ""
    room: Path = ""
    hidden: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock(Entry):
    """An author holds something of an agent as it is from now on, or (`held` false) no more: how it stands to
    `others`, of whom there is one; or, where there is a `text`, what it says to exactly them in the next
    talk.

    Such a line is said not before the line of its `place` in a talk, counted from 0, unless that ends before;
    `tells` is what it passes on, as its speaker remembers it. `said` is the line by which it was said (0: not
    yet).
    """

    agent: AgentId
    others: tuple[AgentId, ...]
    text: str = ""
    place: int = 0
    tells: str = ""
    said: int = 0
    held: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Entry):
    """One prompt asked and its answer, as kept in the log. `key` is the prompt's journal key."""

    agent: AgentId
    purpose: str
    model: str
    key: str
    prompt: str
    answer: str


LogEntry = (
    Turn | Event | Memory | Recall | Step | Conversation | Line | ThingState | Relation | Sighting
    | Discovery | Presence | Diary | Call | Intention | Intervened | Retraction | Status | Lock
    | Joined
)  # fmt: skip
