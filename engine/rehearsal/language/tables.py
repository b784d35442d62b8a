"""The grammar of a language pack: pronoun forms, agreement of verbs, forms of activities."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from engine.language.verb_forms import is_noun

Endings = tuple[tuple[re.Pattern[str], str], ...]
_MARKS = ".,;:!?…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms:
    """The forms of a personal pronoun."""

    subject: str
    object: str
    possessive: str
    own: str
    self: str

    def case_of(self, word: str) -> tuple[str, ...]:
        """Return the cases that a word can be."""
        forms = ("subject", "object", "possessive", "own", "self")
        return tuple(case for case in forms if getattr(self, case) == word)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How a third-person singular verb changes for another person: by a table, then by endings."""

    table: Mapping[str, str]
    endings: Endings

    def of(self, verb: str) -> str:
        """Return the form of a verb for the other person."""
        small = verb.lower()
        if small in self.table:
            return self.table[small]
        for ending, other in self.endings:
            if ending.search(verb):
                return ending.sub(other, verb, count=1)
        return verb


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Grammar:
    """What the rules need to know of a language to change the speaker and to word activities."""

    spaced: bool
    joiner: str
    stop: str
    comma: str
    first: Forms
    second: Forms
    we: Forms
    third: Mapping[str, Forms]
    possessive_of: str
    possessive_mark: str
    to_first: Agreement
    to_second: Agreement
    to_third: Agreement
    verbs: frozenset[str]
    lets: frozenset[str]
    before_deeds: frozenset[str]
    third_verbs: frozenset[str]
    unchanged: frozenset[str]
    past: re.Pattern[str]
    no_verbs: frozenset[str]
    adverbs: frozenset[str]
    joints: frozenset[str]
    openers: frozenset[str]
    comparers: frozenset[str]
    acted_on: frozenset[str]
    object_before: frozenset[str]
    contractions: Mapping[str, str]
    pairs: tuple[tuple[re.Pattern[str], str], ...]
    doing_irregular: Mapping[str, str]
    doing_endings: Endings
    nouns_first: frozenset[str]
    having: str
    sets_out: frozenset[str]
    to: str
    articles: frozenset[str]
    lower_first: frozenset[str]

    def is_let(self, before: str, after: str) -> bool:
        """Return whether what stands between two parts of a text is let do something: `let her mend it`.

        In `let her work suffer`, what is let do something is her work: the second word can only be a verb.
        """
        let, (does, then) = before.split()[-1:], [*after.split()[:2], "", ""][:2]
        if not let or let[0].lower() not in self.lets or does.lower() not in self.verbs:
            return False
        last = then.strip(_MARKS).lower()
        return does.lower() in self.before_deeds or last not in self.verbs or is_noun(last)


def read_grammar(data: Mapping[str, Any]) -> Grammar:
    """Read the grammar of a language pack. What a language does not need is left out of its file."""
    verbs, to_third = _small(data.get("verbs", ())), _agreement(data.get("to_third"))
    made: dict[str, Any] = {
        "spaced": data["spaced"] == "true",
        "third": {name: Forms(**forms) for name, forms in data["third"].items()},
        "third_verbs": frozenset(map(to_third.of, verbs)) | _small(data.get("auxiliaries", ())),
        "past": re.compile(data.get("past", "(?!)")),
        "pairs": tuple((re.compile(pair), put) for pair, put in data.get("pairs", ())),
    }
    read: Mapping[str, Callable[[str], Any]] = {  # what is read as it is written, by its type
        "str": lambda name: data.get(name, ""),
        "frozenset[str]": lambda name: _small(data.get(name, ())),
        "Mapping[str, str]": lambda name: data.get(name, {}),
        "Forms": lambda name: Forms(**data[name]),
        "Agreement": lambda name: _agreement(data.get(name)),
        "Endings": lambda name: _endings(data.get(name, ())),
    }
    plain = (field for field in fields(Grammar) if field.name not in made)
    return Grammar(**made, **{field.name: read[str(field.type)](field.name) for field in plain})


def _agreement(data: Mapping[str, Any] | None) -> Agreement:
    if data is None:
        return Agreement(table={}, endings=())
    return Agreement(table=data["table"], endings=_endings(data.get("endings", ())))


def _endings(rows: Iterable[Sequence[str]]) -> Endings:
    return tuple((re.compile(ending), other) for ending, other in rows)


def _small(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word.lower() for word in words)
