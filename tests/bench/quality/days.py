"""Days: what is kept of what was agreed, where people are, what they do, how they sleep."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import DAY, day_of
from engine.records import AgentId, Memory
from tests.bench.quality.asking import say_why_absent
from tests.bench.quality.knowing import knowers
from tests.bench.quality.lived import DAYS, Lived

EARLY, LATE = 15, 90  # how much earlier or later one may come to an appointment
SAME_HOUR = 60


def kept_appointments(lived: Lived) -> float:
    """The share of appointments at which whoever had them was where they had them; 1 of none."""
    due = list(_appointments(lived))
    kept = [lived.was_in(agent, place, when - EARLY, when + LATE) for agent, place, when in due]
    return sum(kept) / len(kept) if kept else 1.0


def _appointments(lived: Lived) -> Iterator[tuple[AgentId, str, int]]:
    let_go = {row for memory in lived.memories if memory.kind == "plan" for row in memory.evidence}
    for memory in lived.memories:
        binds = memory.kind == "seed" or (memory.kind == "plan" and memory.evidence)
        if memory.when is None or not binds or memory.when + LATE > DAYS * DAY or memory.id in let_go:
            continue
        if memory.place and memory.about[:1] == (memory.agent,):
            yield memory.agent, memory.place.partition("/")[0], memory.when


def came(lived: Lived) -> float:
    """The share of those who knew of an occasion, were asked to it and were free, who came; 1 of none."""
    coming = [came for _, came in _guests(lived)]
    return sum(coming) / len(coming) if coming else 1.0


def explained_absence(lived: Lived) -> float:
    """The share of those who stayed away who can say why; 1 when nobody did."""
    absent = [agent for agent, came in _guests(lived) if not came]
    return sum(say_why_absent(lived, agent) for agent in absent) / len(absent) if absent else 1.0


def _guests(lived: Lived) -> Iterator[tuple[AgentId, bool]]:
    for fact in lived.scenario.facts:
        told = next((memory for memory in lived.memories if memory.text == fact.text and memory.when), None)
        if told is None or told.when is None or told.when + LATE > DAYS * DAY or not told.place:
            continue
        place, left_out = told.place.partition("/")[0], set(told.about[1:])
        for agent, memory in knowers(lived, fact, DAYS).items():
            in_time = memory.minute < told.when and agent not in left_out
            if in_time and agent != told.about[0] and not _bound_elsewhere(agent, told, lived):
                yield agent, lived.was_in(agent, place, told.when - EARLY, told.when + LATE)


def _bound_elsewhere(agent: AgentId, occasion: Memory, lived: Lived) -> bool:
    when, place = occasion.when or 0, occasion.place.partition("/")[0]
    return any(
        who == agent and abs(at - when) < SAME_HOUR and where != place
        for who, where, at in _appointments(lived)
    )


def places(lived: Lived) -> float:
    """How many rooms somebody is in, a day."""
    seen = {(stay.agent, day_of(stay.minute), stay.room) for stay in lived.presences if stay.inside}
    return len(seen) / lived.agent_days


def activities(lived: Lived) -> float:
    """How many different things somebody does, a day."""
    done = {(step.agent, day_of(step.start), step.activity) for step in lived.steps if step.level == "step"}
    return len(done) / lived.agent_days


def sleep(lived: Lived) -> float:
    """How many hours somebody sleeps, a day."""
    return sum(lived.asleep(agent) for agent in lived.agents) / 60 / lived.agent_days
