"""The grammar of a language pack: its tables, and the patterns made from them once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.models.rehearsal.text import lowered

Endings = tuple[tuple[re.Pattern[str], str], ...]
_LISTS = frozenset(
    {
        "unchanged",
        "adverbs",
        "verbs",
        "before_subject",
        "joining",
        "third_subjects",
        "third_possessives",
        "third_objects",
        "relatives",
        "nouns_first",
        "articles",
        "lower_first",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Grammar:
    """The tables by which a sentence changes its person, and an activity its form."""

    subject: str
    object: str
    possessive: str
    second: str
    second_possessive: str
    their: str
    own: str
    owned: str
    having: str
    own_pair: tuple[re.Pattern[str], str]
    pair_before: re.Pattern[str]
    to_first: Mapping[str, str]
    to_third: Mapping[str, str]
    first_endings: Endings
    third_endings: Endings
    doing_endings: Endings
    doing_irregular: Mapping[str, str]
    unchanged: frozenset[str]
    past: re.Pattern[str]
    verbs: frozenset[str]
    third_verbs: Mapping[str, str]
    before_subject: frozenset[str]
    joining: frozenset[str]
    third_subjects: frozenset[str]
    contractions: Mapping[str, str]
    nouns_first: frozenset[str]
    articles: frozenset[str]
    lower_first: frozenset[str]
    after_name: str
    persons: re.Pattern[str]
    possessives: re.Pattern[str]
    theirs: re.Pattern[str]
    third_objects: re.Pattern[str]
    third_persons: re.Pattern[str]
    scope_ends: re.Pattern[str]
    objects: re.Pattern[str]
    joined: re.Pattern[str]


def read_grammar(data: Mapping[str, Any]) -> Grammar:
    """The grammar of a language pack, with its patterns made once."""
    lists = {key: lowered(value) for key, value in data.items() if key in _LISTS}
    endings = {key: _endings(data[key]) for key in ("first_endings", "third_endings", "doing_endings")}
    theirs, thems = _any(lists.pop("third_possessives")), _any(lists.pop("third_objects"))
    relatives = _any(lists.pop("relatives"))
    subject, second = data["subject"], data["second"]
    plain = {key: value for key, value in data.items() if key not in {*_LISTS, *endings}}
    verbs = lists["verbs"]
    adverb = rf"(?P<adverb>\s+(?:{_any(lists.pop('adverbs'))})(?!\w))?"
    after_name = rf"{adverb}(?P<next>\s+[^\W\d_][\w'’]*)?"
    third = {agree(verb, data["to_third"], endings["third_endings"]): verb for verb in sorted(verbs)}
    return Grammar(
        **{**plain, **lists, **endings, "past": re.compile(data["past"])}
        | {
            "own_pair": (re.compile(data["own_pair"][0]), data["own_pair"][1]),
            "pair_before": re.compile(data["pair_before"]),
        },
        third_verbs=third,
        after_name=after_name,
        persons=re.compile(rf"(?<!\w)(?P<who>{subject}|(?i:{second}))(?!\w){after_name}"),
        possessives=re.compile(rf"(?<!\w)(?i:{data['possessive']}|{data['second_possessive']})(?!\w)"),
        third_objects=re.compile(rf"(?<!\w)(?:{thems})(?!\w)"),
        third_persons=re.compile(rf"(?<!\w)(?:{_any(lists['third_subjects'])})(?!\w){after_name}"),
        scope_ends=re.compile(
            rf"(?<=[\w,;] )(?<!the )(?<!The )[A-Z][^\W_]+ [A-Z][^\W_]+|(?<= )(?:{relatives})(?!\w)"
        ),
        theirs=re.compile(rf"(?<!\w)(?:{theirs})(?= \w)"),
        objects=re.compile(rf"(?<!\w){data['object']}(?!\w)"),
        joined=re.compile(rf"(?<=\s)(?P<joint>{_any(lists['joining'])}){adverb} (?P<verb>[^\W\d_]+)(?!\w)"),
    )


def agree(verb: str, table: Mapping[str, str], endings: Endings) -> str:
    """A verb in the form the table or the endings give it."""
    if verb.lower() in table:
        return table[verb.lower()]
    for ending, other in endings:
        if ending.search(verb):
            return ending.sub(other, verb, count=1)
    return verb


def _endings(rows: list[list[str]]) -> Endings:
    return tuple((re.compile(ending), other) for ending, other in rows)


def _any(words: frozenset[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word)))
