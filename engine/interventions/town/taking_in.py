"""Have agents take in what their town newly says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from engine.records import AgentId, Fact

if TYPE_CHECKING:
    from engine.cognition.intending.understand import Reading
    from engine.cognition.thinker import Thinker
    from engine.interventions.hand import Hand


def take_in(hand: Hand, about: str, field: str, old: str, new: str) -> None:
    """Have agents learn the new value of a field, and forget the old one.

    Raises BadInput, before anything has changed, if one of them is in a talk.
    """
    taken_in = _WAYS.get(field)
    if taken_in is not None:
        taken_in(hand, about, old, new)


def facts_of(hand: Hand, about: str) -> list[Fact]:
    """Return the facts with an id: one or none."""
    return [fact for fact in hand.town.scenario.facts if fact.id == about]


def _settle(hand: Hand, about: str, _old: str, new: str) -> None:
    from engine.simulation.founding import acquaint_with  # takes its time; most ask for a verb

    if new:
        acquaint_with(hand.thinker(about), new)


def _show(hand: Hand, about: str, _old: str, new: str) -> None:
    from engine.simulation.founding import acquaint_with

    for room in new.splitlines():
        acquaint_with(hand.thinker(about), room, alone=True)


def _remember(hand: Hand, about: str, old: str, new: str) -> None:
    from engine.prompts.known import Told

    hand.thinker(about)  # BadInput while they talk
    before, after = old.splitlines(), new.splitlines()
    _forget(hand, about, [text for text in before if text not in after])
    texts = [text for text in after if text not in before]
    hand.have_taken_in(about, [Told(text=text, source="memory") for text in texts], partial(_plant, texts))


def _plant(texts: Sequence[str], thinker: Thinker, reading: Reading) -> None:
    from engine.simulation.founding import plant_seed

    for text in texts:
        plant_seed(thinker, text, reading)


def _reword(hand: Hand, about: str, old: str, new: str) -> None:
    if old and new:  # else nobody knows it yet
        (fact,) = facts_of(hand, about)
        _tell(hand, replace(fact, text=new), [(agent, old, new) for agent in fact.known_by])


def _let_know(hand: Hand, about: str, old: str, new: str) -> None:
    (fact,) = facts_of(hand, about)
    then, now = _people(old), _people(new)
    gone = [(agent, fact.text, "") for agent in then if agent not in now]
    _tell(hand, fact, [*gone, *((agent, "", fact.text) for agent in now if agent not in then)])


def _tell(hand: Hand, fact: Fact, told: Iterable[tuple[AgentId, str, str]]) -> None:
    """Have each of some agents forget one text of a fact, and remember another."""
    from engine.prompts.known import Told

    told = list(told)
    for agent, _, text in told:
        if text:
            hand.thinker(agent)  # BadInput while they talk
    for agent, old, text in told:
        _forget(hand, agent, [old])
        if text:
            hand.have_taken_in(agent, [Told(text=text, source="fact")], partial(_learn, fact))


def _learn(fact: Fact, thinker: Thinker, reading: Reading) -> None:
    from engine.simulation.founding import plant_fact

    plant_fact(thinker, fact, reading)


def _forget(hand: Hand, agent: AgentId, texts: Iterable[str]) -> None:
    """Retract the seed memories of an agent that have one of some texts."""
    gone = set(texts)
    stream = hand.mind(agent).stream
    for memory in [one for one in stream.of_kind("seed") if one.text in gone]:
        hand.retract(memory)


def _people(value: str) -> list[AgentId]:
    return [one.strip() for one in value.split(",") if one.strip()]


_WAYS: Mapping[str, Callable[[Hand, str, str, str], None]] = {
    "home": _settle,
    "work": _settle,
    "known places": _show,
    "first memories": _remember,
    "fact": _reword,
    "known by": _let_know,
}
