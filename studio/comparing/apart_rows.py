"""What differs between two runs, as rows of tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.api.run import Comparison, Knowing
from engine.clock import clock_words, day_of, moment_words
from engine.records import Memory, MemoryKind, Step
from studio.basics.rooms import place_words
from studio.comparing.sides import Sides

Row = dict[str, object]
A = TypeVar("A", Memory, Step)


def tie_rows(sides: Sides, found: Comparison) -> list[Row]:
    """Return who stands otherwise to whom, what differs most first."""
    one, other = sides.names
    return [
        {
            "who": sides.name_of(tie.agent),
            "to whom": sides.name_of(tie.other_agent),
            one: tie.words[0] or "does not know them",
            other: tie.words[1] or "does not know them",
            "closer there by": f"{tie.change:+.2f}",
        }
        for tie in found.ties
    ]


def knowing_rows(sides: Sides, found: Comparison) -> list[Row]:
    """Return who knows a fact in one run alone, or otherwise, and how many know it in all."""
    one, other = sides.names
    rows: list[Row] = []
    for each in found.knowing():
        total = f"{len(each.one)} and {len(each.other)} know"
        rows.append({"news": each.news.text, "who": total, one: "", other: ""})
        rows += [
            {
                "news": "",
                "who": sides.name_of(agent),
                one: _knows(sides, each.one.get(agent)),
                other: _knows(sides, each.other.get(agent)),
            }
            for agent in each.people
        ]
    return rows


def where_rows(sides: Sides, found: Comparison) -> list[Row]:
    """Return when people were in different places."""
    one, other = sides.names
    return [
        {
            "who": sides.name_of(apart.agent),
            "day": day_of(apart.start),
            "from": clock_words(apart.start),
            "minutes": apart.end - apart.start,
            one: place_words(apart.one) if apart.one else "on the way",
            other: place_words(apart.other) if apart.other else "on the way",
        }
        for apart in found.whereabouts
    ]


def memory_rows(sides: Sides, found: Comparison, kind: MemoryKind) -> list[Row]:
    """Return the memories of a kind that one run has alone, in order."""
    apart = found.memories(kind)
    return _alone(sides, apart.one, apart.other, lambda memory: memory.text)


def plan_rows(sides: Sides, found: Comparison) -> list[Row]:
    """Return the blocks of plans that one run has alone, in order."""
    apart = found.plans
    return _alone(sides, apart.one, apart.other, _block)


def _alone(sides: Sides, one: Sequence[A], other: Sequence[A], told: Callable[[A], str]) -> list[Row]:
    rows = [(row.id, 0, row) for row in one] + [(row.id, 1, row) for row in other]
    return [
        {
            "when": moment_words(row.minute),
            "who": sides.name_of(row.agent),
            sides.names[0]: told(row) if side == 0 else "",
            sides.names[1]: told(row) if side == 1 else "",
        }
        for _, side, row in sorted(rows, key=lambda each: each[:2])
    ]


def _block(step: Step) -> str:
    return f"{clock_words(step.start)}–{clock_words(step.end)} {step.activity} ({place_words(step.room)})"


def _knows(sides: Sides, one: Knowing | None) -> str:
    if one is None:
        return "does not know"
    return f"since {moment_words(one.minute)}" + (f", from {sides.name_of(one.by)}" if one.by else "")
