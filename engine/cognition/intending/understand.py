"""Ask the model what texts ask of an agent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cognition.intending.intend import stated_by
from engine.cognition.thinker import Thinker
from engine.intentions.understood import Understood, seeds_read
from engine.prompts.known import Acquaintance, Told
from engine.prompts.questions import Understand
from engine.prompts.questions.understand import ALL, Ask, Understanding, person_ids
from engine.records import EVERYBODY, AgentId, Path, Persona, Scenario, StatedIntention, StatedMoment

_MOST_PEOPLE, _MOST_ROOMS = 12, 12  # shown to the model, those named in the texts first


@dataclass(frozen=True, slots=True)
class Reading:
    """The answer to what some texts ask of an agent.

    Empty if there was no usable answer or no text. Equal texts ask the same.
    """

    prompt: Understand | None = None
    answer: Understanding | None = None

    def of(self, thinker: Thinker, text: str) -> tuple[Understood, ...]:
        """Return the requests of one of the texts to the agent."""
        if self.prompt is None or self.answer is None:
            return ()
        number = next((n for n, told in enumerate(self.prompt.texts, 1) if told.text == text), 0)
        read = (read.asks for read in self.answer.reads if read.text == number)
        stated = (ask for ask in self.answer.asks if ask.text == number)
        return (*read, *(understood for ask in stated for understood in _asks(thinker, self.prompt, ask)))

    def log(self, thinker: Thinker) -> None:
        """Log the call, if a model was asked."""
        if self.prompt is not None:
            thinker.log(self.prompt, self.answer)


def known_at_first(scenario: Scenario, persona: Persona) -> tuple[Told, ...]:
    """Return the seeds and facts a persona begins with that are read for what they ask."""
    seeds = persona.seed[: seeds_read(persona.seed)]
    facts = (fact.text for fact in scenario.facts if persona.id in fact.known_by)
    return (
        *(Told(text=text, source="memory") for text in seeds),
        *(Told(text=text, source="fact") for text in facts),
    )


async def understand(thinker: Thinker, texts: Sequence[Told]) -> Reading:
    """Ask what texts ask of the agent, if there are any. The caller logs the call."""
    if not texts:
        return Reading()
    prompt = _question(thinker, tuple(texts))
    return Reading(prompt, await thinker.answer_if_possible(prompt))


def _question(thinker: Thinker, texts: tuple[Told, ...]) -> Understand:
    town, scenario = thinker.town, thinker.town.scenario
    whole = "\n".join(told.text for told in texts)
    people = tuple(_people(thinker, whole))
    return thinker.prompt(
        Understand,
        texts=texts,
        people=people,
        written=scenario,
        former=town.world.former,
        choices={
            "person": (ALL, *(person.name for person in people)),
            "single person": tuple(person.name for person in people),
            "place": tuple(_rooms(thinker, whole)),
        },
    )


def _people(thinker: Thinker, texts: str) -> Iterator[Acquaintance]:
    """Yield the people named in the texts, then those the agent is closest to."""
    cast, persona = thinker.town.cast, thinker.persona
    kinds = {bond.other: bond.kind for bond in persona.bonds}
    bonds = sorted(persona.bonds, key=lambda bond: -abs(bond.closeness))
    agents = dict.fromkeys((*cast.mentioned(texts), *(bond.other for bond in bonds)))
    others = [agent for agent in agents if agent != persona.id and agent in cast.personas]
    for agent in others[:_MOST_PEOPLE]:
        yield Acquaintance(agent=agent, name=cast.names[agent], kind=kinds.get(agent, ""))


def _rooms(thinker: Thinker, texts: str) -> Sequence[Path]:
    """Return the rooms named in the texts, the agent's own, and those of places it knows."""
    world, persona = thinker.town.world, thinker.persona
    named = [room.path for place in world.named(texts) for room in place.rooms]
    known = (path for path in persona.knows if path in world.places or path in world.rooms)
    entries = (world.entry(path) for path in (persona.home, persona.work, *known) if path)
    return list(dict.fromkeys((*named, *entries)))[:_MOST_ROOMS]


def _asks(thinker: Thinker, prompt: Understand, ask: Ask) -> Iterator[Understood]:
    """Yield the requests of one entry of an answer, in the words of the entry."""
    stated = stated_by(thinker.town, thinker.persona, thinker.now, _stated(prompt, ask))
    for understood in stated.asks:
        deed = ask.deed or understood.deed
        yield replace(understood, deed=deed, text=deed)


def _stated(prompt: Understand, ask: Ask) -> StatedIntention:
    ids = person_ids(prompt)

    def people(names: Sequence[str]) -> tuple[AgentId, ...]:
        return tuple(dict.fromkeys(ids[name] for name in names if name in ids))

    moment: Callable[[str], StatedMoment | None] = ask.moment
    every = moment("every")
    return StatedIntention(
        kind=ask.kind,
        what=ask.what or ask.deed,
        others=people(ask.with_),
        excepted=tuple(agent for agent in people(ask.except_) if agent != EVERYBODY),
        kept_from=people(ask.kept_from),
        place=ask.where,
        at=moment("at") or (replace(every, recurs=True) if every is not None else None),
        by=moment("by"),
        until=moment("until"),
        closeness=ask.closeness if ask.kind == "feeling" else None,
    )
