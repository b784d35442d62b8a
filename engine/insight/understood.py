"""Show how an author's sentences are understood before the run: of seeds, of facts, of a whisper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.insight.doubted import NOT_READ, doubts
from engine.insight.telling import THOUGHT, told
from engine.intentions.preview import Preview
from engine.intentions.stated import Stated
from engine.intentions.understood import Understood, seeds_read
from engine.language.names.suggesting import nearest_name
from engine.language.phrases import phrases
from engine.language.times.up_late import as_of_the_day
from engine.records import AgentId, Persona, Scenario, StatedIntention
from engine.rehearsal.preview import preview_of
from engine.scenario.stating.fields import intention_text
from engine.scenario.stating.stating import exact, intentions_read

_MOST_ASKED = 6  # of those who know a fact: most take it as one of them does


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence of an author as an agent understands it.

    `asks` is what it asks of the agent, and `words` the same in words. `unknown` are names in it that nobody
    has, each with the nearest real name. `fields` are the same as data (`{kind: meeting, with: otto}`), an
    empty text for each part that fields cannot say; `is_stated` if it is data already. `doubts` say what the
    author should check.
    """

    agent: AgentId
    source: str
    text: str
    asks: tuple[Understood, ...]
    words: tuple[str, ...]
    unknown: tuple[tuple[str, str | None], ...] = ()
    fields: tuple[str, ...] = ()
    is_stated: bool = False
    doubts: tuple[str, ...] = ()


def understood_in(scenario: Scenario, agent: AgentId | None = None) -> Iterator[Sentence]:
    """Yield every sentence of the seeds and known facts as understood at the beginning; of `agent`, if
    given.
    """
    preview = preview_of(scenario)
    for persona in scenario.personas:
        if agent not in (None, persona.id):
            continue
        file, read = f"personas/{persona.id}.yaml", seeds_read(persona.seed)
        for text in persona.seed[:read]:
            yield from _taken(preview, scenario, persona, file, text, 0)
        for text in persona.seed[read:]:
            yield Sentence(
                agent=persona.id, source=file, text=text, asks=(), words=(THOUGHT,), doubts=(NOT_READ,)
            )
        yield from _stated(scenario, persona)
        for fact in scenario.facts:
            if persona.id in fact.known_by:
                yield from _taken(preview, scenario, persona, f"fact {fact.id}", fact.text, 0)


def _stated(scenario: Scenario, persona: Persona) -> Iterator[Sentence]:
    """Yield each intention of a persona that is stated as data."""
    return _of_intentions(scenario, persona, persona.intends, f"personas/{persona.id}.yaml", 0)


def _of_intentions(
    scenario: Scenario, persona: Persona, intentions: Iterable[StatedIntention], source: str, now: int
) -> Iterator[Sentence]:
    names = {one.id: one.name for one in scenario.personas}
    rooms = {room.path: room for place in scenario.places for room in place.rooms}
    said = phrases(scenario.language)
    for intention in intentions:
        place = said.room(rooms[intention.place]) if intention.place else ""
        stated = Stated(intention, persona, now, names=names, phrases=said, place=place)
        yield Sentence(
            agent=persona.id,
            source=source,
            text=stated.sentence,
            asks=stated.asks,
            words=tuple(told(one, names) for one in stated.asks),
            fields=(intention_text(intention),),
            is_stated=True,
        )


def understood_facts(scenario: Scenario) -> Iterator[tuple[str, Sentence]]:
    """Yield every sentence of every fact, with the id of the fact, as those who know it understand it.

    If nobody knows the fact, the first persona stands for those who would hear of it.
    """
    preview = preview_of(scenario)
    for fact in scenario.facts:
        knowing = [persona for persona in scenario.personas if persona.id in fact.known_by]
        for persona in (knowing or scenario.personas[:1])[:_MOST_ASKED]:
            for sentence in _taken(preview, scenario, persona, f"fact {fact.id}", fact.text, 0):
                yield fact.id, sentence


def understood_of(scenario: Scenario, agent: AgentId, text: str, now: int) -> tuple[Sentence, ...]:
    """Return every sentence of a whisper as the agent would understand it at a minute."""
    preview = preview_of(scenario)
    said = as_of_the_day(text, scenario.language, now)
    return tuple(_taken(preview, scenario, scenario.persona(agent), "", said, now))


def understood_fields(scenario: Scenario, agent: AgentId, intend: str, now: int) -> tuple[Sentence, ...]:
    """Return each intention that a whisper states as YAML, as the agent takes it at a minute.

    Raises BadInput if the text states no intention.
    """
    intentions = intentions_read(intend, scenario)
    return tuple(_of_intentions(scenario, scenario.persona(agent), intentions, "", now))


def _taken(
    preview: Preview, scenario: Scenario, persona: Persona, source: str, text: str, now: int
) -> Iterator[Sentence]:
    names = {one.id: one.name for one in scenario.personas}
    for reading in preview.read(persona, text, now, told=not source):
        asks = tuple(one for one in reading.asks if one.who == persona.id)
        unknown = tuple(
            (name, nearest_name(scenario.personas, name, but=persona.id))
            for name in dict.fromkeys(name for one in asks for name in one.strangers)
        )
        yield Sentence(
            agent=persona.id,
            source=source,
            text=reading.sentence,
            asks=asks,
            words=tuple(told(one, names) for one in asks) or (THOUGHT,),
            unknown=unknown,
            doubts=tuple(doubts(scenario, persona, reading, asks, unknown)),
            fields=tuple(
                intention_text(stated) if stated is not None else ""
                for stated in exact(asks, persona, scenario, now)
            ),
        )
