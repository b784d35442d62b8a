"""What an agent knows of others and of the town, as a question carries it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.records import AgentId, Hours, Intention, Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Acquaintance:
    """Another agent as this one knows them. `name` is what answers call them by; `about_daily` marks one whom
    this one sees every day, or who knows this one.
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
    about_daily: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownThing:
    """An object as the agent last saw it; `urgent` says what its present state calls for, if anything."""

    path: Path
    state: str = ""
    states: tuple[str, ...] = ()
    urgent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRoom:
    """A room as the agent knows it: what it is, when it opens, from when until when it is `closed` all the
    same, how far it is, what stands in it.
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
    """How the agent is: its status values by name, whether it is worn out (and for how many minutes it has to
    rest), more tired than on ordinary days, in low spirits.
    """

    values: Mapping[str, float] = field(default_factory=dict)
    worn_out: bool = False
    rests_for: int = 0
    spent: bool = False
    low: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """Something the agent means to do. `left` are those who are still to be spoken to, and `found`, for each,
    where they may be found, the likeliest first, and `usual` from which minute of a usual day on they are
    where, as far as one knows (nowhere: no place one knows); `absent` are those who were asked to what is
    going on here and are not in the room.
    """

    intention: Intention
    absent: tuple[AgentId, ...] = ()
    left: tuple[AgentId, ...] = ()
    found: tuple[tuple[Path, ...], ...] = ()
    usual: tuple[tuple[tuple[int, Path], ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A text that may ask something of somebody, and where they have it from."""

    text: str
    source: Literal["memory", "fact", "whisper"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """As whom a question is asked aside: somebody of the town (`agent`), who is known so well, or an outsider
    in `words`. `kept` is what must not reach them, `shared` the ids of the memories that both know of.
    """

    kind: Literal["stranger", "reporter", "described", "agent"]
    words: str = ""
    agent: AgentId = ""
    closeness: float = 0.0
    kept: tuple[str, ...] = ()
    shared: tuple[int, ...] = ()
