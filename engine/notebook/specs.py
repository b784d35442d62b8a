"""What each kind of cell asks for, as frozen records. State cells change the town; view cells look at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Kind = Literal[
    "note", "edit", "run", "event", "whisper", "interview", "survey", "branch", "compare", "sql", "chart",
    "predict", "expect", "pin", "python",
]  # fmt: skip
STATE_KINDS = ("edit", "run", "event", "whisper", "branch")  # and an interview in person
AnswerType = Literal["choice", "number", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Prose of its own, as an answer key is."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """What the town has otherwise from here on: keys of `engine.api.writing.changes` with their values."""

    changes: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How far the town is lived: so many days, to a moment, or to the earlier of both; or until something is
    so (an `event`, somebody's `reflection`), so many days at most. Where `agents` are named all others are
    away meanwhile. At most `pace` simulated minutes go by a second for whoever looks on; it changes nothing.
    """

    days: int | None = None
    until: str | None = None
    event: str = ""
    reflection: str = ""
    agents: tuple[str, ...] = ()
    pace: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What an author does: the verb of an intervention with its fields, now or (`at`) at a moment to come."""

    verb: str
    asked: Mapping[str, str]
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A line of its own that goes on from the checkpoint of another cell."""

    start: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Interview:
    """Questions to some people, off the record; `show` what lies behind each answer: memories, prompt. One
    that is `live` is asked in person: it changes the town. The usual question of a `kind` stands for one that
    is not written out.
    """

    who: tuple[str, ...]
    ask: tuple[str, ...]
    live: bool = False
    kind: str = ""
    about: str = ""
    at: str | None = None
    asked_by: str = ""
    without: tuple[str, ...] = ()
    show: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """One question to everybody, or to some."""

    ask: str
    choices: tuple[str, ...] = ()
    number: tuple[int, int] | None = None
    who: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A run that is begun otherwise than the one it is compared with, or that at which another notebook
    ends.
    """

    name: str
    changes: Mapping[str, object] = field(default_factory=dict)
    notebook: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare:
    """A cell's run beside the same run begun otherwise, or beside the checkpoints of other cells. With
    `repeat` both it and each variant are lived with so many seeds, and `measure` (counts or statements) is
    found in all.
    """

    base: str
    variants: tuple[Variant, ...] = ()
    beside: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    repeat: int = 0
    measure: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sql:
    """A SELECT over the views, and the values of its `:names`, which stand in the braces of the cell."""

    sql: str
    given: tuple[tuple[str, str | int | float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A picture by its name, of what it is, and of which moment (`at`) or day; or Vega-Lite as JSON, over the
    rows of a cell of SQL.
    """

    plot: str = ""
    of: str = ""
    at: str | None = None
    day: int | None = None
    vega: str = ""
    data: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Predict:
    """What a reader is to predict before what follows is shown; the `key` is for teachers alone."""

    ask: str
    type: AnswerType = "text"
    options: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    reveal_after: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expect:
    """What is to hold: a statement, what a SELECT is to give, or words that somebody's answer is to have;
    in one run, or (a statement) in so many of many seeds. Or what a served model is to `judge` of an answer,
    of rows, of what another cell found (`of`), or of all that happened; `by` a profile, else the notebook's.
    """

    that: str = ""
    sql: str = ""
    who: str = ""
    ask: str = ""
    says: str = ""
    equals: str | None = None
    least: float | None = None
    most: float | None = None
    seeds: int = 0
    at_least: int = 0
    judge: str = ""
    of: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """A row of the log that is picked out, with a note."""

    of: str
    note: str = ""
    tags: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Python:
    """A program. It is run only where this very text of it was allowed: a notebook may come from anybody."""

    code: str


Spec: TypeAlias = (
    Note | Edit | Run | Event | Branch | Interview | Survey | Compare | Sql | Chart | Predict | Expect | Pin
    | Python
)  # fmt: skip


def is_state(kind: str, spec: Spec | None) -> bool:
    """Return whether a cell changes the town, and so makes a checkpoint."""
    return kind in STATE_KINDS or (isinstance(spec, Interview) and spec.live)
