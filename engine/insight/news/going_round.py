"""The news that can be followed in a town: its facts, what its people have told each other, any words."""

from __future__ import annotations

from engine.errors import BadInput, worded
from engine.insight.news.hearsay import Hearsay, Root
from engine.insight.news.spread import News
from engine.moments.moment import Moment
from engine.records import Fact
from engine.store.searching.search import words_of


def going_round(moment: Moment, hearsay: Hearsay | None = None) -> tuple[News, ...]:
    """Return the news at a moment: facts in the order of the scenario, then tellings, the most told first.

    The result is cached until the run goes on.
    """
    asked = ("going round", moment.row.number, moment.before)
    return moment.store.unchanged(asked, lambda: _found(moment, hearsay or Hearsay.of(moment)))


def _found(moment: Moment, hearsay: Hearsay) -> tuple[News, ...]:
    roots = hearsay.roots()
    facts = facts_of(moment)
    known = {key for fact in facts for key in fact.roots}
    saying = {row.memory for rows in hearsay.known.values() for row in rows}
    told = [
        _of_root(root)
        for root in roots
        if root.key not in known and not any(line.tells in saying for line in root.told)
    ]
    return (*facts, *sorted(told, key=lambda one: -one.told))


def facts_of(moment: Moment) -> tuple[News, ...]:
    """Return the facts of a town as news."""
    return tuple(_of_fact(fact) for fact in moment.town.scenario.facts)


def news_meant(moment: Moment, said: str) -> News:
    """Return the news with an id, the fact with a key word, or else the news given in words.

    Raises BadInput for a text without words.
    """
    if not isinstance(said, str) or not words_of(said):
        raise BadInput(
            worded("enter the id of a piece of news, or words that describe it, such as “lantern party”")
        )
    for one in going_round(moment):
        if one.id == said.strip():
            return one
    wanted = said.strip().casefold()
    for fact in moment.town.scenario.facts:
        if wanted in (word.casefold() for word in fact.key_words):
            return _of_fact(fact)
    return in_words(said)


def in_words(said: str) -> News:
    """Return news defined by words that a person types. A text says it if it has all of them."""
    words = " ".join(said.split())
    return News(id=words, kind="words", text=words, words=(words,))


def _of_fact(fact: Fact) -> News:
    topic = next(iter(fact.key_words), "")
    return News(id=fact.id, kind="fact", text=fact.text, roots=frozenset({fact.text}), topic=topic)


def _of_root(root: Root) -> News:
    heard = {agent for line in root.told for agent in line.hearers} - root.held_by.keys()
    name = min((*root.held_by.values(), root.told[0].id))
    return News(id=str(name), kind="told", text=root.text, roots=frozenset({root.key}), told=len(heard))
