"""Find the model call behind a row, and the memory look-ups made for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.events.outcome import ATTENDS
from engine.insight.circumstances import Circumstances
from engine.records import (
    Call,
    Conversation,
    Diary,
    Event,
    Intention,
    Line,
    LogEntry,
    Memory,
    MemoryKind,
    Recall,
    Relation,
    Step,
)

_PLANS = ("plan_day", "plan_block", "react")
_ANSWERED_BY: Mapping[MemoryKind, tuple[str, ...]] = MappingProxyType(
    {"reflection": ("conclude",), "plan": (*_PLANS, "take_away", "heed"), "talk": ("take_away",)}
)


def question_behind(at: Circumstances) -> Call | None:
    """Return the call of its turn from which a row came; None if there is none."""
    find = _FINDERS.get(type(at.row))
    return find(at, at.row) if find is not None else None


def recalls_behind(at: Circumstances, call: Call | None) -> tuple[Recall, ...]:
    """Return the look-ups made for the call behind a row; for a look-up, the row itself."""
    if isinstance(at.row, Recall):
        return (at.row,)
    return at.recalls_for(call) if call is not None else ()


def _memory(at: Circumstances, row: Memory) -> Call | None:
    if row.kind == "observation":
        return _rating(at, row)
    if row.kind == "talk" and not row.evidence and isinstance(at.log.row(row.source), Line):
        return None  # what was heard as it was said; its line has a question of its own
    return at.asked(*_ANSWERED_BY.get(row.kind, ()))


def _rating(at: Circumstances, row: Memory) -> Call | None:
    """Return the call that rated an observation, or that led to waiting at a door; None if there is none."""
    call = at.asked("react", "rate")
    if call is None:
        return None
    rated = row.source and row.text in call.prompt
    waited = not row.source and row.id == call.id + 1  # written down at once when one decides to wait
    return call if rated or waited else None


def _event(at: Circumstances, row: Event) -> Call | None:
    return at.asked("react") if row.kind == "talk" else None


def _step(at: Circumstances, row: Step) -> Call | None:
    if row.level == "day":
        return at.asked("plan_day")
    if row.level == "block":
        return at.asked("plan_day") if row.parent else None
    return at.asked(*_PLANS)


def _conversation(at: Circumstances, row: Conversation) -> Call | None:
    """Return the call whose summary a conversation keeps, else the first `take_away` call."""
    whose = [one.agent for one in at.of(Memory) if (one.source, one.text) == (row.id, row.summary)]
    calls = [call for call in at.of(Call) if call.purpose == "take_away"]
    return next((call for call in calls if call.agent in whose[:1]), next(iter(calls), None))


def _intention(at: Circumstances, row: Intention) -> Call | None:
    """Return the call that understood the text of an intention; None if there was none.

    At the founding the call comes after the row. Intentions stated as data have no call. The intention to
    attend an event comes from the call that chose there.
    """
    if row.kind == ATTENDS:
        return at.asked("choose")
    if row.began or not _is_of_a_text(at, row):
        return None
    calls = [call for call in at.of(Call, row.agent) if call.purpose == "understand"]
    return next((call for call in reversed(calls) if call.id < row.id), next(iter(calls), None))


def _is_of_a_text(at: Circumstances, row: Intention) -> bool:
    """Return whether an intention comes from a text that a model was asked about."""
    if at.turn is None or at.turn.reason != "founding":
        return True
    texts = at.log.texts_of(row.agent)
    return any(memory.text in texts for memory in at.log.memories([row.memory]))


_FINDERS: Mapping[type[LogEntry], Callable[[Circumstances, Any], Call | None]] = MappingProxyType(
    {
        Memory: _memory,
        Event: _event,
        Step: _step,
        Line: lambda at, row: at.asked("speak"),
        Conversation: _conversation,
        Relation: lambda at, row: at.asked("take_away"),
        Intention: _intention,
        Diary: lambda at, row: at.asked("keep_diary"),
        Call: lambda at, row: row,
    }
)
