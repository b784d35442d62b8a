"""The differences between two runs, as rows of tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.api.run import Comparison, Knowing
from engine.clock import clock_words, day_of
from engine.records import Memory, MemoryKind, Step
from studio.basics.rooms import place_words
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_n
from studio.comparing.sides import Sides

Row = dict[str, object]
A = TypeVar("A", Memory, Step)


def tie_rows(sides: Sides, found: Comparison) -> list[Row]:
    """Return the relations that differ, the largest difference first."""
    one, other = sides.names
    return [
        {
            tr("who"): sides.name_of(tie.agent),
            tr("to whom"): sides.name_of(tie.other_agent),
            one: tie.words[0] or tr("does not know them"),
            other: tie.words[1] or tr("does not know them"),
            tr("difference in closeness"): f"{tie.change:+.2f}",
        }
        for tie in found.ties
    ]


def knowing_rows(sides: Sides, found: Comparison) -> list[Row]:
    """Return as rows the people who know a fact in one run only, or by other means, and the number who know
    it in all. Facts with most differences come first, unknown ones last.
    """
    one, other = sides.names
    news, who = tr("fact"), tr("who")
    rows: list[Row] = []
    for each in sorted(found.knowing(), key=lambda each: -len(each.people)):
        counts = {one: _know(len(each.one)), other: _know(len(each.other))}
        rows.append({news: each.news.text, who: "", **counts})
        rows += [
            {
                news: "",
                who: sides.name_of(agent),
                one: _knows(sides, each.one.get(agent)),
                other: _knows(sides, each.other.get(agent)),
            }
            for agent in each.people
        ]
    return rows


def where_rows(sides: Sides, found: Comparison) -> list[Row]:
    """Return the times at which people were in different places."""
    one, other = sides.names
    return [
        {
            tr("who"): sides.name_of(apart.agent),
            tr("day"): day_of(apart.start),
            tr("from"): clock_words(apart.start),
            tr("minutes"): apart.end - apart.start,
            one: place_words(apart.one) if apart.one else tr("on the way"),
            other: place_words(apart.other) if apart.other else tr("on the way"),
        }
        for apart in found.whereabouts
    ]


def memory_rows(sides: Sides, found: Comparison, *kinds: MemoryKind) -> list[Row]:
    """Return the memories of some kinds that only one run has, in order."""
    apart = [found.memories(kind) for kind in kinds]
    one = [memory for each in apart for memory in each.one]
    other = [memory for each in apart for memory in each.other]
    return _alone(sides, one, other, lambda memory: memory.text)


def plan_rows(sides: Sides, found: Comparison) -> list[Row]:
    """Return the blocks of plans that only one run has, in order."""
    apart = found.plans
    return _alone(sides, apart.one, apart.other, _block)


def _alone(sides: Sides, one: Sequence[A], other: Sequence[A], told: Callable[[A], str]) -> list[Row]:
    rows = [(row.id, 0, row) for row in one] + [(row.id, 1, row) for row in other]
    return [
        {
            tr("when"): moment_words(row.minute),
            tr("who"): sides.name_of(row.agent),
            sides.names[0]: told(row) if side == 0 else "",
            sides.names[1]: told(row) if side == 1 else "",
        }
        for _, side, row in sorted(rows, key=lambda each: each[:2])
    ]


def _block(step: Step) -> str:
    return f"{clock_words(step.start)}–{clock_words(step.end)} {step.activity} ({place_words(step.room)})"


def _know(number: int) -> str:
    return tr_n("{n} person knows it", "{n} people know it", number)


def _knows(sides: Sides, one: Knowing | None) -> str:
    if one is None:
        return tr("does not know")
    moment = moment_words(one.minute)
    if one.by:
        return tr("since {moment}, from {whom}", moment=moment, whom=sides.name_of(one.by))
    return tr("since {moment}", moment=moment)
