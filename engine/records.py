"""The frozen records shared by all packages: what a scenario says, and what the log stores.

Paths are text: a place is `Harbour Café`, a room `Harbour Café/counter`, a thing `Harbour
Café/counter/espresso machine`. A place without rooms is a room itself.
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
    """Return the id of a visitor, who is in no cast and only comes to talk.

    It contains the name, so that the log shows who it was.
    """
    return f"{_VISITOR}{name}"


def is_visitor(agent: AgentId) -> bool:
    """Tell the ids of visitors from those of agents."""
    return agent.startswith(_VISITOR)


def visitor_name(agent: AgentId) -> str:
    """Return the name of a visitor."""
    return agent.removeprefix(_VISITOR)


# ---------------------------------------------------------------- what the author writes


@dataclass(frozen=True, slots=True, kw_only=True)
class Hours:
    """Opening hours in minutes of the day; `closes` below `opens` runs past midnight."""

    opens: int
    closes: int

    def covers(self, minute: int) -> bool:
        """Check a minute of any day against the opening hours."""
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
    """A room, where agents can be and see each other. `capacity` is how many may be inside at once."""

    path: Path
    name: str
    about: str = ""
    capacity: int | None = None
    things: tuple[Thing, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A building or an open space on the map; the first of its rooms is the entry."""

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
    """A fact that the author wants to follow through the town; a seed memory of those who know it."""

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
    """The relation of a persona to another at the beginning; closeness runs from -1 to 1."""

    other: AgentId
    kind: str
    closeness: float = 0.0


EVERYBODY = "*"  # in place of an agent: all there are, or all who can be met


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedMoment:
    """A moment that an author states as data.

    It is on a `day` (None: the next one), from the minute `first` of it until `last` (None: at that minute;
    both None: on that day), or on every day, if it `recurs`.
    """

    day: int | None = None
    first: int | None = None
    last: int | None = None
    recurs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedIntention:
    """An intention that an author states as data.

    `others` are those it is done with or to (`EVERYBODY` among them stands for all but the `excepted`);
    `kept_from` must not learn of it. `closeness` is that of a feeling, from -1 to 1, and `text` the memory
    of it, if the author words it.
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
    """An event of a town that happens whatever its people intend.

    It is of a `kind` in engine/events/kinds.py, from minute `begins` to minute `ends` of the run, in the
    room `place`. `what` names it uniquely among the events of the town. An object (`thing`) gets a `state`
    by it. `people` are those who may take part in a public event (`EVERYBODY` among them stands for all but
    the `excepted`); they choose one of the `options`, or a number up to `up_to`, in answer to `question`; at
    a verdict only the one in `decides` does. `known_by` know of it from the start, and `text` is what they
    remember of it, if the author words it. Whoever knows of it also knows the `facts` with these ids.
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
    facts: tuple[str, ...] = ()
    text: str = ""

    def may_attend(self, agent: AgentId) -> bool:
        """Check whether an agent may take part."""
        return agent not in self.excepted and (EVERYBODY in self.people or agent in self.people)

    def is_known_by(self, agent: AgentId) -> bool:
        """Check whether an agent knows of it from the start."""
        return agent in self.known_by or (EVERYBODY in self.known_by and agent not in self.excepted)

    def is_under_way(self, minute: int) -> bool:
        """Check whether it has begun and is not over at a minute."""
        return self.begins <= minute < self.ends


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """An agent's full name, the name its acquaintances use, and its pronouns."""

    full: str
    called: str
    pronouns: Pronouns = "they"


class Names(Mapping[AgentId, Name]):
    """The names of all people of a town, by id.

    Instances compare by identity, so that values computed for a whole town are found again fast, however
    large it is. What people share is divided `among` so many; those who join later take nothing from others.
    `of_places` are the names of places, rooms and objects in which somebody's name occurs: the Rose Garden,
    in a town with a Rose.
    """

    def __init__(
        self, names: Mapping[AgentId, Name], among: int = 0, of_places: frozenset[str] = frozenset()
    ) -> None:
        self._names = dict(names)
        self.among = among or len(self._names)
        self.of_places = of_places

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
    """The authored identity of an agent.

    `sleep` above 1440 means after midnight. If `called` is empty, a part of the name is used, as the town's
    language has it.
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
    """A checked town: everything an author wrote, in the order of the author.

    `wordings` are prompts in the author's own words, by name.
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
        """Return the persona of an agent id. Raises KeyError if there is none."""
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
IntentionState = Literal["held", "told", "prepared", "begun", "agreed", "done", "failed", "dropped"]
Reason = Literal["wake", "arrive", "step", "notice", "talked", "closing", "whisper", "away"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Displayed):
    """A row of the log."""

    id: int

    @property
    def minute(self) -> int:
        """Return the simulated minute at which the row was made."""
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

    `evidence` are memory ids. `source` is the event, line or step it came from (0: none). `about` are the
    agents it concerns. `when` is the minute it refers to, if any. `depth` is 0 for experiences, and one more
    than the deepest evidence for a reflection.
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

    `thing_state` is the state in which its object is left. In a row without `activity`, where a plan was
    broken off, it is the reason.
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
        """Return the reason why the plan was broken off and is to be made anew; empty for other rows."""
        # A column of its own would change the digest of every turn, and so the fingerprint of every run.
        return "" if self.activity else self.thing_state


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation(Entry):
    """A talk of two to four agents in one room; `ended_by` is empty if no member ended it."""

    room: Path
    members: tuple[AgentId, ...]
    until: int
    ended_by: AgentId = ""
    summary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Entry):
    """A line that a member said to the others.

    `thought` is the private thought behind it, and `tells` the speaker's memory that it passes on.
    """

    conversation: int
    speaker: AgentId
    hearers: tuple[AgentId, ...] = ()
    said_at: int
    text: str
    thought: str = ""
    tells: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Knows(Entry):
    """That an agent knows a fact of the town, by a `memory` that says it.

    `line` told it, and `by` said that line (0 and empty if nobody told it).
    """

    agent: AgentId
    fact: str
    memory: int
    line: int = 0
    by: AgentId = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingState(Entry):
    """The state of an object from now on. `by` is empty for the author."""

    thing: Path
    state: str
    by: AgentId = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation(Entry):
    """The relation of an agent to another from now on; closeness runs from -1 to 1."""

    agent: AgentId
    other: AgentId
    kind: str
    closeness: float
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting(Entry):
    """The knowledge of an agent about a place, room or thing from now on; `state` is the one it last saw."""

    agent: AgentId
    path: Path
    state: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovery(Entry):
    """How an agent learned of a room: by entering, seeing it on the way, or from another agent (`by`).

    `source` is the line that told of it, or the memory of having been there.
    """

    agent: AgentId
    room: Path
    way: Way
    by: AgentId = ""
    source: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Intention(Entry):
    """An agent's intention, in its state from now on.

    `began` is the id of its first row (0: this is it), `memory` the agent's memory that says it. `deed` is
    what is to be done, `others` those it is done with or to ("*" for all), `what` the occasion, the object
    or the aim, `content` what is to be told, asked or kept secret. It is to be at `when`, or by `until`; at
    any time, if neither is given. `strength` is that of a feeling, `because` the reason for the state.
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
        """Return the id of its first row."""
        return self.began or self.id

    @property
    def is_open(self) -> bool:
        """Check whether it is still to be done, or still binds."""
        return self.state in ("held", "told", "prepared", "begun")

    @property
    def is_daily(self) -> bool:
        """Check whether it forbids something between two hours of every day."""
        return self.forbids == "habit" and self.when is not None and self.until is not None

    def binds_at(self, minute: int) -> bool:
        """Check whether its prohibition is in force at a minute."""
        begun = self.when is None or self.when <= minute
        if self.is_daily and self.when is not None and self.until is not None:
            return begun and (minute - self.when) % DAY < self.until - self.when
        return begun and (self.until is None or minute < self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence(Entry):
    """The position of an agent from now on, and the minute of its next turn.

    `room` is where the next turn happens; `inside` says whether the agent is in it already (if not, it is on
    the way there until `next`, or waiting at its door). `seen` is the id up to which events there were
    perceived. An agent that is `away` has left the town, and thinks no more until it is brought back.
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
    """One wellbeing value of an agent from now on: energy, mood, or one of its author's, from 0 to 100.

    `because` says in the town's language what changed it; `source` is the row that did (0: none).
    """

    agent: AgentId
    name: str
    value: float
    because: str = ""
    source: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Diary(Entry):
    """An agent's diary entry for a day, written at bedtime; it is used for the next day's plan."""

    agent: AgentId
    day: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Intervened(Entry):
    """An author's intervention, which caused all the rows that follow from it.

    `verb` names the intervention and `asked` has the values of its fields; `before` is the state before, by
    which it can be taken back. `undoes` is the id of the entry that this one takes back (0: none), `urges`
    the agent it makes reflect on the next turn.
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
    """A change of the scenario at a row of the log: of a `field` of `about`.

    `is_back` if an earlier amendment is taken back by it.
    """

    id: int
    about: str
    field: str
    value: str
    is_back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined(Entry):
    """A new agent in the town from now on: its id, and its `persona` file."""

    agent: AgentId
    persona: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Retraction(Entry):
    """The retraction of an agent's memory or a room's event; with `hidden` false, its restoration.

    The row itself stays in the log; it is no longer recalled or noticed. An event has no `agent`.
    """

    row: int
    agent: AgentId = ""
    room: Path = ""
    hidden: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock(Entry):
    """An author's lock on something of an agent from now on, or with `held` false its release.

    It locks the relation to the one agent in `others`; or, if there is a `text`, what the agent says to
    exactly the `others` in the next talk. Such a line is not said before the line of its `place` in a talk,
    counted from 0, unless the talk ends before; `tells` is the text of the memory it passes on. `said` is
    the id of the line by which it was said (0: not yet).
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
    """A prompt and its answer, as stored in the log. `key` is the prompt's journal key."""

    agent: AgentId
    purpose: str
    model: str
    key: str
    prompt: str
    answer: str


LogEntry = (
    Turn | Event | Memory | Recall | Step | Conversation | Line | ThingState | Relation | Sighting
    | Discovery | Presence | Diary | Call | Intention | Intervened | Retraction | Status | Lock
    | Joined | Knows
)  # fmt: skip
