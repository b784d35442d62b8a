"""Explain why a row of the log came about, cause by cause, back to an author or an event.

The command line, the studio and the Python API show the same explanation. Everything it names is a row of
the log with an id that can be explained in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.clock import moment_words
from engine.cognition.thinker import Town
from engine.display.html import Card
from engine.display.listed import Tabular
from engine.display.rows import Grid, grid_of
from engine.errors import worded
from engine.insight.causes import Cause, How, causes
from engine.insight.circumstances import Circumstances, RunLog
from engine.insight.gist import gist
from engine.insight.question import question_behind, recalls_behind
from engine.records import Call, Event, LogEntry, Memory, Recall, Turn
from engine.store.file.connection import Store
from engine.store.log.memories import citing, recalls_of

Origin = Literal["", "event", "scenario", "author"]
"""What a row begins with: something that happened, what the scenario says, or what the author did since."""

HOW_WORDS: Mapping[How, str] = MappingProxyType(
    {
        "source": worded("Where it comes from"),
        "evidence": worded("Based on"),
        "plan": worded("Carries out a plan"),
        "bedtime": worded("The day's plan had ended"),
        "part": worded("Part of"),
        "appointment": worded("Keeps an appointment"),
        "noticed": worded("What was noticed"),
        "reason": worded("Reason"),
        "answers": worded("What was said before"),
        "tells": worded("What is passed on"),
        "talk": worded("Part of a conversation"),
        "said": worded("What was said"),
        "walk": worded("How they got here"),
        "sleep": worded("Sleep before this"),
        "act": worded("What was done"),
        "change": worded("What changed it"),
        "discovery": worded("How it was found"),
        "question": worded("What was asked before"),
        "before": worded("What led to this turn"),
        "stood": worded("Previous state"),
        "mind": worded("What came to mind"),
        "turn": worded("The turn in which it was made"),
        "hand": worded("Who did it"),
    }
)
"""How a row came of another, as a heading above that other row."""

ORIGIN_WORDS: Mapping[Origin, str] = MappingProxyType(
    {
        "scenario": "This is the origin: it is stated in the scenario.",
        "author": "This is the origin: the author did it during the run.",
    }
)
"""What is said of a row that came of no other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation(Tabular):
    """The causes of a row, as `run.why(...)` returns them.

    `causes` are the rows that caused the row, the strongest first. `call` is the model call that led to the
    row or to the plan that the row carries out. `recalls` are the retrievals before this call, and `recalled`
    are the memories that they returned. `way` is the chain of causes back to an event, the scenario or an
    author. It is empty if the row comes from the scenario. For a change by an author, it leads to the entry
    that says who made the change, and why. `cited_by` are the memories that are based on the row, and
    `came_to_mind` are the retrievals that returned it.
    """

    row: LogEntry
    turn: Turn | None
    causes: tuple[Cause, ...]
    call: Call | None
    recalls: tuple[Recall, ...]
    recalled: tuple[Memory, ...]
    way: tuple[Cause, ...]
    cited_by: tuple[Memory, ...]
    came_to_mind: tuple[Recall, ...]

    def __repr__(self) -> str:
        """Return the kind and id of the row, and the number of its causes."""
        return f"<Explanation of {type(self.row).__name__} {self.row.id}: {len(self.causes)} causes>"

    def _grid_(self) -> Grid:
        return _caused(self.causes, "Causes")

    def _card_(self) -> Card:
        facts: list[tuple[str, object]] = [
            (type(self.row).__name__, gist(self.row)),
            ("id", self.row.id),
            ("at", moment_words(self.row.minute)),
        ]
        if self.origin in ORIGIN_WORDS:
            facts.append(("origin", ORIGIN_WORDS[self.origin]))
        if self.call is not None:
            facts.append(("model call", f"{gist(self.call)} (call {self.call.id})"))
        grids = [
            *([self._grid_()] if self.causes else []),
            *([_caused(self.way, "Path back to the origin")] if self.way else []),
            *([grid_of(Memory, self.recalled, "Recalled memories")] if self.recalled else []),
        ]
        return Card(title="Why", facts=facts, grids=grids)

    @property
    def origin(self) -> Origin:
        """Return "author", "scenario" or "event" if the row is the origin of a chain of causes, else ""."""
        return origin_of(self.row, self.turn)

    @property
    def evidence(self) -> tuple[Memory, ...]:
        """Return the memories on which the row is based."""
        rows = (cause.row for cause in self.causes if cause.how == "evidence")
        return tuple(row for row in rows if isinstance(row, Memory))

    @property
    def source(self) -> LogEntry | None:
        """Return the row that this row names as its source, or None if it names none."""
        return next((cause.row for cause in self.causes if cause.how == "source"), None)

    @property
    def other_causes(self) -> Mapping[How, tuple[LogEntry, ...]]:
        """Return the causes other than evidence, by the kind of cause, the strongest kind first."""
        found: dict[How, tuple[LogEntry, ...]] = {}
        for cause in self.causes:
            if cause.how != "evidence":
                found[cause.how] = (*found.get(cause.how, ()), cause.row)
        return found

    @property
    def leads_to(self) -> tuple[int, ...]:
        """Return the ids of all rows that explain this row, without duplicates. `run.why` explains each of
        them.
        """
        if self.origin in ORIGIN_WORDS:
            return tuple(cause.row.id for cause in self.causes)
        rows = [*(cause.row for cause in self.causes), self.call, *self.recalls, *self.recalled, self.turn]
        ids = dict.fromkeys(row.id for row in rows if row is not None)
        return tuple(one for one in ids if one != self.row.id)


def _caused(causes: Sequence[Cause], caption: str) -> Grid:
    return Grid(
        caption=caption,
        columns=("how", "id", "minute", "kind", "says"),
        rows=tuple(
            (HOW_WORDS[one.how], one.row.id, one.row.minute, type(one.row).__name__, gist(one.row))
            for one in causes
        ),
        total=len(causes),
    )


def explain(store: Store, run: int, town: Town, row_id: int) -> Explanation | None:
    """Return the explanation of a row of a run; None if the run has no such row."""
    log = RunLog(store, run, town)
    row = log.row(row_id)
    if row is None:
        return None
    at = log.around(row)
    found = _Behind.of(at)
    return Explanation(
        row=row,
        turn=at.turn,
        causes=found.causes,
        call=found.call,
        recalls=found.recalls,
        recalled=found.recalled,
        way=tuple(_way(at)),
        cited_by=citing(store, run, row_id) if isinstance(row, Memory) else (),
        came_to_mind=recalls_of(store, run, row) if isinstance(row, Memory) else (),
    )


def origin_of(row: LogEntry, turn: Turn | None) -> Origin:
    """Return the origin that begins with a row ("author", "scenario", "event"); empty if it has causes."""
    if turn is not None and turn.reason == "author":
        return "author"
    if turn is not None and turn.reason == "founding":
        return "scenario"
    return "event" if isinstance(row, Event) else ""


@dataclass(frozen=True, slots=True)
class _Behind:
    """The causes of a row, one step back."""

    causes: tuple[Cause, ...]
    call: Call | None
    recalls: tuple[Recall, ...]
    recalled: tuple[Memory, ...]

    @classmethod
    def of(cls, at: Circumstances) -> _Behind:
        """Find the causes of a row; if it carries out a plan, also the model call that made the plan."""
        found = causes(at)
        call, asking = question_behind(at), at
        planned = next((cause.row for cause in found if cause.how in ("plan", "bedtime")), None)
        if call is None and planned is not None:
            asking = at.log.around(planned)
            call = question_behind(asking)
        recalls = recalls_behind(asking, call)
        brought_up = at.log.memories(item.memory for recall in recalls for item in recall.items)
        return cls(found, call, recalls, brought_up)


def _way(at: Circumstances) -> Iterator[Cause]:
    """Yield cause after cause until an event, the scenario or an author."""
    here = at
    while (cause := _nearest(here)) is not None:
        yield cause
        here = at.log.around(cause.row)
        if origin_of(here.row, here.turn):
            return


def _nearest(at: Circumstances) -> Cause | None:
    """Return the cause to follow next; None if there is none.

    That is a cause with an origin if there is one, else the strongest; then a recalled memory, then the
    turn. Each is older than the row, so that the way ends.
    """
    if origin_of(at.row, at.turn) in ORIGIN_WORDS:
        return next(iter(causes(at)), None)
    found = causes(at) or tuple(Cause(how="mind", row=memory) for memory in _Behind.of(at).recalled)
    if not found and at.turn is not None and at.turn != at.row:
        found = (Cause(how="turn", row=at.turn),)
    return _best(found) if found else None


def _best(some: Sequence[Cause]) -> Cause:
    return next((cause for cause in some if _begins(cause.row)), some[0])


def _begins(row: LogEntry) -> bool:
    return isinstance(row, Event) or (isinstance(row, Memory) and row.kind in ("seed", "whisper"))
