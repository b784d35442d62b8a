"""Read one mind from its rows: its recall, its plan, its feelings and its agreements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.clock import DAY
from engine.cognition.retrieve import would_retrieve
from engine.cognition.thinker import Thinker
from engine.errors import BadInput, worded
from engine.mind.engagements import Engagements
from engine.mind.mind import FELT, Plan
from engine.mind.turn_rows import unkept
from engine.records import AgentId, Memory, Recall, Step
from engine.settings import Weights
from engine.simulation.loading import load_mind
from engine.store.log.rows import last_turn_minute

if TYPE_CHECKING:  # a moment opens its minds here
    from engine.moments.moment import Moment

_FAR = 10_000 * DAY


def recalled(
    thinker: Thinker,
    query: str,
    count: int | None,
    weights: Weights | None = None,
    decay: float | None = None,
) -> tuple[tuple[Memory, Recall], ...]:
    """Return the memories that a query would recall, each with the parts of its score.

    The number, the weights and the decay per hour are from the settings if they are not given.
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
    """Return the plan that the steps of a day make up, in the order in which they were made."""
    plan = Plan()
    for step in steps:
        plan.add(step)
    return plan


def felt_in(memories: Iterable[Memory]) -> int:
    """Return the sum of the importance of the memories that count towards a reflection."""
    return sum(memory.importance for memory in memories if memory.kind in FELT)


def engaged(memories: Iterable[Memory], known: Mapping[int, Memory], now: int) -> tuple[Memory, ...]:
    """Return the memories of agreements for `now` or later, soonest first, then the open resolves.

    `known` are the memories that they rest on, by id.
    """
    engagements = Engagements()
    for memory in memories:
        engagements.add(memory, (known[row] for row in memory.evidence if row in known))
    return engagements.between(now, now + _FAR) + engagements.open(now)


def thinker_at(moment: Moment, agent: AgentId) -> Thinker:
    """Return an agent that can think at a moment, with rows that are not stored.

    Raises BadInput before the first day, as it has no mind then.
    """
    if last_turn_minute(moment.store, moment.row.number) < 0:
        raise BadInput(worded("this run has not started yet; run the first day, then ask"))
    state = load_mind(moment.store, moment.row.number, moment.town, agent, before=moment.before)
    return state.thinker(agent, unkept(moment.minute, moment.town.width), moment.minute)
