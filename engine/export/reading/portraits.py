"""Portraits: everybody at a moment, with relations, reflections, intentions and lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.export.excerpt import Excerpt
from engine.moments.moment import Moment
from engine.records import AgentId, Intention, Line, Memory, Persona, Relation

MOST_LINES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Portrait:
    """One person: as written, and as they have become. `lines` are those that mattered most to a listener, in
    the order they were said; `said` is the number of all lines.
    """

    persona: Persona
    relations: tuple[Relation, ...]
    concluded: tuple[Memory, ...]
    wants: tuple[Intention, ...]
    agreed: tuple[Memory, ...]
    lines: tuple[Line, ...]
    said: int


def portraits(excerpt: Excerpt) -> Iterator[Portrait]:
    """Yield a portrait of each included person, in the order of the town."""
    moment = excerpt.moment
    relations, wants, lines = _relations(moment), _wants(moment), _lines(moment)
    weights = _weights(moment)
    for persona in excerpt.scenario.personas:
        if not excerpt.has_any((persona.id,)):
            continue
        said = lines.get(persona.id, [])
        best = sorted(said, key=lambda line: (-weights.get(line.id, 0), line.id))[:MOST_LINES]
        yield Portrait(
            persona=persona,
            relations=tuple(relations.get(persona.id, ())),
            concluded=moment.reflections(persona.id),
            wants=tuple(wants.get(persona.id, ())),
            agreed=moment.engagements(persona.id),
            lines=tuple(sorted(best, key=lambda line: line.id)),
            said=len(said),
        )


def _relations(moment: Moment) -> Mapping[AgentId, list[Relation]]:
    """Return the relations of each agent, the closest first."""
    found: dict[AgentId, list[Relation]] = defaultdict(list)
    for row in sorted(moment.relations, key=lambda row: (-row.closeness, row.other)):
        found[row.agent].append(row)
    return found


def _wants(moment: Moment) -> Mapping[AgentId, list[Intention]]:
    """Return the open intentions of each agent, in the order they began."""
    latest: dict[int, Intention] = {}
    for row in moment.log.rows(Intention):
        latest[row.first] = row
    found: dict[AgentId, list[Intention]] = defaultdict(list)
    for row in latest.values():
        if row.is_open:
            found[row.agent].append(row)
    return found


def _lines(moment: Moment) -> Mapping[AgentId, list[Line]]:
    found: dict[AgentId, list[Line]] = defaultdict(list)
    for line in moment.log.rows(Line):
        if line.said_at < moment.before:
            found[line.speaker].append(line)
    return found


def _weights(moment: Moment) -> Mapping[int, int]:
    """Return the weight of each line by id: the highest importance to an agent who heard it from another."""
    speakers = {line.id: line.speaker for line in moment.log.rows(Line)}
    weights: dict[int, int] = {}
    for memory in moment.log.rows(Memory, where={"kind": "talk"}):
        if memory.source in speakers and memory.agent != speakers[memory.source]:
            weights[memory.source] = max(memory.importance, weights.get(memory.source, 0))
    return weights
