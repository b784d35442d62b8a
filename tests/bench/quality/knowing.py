"""Who knows what: how far each fact got, and through which mouths."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import day_of
from engine.records import AgentId, Fact, Line, Memory
from tests.bench.quality.lived import DAYS, Lived, mentions

SPREADS = 1  # known by so many at the start, a fact is one that may spread


def knowers(lived: Lived, fact: Fact, day: int) -> dict[AgentId, Memory]:
    """Everybody who knows a fact at the end of a day, with the memory in which they first did."""
    found: dict[AgentId, Memory] = {}
    for memory in lived.memories:
        if day_of(memory.minute) <= day and memory.agent not in found and _states(memory, fact, lived):
            found[memory.agent] = memory
    return found


def shares(lived: Lived, fact: Fact) -> list[float]:
    """The share of the town that knows a fact, at the start and at the end of each day."""
    everybody = len(lived.agents)
    return [
        len(fact.known_by) / everybody,
        *(len(knowers(lived, fact, day)) / everybody for day in range(1, DAYS + 1)),
    ]


def is_grounded(lived: Lived, fact: Fact, agent: AgentId) -> bool:
    """Whether there is an unbroken chain of lines, each of which somebody said who knew it, back to those
    whom the author told; or an event that was perceived.
    """
    known = knowers(lived, fact, DAYS)
    seen: set[AgentId] = set()
    while agent not in fact.known_by:
        memory = known[agent]
        if memory.kind == "observation":
            return memory.source != 0
        line = next(_lines_behind(memory, fact, lived), None)
        if line is None or line.speaker not in known or line.speaker in seen:
            return False
        if known[line.speaker].id > line.id:
            return False
        seen.add(agent)
        agent = line.speaker
    return True


def _states(memory: Memory, fact: Fact, lived: Lived) -> bool:
    """Whether a memory says the fact: not the words of a line alone, of which one may understand nothing, and
    not what the author wrote into somebody's own story.
    """
    if not mentions(memory.text, fact) or (memory.source in lived.line_of and memory.importance <= 1):
        return False
    if _is_of_own_story(memory, fact, lived):
        return memory.agent in fact.known_by
    own = (line for line in lived.lines_of.get(memory.source, ()) if line.speaker == memory.agent)
    told = any(mentions(line.text, fact) for line in own) or memory.kind == "plan"
    return not told or any(True for _ in _lines_behind(memory, fact, lived))


def _is_of_own_story(memory: Memory, fact: Fact, lived: Lived) -> bool:
    """Whether a memory has the words of a fact from nothing but what the author wrote into one's own story:
    it is part of that, or a thought that takes them from there.
    """
    behind = (lived.by_id[row] for row in memory.evidence if row in lived.by_id)
    sources = [one for one in behind if mentions(one.text, fact)]
    thought_of_it = memory.kind == "reflection" and bool(sources)
    return memory.kind == "seed" or (
        thought_of_it and all(_is_of_own_story(one, fact, lived) for one in sources)
    )


def _lines_behind(memory: Memory, fact: Fact, lived: Lived) -> Iterator[Line]:
    """The line a memory comes from; or those lines of the talk it sums up in which somebody else told it."""
    line = lived.line_of.get(memory.source)
    if line is not None and line.speaker != memory.agent:
        yield line
    for row in memory.evidence:
        if line is None and row in lived.by_id:
            yield from _lines_behind(lived.by_id[row], fact, lived)
    for line in lived.lines_of.get(memory.source, ()):
        passed_on = lived.by_id.get(line.tells)
        said = mentions(line.text, fact) or (passed_on is not None and mentions(passed_on.text, fact))
        if line.speaker != memory.agent and said:
            yield line
