"""A thread: one thing that somebody means to do, with what became of it by a moment, and why."""

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
    "failed", "late", "not_understood", "under_way", "told", "asked_for", "done", "kept_to", "daily",
    "dropped",
]  # fmt: skip
"""How far something has come, in the order in which an author asks for it: what went wrong first. `late` is
what should have been by now and was not, `kept_to` what one only holds to, `daily` what one does again and
again; of a sentence that is `not_understood` nothing is pursued.
"""

STATES: tuple[ThreadState, ...] = get_args(ThreadState)

STATE_WORDS: Mapping[ThreadState, str] = MappingProxyType(
    {
        "failed": "failed",
        "late": "late",
        "not_understood": "not understood",
        "under_way": "under way",
        "told": "told",
        "asked_for": "asked for",
        "done": "done",
        "kept_to": "kept to",
        "daily": "a habit",
        "dropped": "dropped",
    }
)
"""What each state is called."""

Origin = Literal["intends", "event", "seed", "fact", "whisper", "talk", "plan", "reflection", "observation"]

SOURCE_WORDS: Mapping[Origin, Worded] = MappingProxyType(
    {
        "intends": worded("what is stated as data"),
        "event": worded("an event of the town"),
        "seed": worded("a first memory"),
        "fact": worded("a fact of the town"),
        "whisper": worded("a whisper"),
        "talk": worded("a talk"),
        "plan": worded("a plan"),
        "reflection": worded("a reflection"),
        "observation": worded("something seen"),
    }
)
"""What an intention can come of, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What an intention came of: of which sort that is, the memory that says it and its text; the file in
    which an author wrote it, where one did.
    """

    origin: Origin
    memory: int
    text: str
    file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadStep:
    """How a thread came to stand by a row of the log, and why where that is said."""

    id: int
    minute: int
    state: IntentionState
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """One thing that somebody means to do, or an event of the town, as far as it has come by a moment.

    An event has no `agent`; its `id` is its number in the file, below zero, and `shown_by` is 0 while no row
    shows it. Else `id` is the row with which it began (of what is not understood, the memory), `memory` the
    one that says it, `words` what it is, and `reason` in a sentence why it stands so, which rests on the row
    `shown_by`. `due` is when it is next due. Of what others are to hear of, `heard` are those who have, and
    `unheard`
    those who have not yet. `row` is the intention as it stands; None of what is not understood.
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
        """Return the minute at which it was done, failed or was dropped; None while it is open."""
        closed = self.row is not None and not self.row.is_open
        return self.row.minute if self.row is not None and closed else None


def state_of(row: Intention, now: int) -> ThreadState:
    """Return how far an intention has come before a minute."""
    match row.state:
        case "done" | "failed" | "dropped":
            return row.state
    return next(_of_what_is_open(row, now))


def due_of(row: Intention, now: int) -> int | None:
    """Return when something is next due, or by when: of a habit its next hour. None of what has no time, is
    over or is only held to.
    """
    if not row.is_open or row.kind in HELD_TO:
        return None
    if _is_daily(row):
        return None if row.when is None else row.when + max(0, -(-(now - row.when) // DAY)) * DAY
    return row.when if row.when is not None and (row.until is None or row.when >= now) else row.until


def _of_what_is_open(row: Intention, now: int) -> Iterator[ThreadState]:
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
