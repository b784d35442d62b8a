"""What was understood of a sentence, in words: of which kind it is, with whom, where and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine.clock import DAY, day_of, moment_words
from engine.intentions.understood import EVERYBODY, Timing, Understood
from engine.practices.practice import practices
from engine.records import AgentId

_LACKS: Mapping[str, str] = MappingProxyType(
    {
        "whom": "with whom is not said",
        "content": "what is to be said is not said",
        "where": "no place is named, so it will be at home",
        "when": "no time is named",
    }
)
THOUGHT = "a thought: nothing in it can be acted on"


def told(one: Understood, names: Mapping[AgentId, str]) -> str:
    """Return what a sentence asks, on one line, with what it leaves open."""
    return "; ".join([", ".join(_slots(one, names)), *(_LACKS[slot] for slot in one.needs)])


def _slots(one: Understood, names: Mapping[AgentId, str]) -> Iterator[str]:
    yield f"{one.kind}: {one.deed}"
    others = ["everybody" if other == EVERYBODY else names.get(other, other) for other in one.others]
    if others:
        yield f"{practices()[one.kind].with_whom} {' and '.join(others)}"
    elif one.asks_anybody:
        yield "to whoever may know"
    if one.strangers:
        yield f"nobody here is called {' or '.join(one.strangers)}"
    if one.content:
        yield f"“{one.content}”"
    if one.place:
        yield f"at {one.place}"
    if one.when is not None:
        yield _when(one.when)


def _when(when: Timing) -> str:
    if when.start is None:
        return f"on day {when.day}" if when.day is not None else when.said
    if when.end is not None and when.end - when.start > DAY:
        return f"on days {day_of(when.start)} to {day_of(when.end - 1)}"
    every = "every day, first " if when.recurs else ""
    return f"{every}{'by ' if when.latest else ''}{moment_words(when.start)}"
