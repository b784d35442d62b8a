"""Describe what was understood of a sentence: its kind, with whom, where and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from types import MappingProxyType

from engine.clock import DAY, clock_words, day_of
from engine.errors import Worded, worded
from engine.intentions.understood import Timing, Understood
from engine.practices.practice import Practice, practices
from engine.records import EVERYBODY, AgentId

_LACKS: Mapping[str, Worded] = MappingProxyType(
    {
        "whom": worded("no person is named"),
        "content": worded("what to say is not stated"),
        "where": worded("no place is named, so it will be at home"),
        "when": worded("no time is named"),
    }
)
# What people read for a kind whose name would not be plain.
_KINDS: Mapping[str, Worded] = MappingProxyType(
    {"deed": worded("action"), "move": worded("new home"), "occasion": worded("gathering")}
)
THOUGHT = worded("a thought with nothing to act on")
_MOST_LEFT_OUT = 2  # of everybody: more are not named, but all the others are


def told(one: Understood, names: Mapping[AgentId, str]) -> str:
    """Return in one line what a sentence asks for, and what it leaves open."""
    asks = _in_a_row([*_what(one, names), *_where_and_when(one)])
    lacks = (_LACKS[slot] for slot in one.needs if slot != "whom" or not one.strangers)
    return reduce(lambda said, more: worded("{said}; {more}", said=said, more=more), lacks, asks)


def what_is_meant(one: Understood, names: Mapping[AgentId, str]) -> str:
    """Return in one line what an agent means to do and with whom, without place and time."""
    return _in_a_row(_what(one, names))


def _in_a_row(slots: Iterable[str]) -> str:
    return reduce(lambda said, more: worded("{said}, {more}", said=said, more=more), slots)


def _what(one: Understood, names: Mapping[AgentId, str]) -> Iterator[str]:
    practice, kind = practices()[one.kind], _KINDS.get(one.kind) or Worded(one.kind, {})
    them = _them(one, practice, names)
    content = worded("“{content}”", content=one.content) if one.content else ""
    if them and practice.whom_first:
        yield worded("{kind} {them}: {deed}", kind=kind, them=them, deed=content or one.deed)
        content = ""
    else:
        is_open = one.asks_anybody and not them
        yield worded("{kind}: {deed}", kind=kind, deed=(is_open and content) or one.deed)
        if is_open:
            yield worded("asking anyone who may know")
            content = ""
        elif them:
            yield them
    if one.strangers:
        yield worded("nobody here is called {names}", names=_either(one.strangers))
    if content:
        yield content


def _where_and_when(one: Understood) -> Iterator[str]:
    if one.place:
        yield worded("at {place}", place=one.place)
    if one.when is not None:
        yield _when(one.when)


def _them(one: Understood, practice: Practice, names: Mapping[AgentId, str]) -> str:
    """Return the others in words, with the preposition of the practice; empty if there are none."""
    if not one.others:
        return ""
    but = [name for agent, name in names.items() if agent not in {*one.others, one.who}]
    if len(but) <= _MOST_LEFT_OUT < len(one.others) and EVERYBODY not in one.others:
        everybody = worded("everyone except {names}", names=_both(but)) if but else worded("everyone")
        return Worded(f"{practice.with_whom} {{names}}", {"names": everybody})
    others = [worded("everyone") if other == EVERYBODY else names.get(other, other) for other in one.others]
    return Worded(f"{practice.with_whom} {{names}}", {"names": _both(others)})


def _both(names: Sequence[str]) -> str:
    return reduce(lambda said, more: worded("{said} and {more}", said=said, more=more), names)


def _either(names: tuple[str, ...]) -> str:
    return reduce(lambda said, more: worded("{said} or {more}", said=said, more=more), names)


def _when(when: Timing) -> str:
    if when.start is None:
        return worded("on day {day}", day=when.day) if when.day is not None else when.said
    if when.end is not None and when.end - when.start > DAY:
        first, last = day_of(when.start), day_of(when.end - 1)
        return worded("on days {first} to {last}", first=first, last=last)
    moment = worded("day {day} {clock}", day=day_of(when.start), clock=clock_words(when.start))
    by = worded("by {moment}", moment=moment) if when.latest else moment
    return worded("every day, starting {moment}", moment=by) if when.recurs else by
