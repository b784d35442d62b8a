"""What is remembered of a person, told in a paragraph about that person: with pronouns for the name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engine.language.languages import base
from engine.records import Name, Pronouns
from engine.rehearsal.language.first_person import in_first_person
from engine.rehearsal.language.names import Everybody
from engine.rehearsal.language.pack import bundled_packs
from engine.rehearsal.language.tables import Agreement, Grammar

_NO_AGREEMENT = Agreement(table={}, endings=())


def of_themselves(text: str, name: Name, everybody: Everybody, language: str) -> str:
    """Return a text about a person with pronouns for their name, up to where the pronouns could be another's.

    `Otto Finch asked Ruth Calloway to stay, and Ruth Calloway refused`, in a paragraph about Ruth, becomes
    `Otto asked her to stay, and she refused`.
    """
    grammar = _of_one(language, name.pronouns)
    if grammar is None:
        return everybody.called(text)
    until = min((text.find(word) for word in _others(text, name, everybody)), default=len(text))
    told = in_first_person(text[:until], name, None, everybody, grammar)
    return _as_part(told, grammar) + everybody.called(text[until:])


def _others(text: str, name: Name, everybody: Everybody) -> Iterator[str]:
    """Yield the names in a text of those who share the person's pronouns."""
    for other in everybody:
        if other != name and other.pronouns == name.pronouns:
            yield from (word for word in (other.full, other.called) if word in text)


def _as_part(text: str, grammar: Grammar) -> str:
    """Return a text that may follow a colon: a pronoun at its beginning is in lower case."""
    first = text.partition(" ")[0]
    begins = first.lower() in (grammar.first.subject, grammar.first.possessive)
    return text[:1].lower() + text[1:] if begins else text


@lru_cache
def _of_one(language: str, pronouns: Pronouns) -> Grammar | None:
    """Return the grammar in which a speaker's own words are the pronouns of a third person.

    None if the language has no pack, or a verb would not agree with the pronoun as with the name.
    """
    packs = bundled_packs()
    pack = packs.get(language) or packs.get(base(language))
    if pack is None or (pronouns == "they" and pack.grammar.spaced):
        return None
    return replace(pack.grammar, first=pack.grammar.third[pronouns], to_first=_NO_AGREEMENT, pairs=())
