"""A thread: one intention of an agent or event of a town, with its state and the reason for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Literal, get_args

from engine.clock import DAY
from engine.errors import Worded, worded
from engine.insight.turning.promises import GRACE
from engine.practices.conduct import HELD_TO
from engine.practices.practice import practices
from engine.records import AgentId, Intention, IntentionState, Path

ThreadState = Literal[
    "failed", "late", "not_understood", "under_way", "told", "asked_for", "agreed", "done", "kept_to",
    "daily", "dropped",
]  # fmt: skip
"""How far an intention or event has come, in the order in which threads are listed: problems first.

`late` is past its deadline. What was `agreed` to on request is done or failed as soon as the log shows
whether it was kept. `kept_to` needs no action, and `daily` is a habit. A sentence that was `not_understood`
led to no intention.
"""

STATES: tuple[ThreadState, ...] = get_args(ThreadState)

STATE_WORDS: Mapping[ThreadState, str] = MappingProxyType(
    {
        "failed": "failed",
        "late": "late",
        "not_understood": "not understood",
        "under_way": "in progress",
        "told": "told",
        "asked_for": "pending",
        "agreed": "agreed",
        "done": "done",
        "kept_to": "in effect",
        "daily": "habit",
        "dropped": "dropped",
    }
)
"""The English name of each state."""

Origin = Literal["intends", "event", "seed", "fact", "whisper", "talk", "plan", "reflection", "observation"]

SOURCE_WORDS: Mapping[Origin, Worded] = MappingProxyType(
    {
        "intends": worded("a stated intention"),
        "event": worded("an event of the town"),
        "seed": worded("a first memory"),
        "fact": worded("a fact of the town"),
        "whisper": worded("a whisper"),
        "talk": worded("a conversation"),
        "plan": worded("a plan"),
        "reflection": worded("a reflection"),
        "observation": worded("an observation"),
    }
)
"""The possible sources of an intention, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where an intention comes from: the memory that says it, with its text.

    `file` is the file in which an author wrote it, empty if there is none.
    """

    origin: Origin
    memory: int
    text: str
    file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadStep:
    """A change of a thread's state by a row of the log, with the reason if one is given."""

    id: int
    minute: int
    state: IntentionState
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """One intention of an agent, or one event of the town, with its state at a moment.

    `words` says what it is, and `reason` is a sentence that explains its state by the row `shown_by`. `id` is
    the id of its first row (of the memory, if it was not understood), and `memory` is the memory that holds
    it. `due` is the minute when it is next due. `heard` and `unheard` are the agents who have and have not
    heard of it, if others are to hear of it. `row` is the latest row; None if it was not understood.

    An event has no `agent`, its `id` is its number in the file as a negative number, and `shown_by` is 0
    until a row shows it.
    """

    id: int
    minute: int
    agent: AgentId
    kind: str
    state: ThreadState
    words: str
    reason: str
    shown_by: int
    source: Source
    memory: int
    others: tuple[AgentId, ...] = ()
    place: Path = ""
    when: int | None = None
    until: int | None = None
    due: int | None = None
    heard: tuple[AgentId, ...] = ()
    unheard: tuple[AgentId, ...] = ()
    history: tuple[ThreadStep, ...] = ()
    row: Intention | None = None

    COLUMNS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "id": "id", "minute": "minute", "agent": "agent", "kind": "kind", "state": "state",
            "words": "words", "reason": "reason", "shown_by": "shown_by", "others": "others",
            "place": "place", "when": "when", "until": "until", "due": "due", "heard": "heard",
            "unheard": "unheard", "origin": "source.origin", "file": "source.file", "said": "source.text",
        }
    )  # fmt: skip

    @property
    def ended(self) -> int | None:
        """Return the minute at which it was agreed to, done, failed or dropped; None while it is open."""
        closed = self.row is not None and not self.row.is_open
        return self.row.minute if self.row is not None and closed else None


def state_of(row: Intention, now: int) -> ThreadState:
    """Return the state of an intention at a minute, from its latest row."""
    match row.state:
        case "agreed" | "done" | "failed" | "dropped":
            return row.state
    return next(_states_when_open(row, now))


def due_of(row: Intention, now: int) -> int | None:
    """Return the minute when an intention is next due, or its deadline.

    None if it has no time, is closed, or needs no action.
    """
    if not row.is_open or row.kind in HELD_TO:
        return None
    if _is_daily(row):
        return None if row.when is None else row.when + max(0, -(-(now - row.when) // DAY)) * DAY
    return row.when if row.when is not None and (row.until is None or row.when >= now) else row.until


def _states_when_open(row: Intention, now: int) -> Iterator[ThreadState]:
    """Yield the states that fit an open intention, the most telling first."""
    if row.kind in HELD_TO:
        yield "kept_to"
    if _is_daily(row):
        yield "daily"
    if row.state == "begun":
        yield "under_way"
    due = row.until if row.until is not None else row.when
    if due is not None and due + GRACE <= now:
        yield "late"
    yield "asked_for" if row.state == "held" else "told"


def _is_daily(row: Intention) -> bool:
    return practices()[row.kind].alone == "daily"
