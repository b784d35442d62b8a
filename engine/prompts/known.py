"""The knowledge of an agent about others and the town, in the form used by prompts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.records import AgentId, Hours, Intention, IntentionState, Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Acquaintance:
    """Another agent as this one knows it.

    `name` is used for it in answers; `about_daily` marks one that this one sees every day, or that knows
    this one, `by_sight` one whom this one knows at least by name, and `lives_with` one of its household.
    `home` is where it lives, or empty for a visitor. Where they last talked, and where it works, are known
    to questions off the record. `age` is in years, or 0 if it is not known.
    """

    agent: AgentId
    name: str
    kind: str = ""
    closeness: float = 0.0
    note: str = ""
    doing: str = ""
    free: bool = True
    last_talk: int | None = None
    last_said: str = ""
    last_place: Path = ""
    home: Path = ""
    work: Path = ""
    about_daily: bool = False
    by_sight: bool = False
    lives_with: bool = False
    age: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """Somebody outside a talk whom its speaker met today or in the last hours.

    `minute` and `place` are when and where last; `talked` marks one it spoke with, `here` one who is in the
    room now.
    """

    agent: AgentId
    name: str
    minute: int
    place: Path
    talked: bool = False
    here: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonGround:
    """What those in a talk have in common before it, as far as rules go by it.

    `met` are all others whom the speaker met today or in the last hours, or who are in the room. `heard` are
    the ids of the speaker's memories of what somebody else in the talk was told together with the speaker.
    `kin` are those who live with somebody else in it, with what they are to them (or an empty string), and
    `household` those who live with the speaker, at `home` if that is a private place. `said` are the
    speaker's own lines to those in the talk of late.
    """

    met: frozenset[AgentId] = frozenset()
    heard: frozenset[int] = frozenset()
    kin: Mapping[AgentId, str] = field(default_factory=dict)
    household: frozenset[AgentId] = frozenset()
    home: Path = ""
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lived:
    """A stretch of an agent's past as it remembers it: where it was, what it did, and whom it met there.

    `memory` is the id of the memory of what it did. Those it `talked` to are not among those it only `saw`.
    `outside` marks a stretch at the door of the room, which did not open.
    """

    begins: int
    ends: int
    room: Path
    doing: str = ""
    memory: int = 0
    talked: tuple[AgentId, ...] = ()
    saw: tuple[AgentId, ...] = ()
    outside: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOn:
    """That an agent has told a memory (its id) to others."""

    memory: int
    hearers: tuple[AgentId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOut:
    """Something that an agent set out to do, in the words of its memory, how that stands, and why.

    `deed` is what is to be done, beginning with the verb; `is_said` tells that it is done by saying it.
    """

    text: str
    deed: str
    state: IntentionState
    is_said: bool = False
    others: tuple[AgentId, ...] = ()
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownThing:
    """An object as the agent last saw it; `urgent` is the remedy that its state calls for, if any."""

    path: Path
    state: str = ""
    states: tuple[str, ...] = ()
    urgent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRoom:
    """A room as the agent knows it.

    It has its opening hours, the spans of minutes in which it is `closed` by events, the minutes of walking
    to it, and the things in it.
    """

    path: Path
    about: str = ""
    open: Hours | None = None
    closed: tuple[tuple[int, int], ...] = ()
    walk: int = 0
    things: tuple[KnownThing, ...] = ()
    private: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Feels:
    """An agent's wellbeing: its status values by name, and what follows from them.

    It may be worn out (and `rests_for` so many minutes), `spent` (more tired than usual), or in `low`
    spirits.
    """

    values: Mapping[str, float] = field(default_factory=dict)
    worn_out: bool = False
    rests_for: int = 0
    spent: bool = False
    low: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """An intention, with the `text` of its memory if that names its agent, and where to find its people.

    `left` are those still to be spoken to. For each of them, `found` are the rooms where they may be, the
    likeliest first, and `usual` the rooms of their usual day with the minutes from which they are there, as
    far as known (an unknown room is empty). `absent` are guests of what is going on here who are not in the
    room.
    """

    intention: Intention
    text: str = ""
    absent: tuple[AgentId, ...] = ()
    left: tuple[AgentId, ...] = ()
    found: tuple[tuple[Path, ...], ...] = ()
    usual: tuple[tuple[tuple[int, Path], ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A text that may ask something of an agent, and its source."""

    text: str
    source: Literal["memory", "fact", "whisper"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """The asker of a question off the record: an agent of the town (`agent`), or an outsider in `words`.

    `kept` are the texts kept secret from them, `shared` the ids of the memories that both know of.
    """

    kind: Literal["stranger", "reporter", "described", "agent"]
    words: str = ""
    agent: AgentId = ""
    closeness: float = 0.0
    kept: tuple[str, ...] = ()
    shared: tuple[int, ...] = ()
