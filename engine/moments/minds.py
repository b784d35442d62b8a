"""What rows say of one mind: what would come to it, its plan, what it has felt and agreed to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.clock import DAY
from engine.cognition.retrieve import would_retrieve
from engine.cognition.thinker import Thinker
from engine.mind.engagements import Engagements
from engine.mind.mind import FELT, Plan
from engine.records import Memory, Recall, Step
from engine.settings import Weights

_FAR = 10_000 * DAY


def recalled(
    thinker: Thinker,
    query: str,
    count: int | None,
    weights: Weights | None = None,
    decay: float | None = None,
) -> tuple[tuple[Memory, Recall], ...]:
    """Return what a query would bring to a mind, each with the parts of its score. How many, by which weights
    and with which decay an hour the settings say where it is not given.
    """
    settings = thinker.town.settings
    if decay is not None:
        other = settings.model_copy(update={"decay": decay})
        thinker = replace(thinker, town=replace(thinker.town, settings=other))
    weights = weights or settings.interviewing
    would_retrieve(thinker, query, purpose="interview", weights=weights, count=count)
    logged = [entry for entry in thinker.rows.entries if isinstance(entry, Recall)]
    stream = thinker.mind.stream
    return tuple(
        (stream.get(item.memory), replace(recall, items=(item,)))
        for recall in logged
        for item in recall.items
    )


def plan_of(steps: Iterable[Step]) -> Plan:
    """Return the plan that the steps of a day make, in the order they were made."""
    plan = Plan()
    for step in steps:
        plan.add(step)
    return plan


def felt_in(memories: Iterable[Memory]) -> int:
    """Return the importance of those memories that add up to a reflection."""
    return sum(memory.importance for memory in memories if memory.kind in FELT)


def engaged(memories: Iterable[Memory], known: Mapping[int, Memory], now: int) -> tuple[Memory, ...]:
    """Return what memories say is agreed for `now` or later, soonest first, then what is resolved upon;
    `known` are those they rest on.
    """
    engagements = Engagements()
    for memory in memories:
        engagements.add(memory, (known[row] for row in memory.evidence if row in known))
    return engagements.between(now, now + _FAR) + engagements.open(now)
