"""The facts of the town: which memories and texts say them, and who learns them by a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cognition.thinker import Thinker, Town
from engine.language.lexicon import Lexicon
from engine.language.times.told_time import due_at
from engine.records import AgentId, Intention, Knows, Line, Memory

FactId = str
_STATED = 0.6  # of a fact's words, in a text that states it


def facts_said(thinker: Thinker, memories: Iterable[int]) -> tuple[FactId, ...]:
    """Return the facts of the town that some of an agent's memories say, each once."""
    known = thinker.mind.facts
    return tuple(dict.fromkeys(fact for memory in memories for fact in known.get(memory, ())))


def told_before(thinker: Thinker) -> frozenset[tuple[int, AgentId]]:
    """Return which memories the agent has told whom, those included that say the same fact as one told."""
    told, facts = thinker.mind.told, thinker.mind.facts
    saying: dict[FactId, list[int]] = {}
    for memory, said in facts.items():
        for fact in said:
            saying.setdefault(fact, []).append(memory)
    same = (
        (other, agent) for memory, agent in told for fact in facts.get(memory, ()) for other in saying[fact]
    )
    return frozenset((*told, *same))


def facts_heard(thinker: Thinker, line: Line) -> tuple[FactId, ...]:
    """Return the facts of the town that the agent knows by a line it heard."""
    stream, facts = thinker.mind.stream, thinker.mind.facts
    heard = (memory for memory in facts if memory in stream and stream.get(memory).source == line.id)
    return facts_said(thinker, tuple(heard))


def facts_stated(town: Town, lexicon: Lexicon, text: str) -> Iterator[FactId]:
    """Yield the facts that a person's own text states: those of whose words, and all of whose people, it has.

    Only texts that come from outside are read so (a whisper, a visitor's line); what agents tell each other
    is known by their memories.
    """
    people, terms = set(town.cast.mentioned(text)), lexicon.terms(text).keys()
    for fact in town.scenario.facts:
        named = town.cast.mentioned(fact.text)
        names = lexicon.terms(" ".join(town.cast.names[agent] for agent in named)).keys()
        wanted = lexicon.terms(fact.text).keys() - names
        if wanted and people.issuperset(named) and len(terms & wanted) >= _STATED * len(wanted):
            yield fact.id


def know(thinker: Thinker, facts: Iterable[FactId], memory: int, line: Line | None = None) -> None:
    """Log that a memory of the agent says some facts of the town, by a line that told them, if any."""
    said = thinker.mind.facts.get(memory, ())
    for fact in facts:
        if fact not in said:
            thinker.rows.add(
                Knows(
                    id=thinker.rows.next_id(),
                    agent=thinker.id,
                    fact=fact,
                    memory=memory,
                    line=line.id if line is not None else 0,
                    by=line.speaker if line is not None else "",
                )
            )


def know_as_planned(thinker: Thinker, fact: FactId, memory: Memory, planned: Iterable[Intention]) -> None:
    """Log that a memory says a fact, and that the memories of the intentions in which it is planned do too.

    A host who knows the fact that she gives a party tells it with every invitation.
    """
    know(thinker, [fact], memory.id)
    for intention in planned:
        plan = thinker.mind.stream.get(intention.memory)
        for planned_in in (plan.id, *(plan.evidence if plan.kind == "plan" else ())):
            know(thinker, [fact], planned_in)


def know_as_agreed(thinker: Thinker, engagement: Memory, lines: Iterable[Line]) -> None:
    """Log the facts that an engagement says: those told in the talk it was agreed on in, of its moment."""
    scenario = thinker.town.scenario
    told = {fact: line for line in lines for fact in facts_heard(thinker, line)}
    for fact in scenario.facts:
        if fact.id in told and engagement.when == due_at(fact.text, scenario.language, scenario.starts):
            know(thinker, [fact.id], engagement.id, told[fact.id])
