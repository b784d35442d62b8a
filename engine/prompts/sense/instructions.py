"""The texts of which questions are made: sentences and headings of wordings, names and meanings of fields.

An answer must not merely repeat them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from engine.practices.conduct import MARKS
from engine.prompts.fields import EVERYWHERE
from engine.prompts.forms import Form
from engine.prompts.questions import PROMPTS
from engine.prompts.questions.speak import LEAVES, OPENS
from engine.prompts.render import in_force
from engine.prompts.sense.matter import bare, words_of
from engine.prompts.shown import shown_fields

_QUOTED = re.compile('“[^”]*”|"[^"]*"|`[^`]*`|\\([^)]*\\)')
_EXAMPLE = re.compile('\\(?(?:“[^”]*”|"[^"]*")\\)?')
GAP = re.compile(r"\$\{?([a-z_]+)\}?")
_SENTENCES = re.compile(r"(?<=[.!?:;])\s+|\n")
FULL_STOPS = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n")
_HEADING = re.compile(r"[:?]\s*$")
_PARTS = re.compile(r"[,;:(]")
COPIED = 5  # words in a row
_WORDINGS_KEPT = 64  # a town's are few


def templates_of(names: Iterable[str], wordings: Mapping[str, str]) -> tuple[str, ...]:
    """Return the paragraphs of the wordings in force."""
    return tuple(part.template for name in names for part in in_force(name, wordings).paragraphs)


@dataclass(frozen=True, slots=True)
class _Phrases:
    """Phrases of wordings: those without gaps, in bare form, and those with gaps for names and times."""

    bare: frozenset[str]
    with_gaps: tuple[str, ...]


def _phrases(phrases: Iterable[str]) -> _Phrases:
    gaps: list[str] = []
    plain: list[str] = []
    for phrase in phrases:
        (gaps if GAP.search(phrase) else plain).append(phrase)
    return _Phrases(frozenset(map(bare, plain)), tuple(gaps))


@lru_cache(maxsize=_WORDINGS_KEPT)
def headings_of(templates: tuple[str, ...]) -> _Phrases:
    """Return the lines of wordings that announce what follows."""
    return _phrases(line for part in templates for line in part.split("\n") if _HEADING.search(line))


@lru_cache(maxsize=_WORDINGS_KEPT)
def sentences_of(templates: tuple[str, ...]) -> _Phrases:
    """Return the sentences of wordings, without examples, that are long enough to be recognised."""
    sentences = (text for part in templates for text in _SENTENCES.split(_QUOTED.sub(" ", part)))
    return _phrases(text for text in sentences if GAP.search(text) or is_long(text))


@lru_cache(maxsize=_WORDINGS_KEPT)
def runs_of(templates: tuple[str, ...], meanings: frozenset[str]) -> frozenset[tuple[str, ...]]:
    """Return the runs of words in wordings and meanings, without examples."""
    texts = (GAP.sub("\n", _QUOTED.sub(" ", part)) for part in templates)
    pieces = (words_of(piece) for part in (*texts, *meanings) for piece in part.split("\n"))
    return frozenset(
        tuple(words[at : at + COPIED]) for words in pieces for at in range(len(words) - COPIED + 1)
    )


@lru_cache(maxsize=_WORDINGS_KEPT)
def sentence_pairs_of(templates: tuple[str, ...], meanings: frozenset[str]) -> tuple[tuple[str, ...], ...]:
    """Return the words of each two sentences of wordings that follow each other, without examples."""
    texts = (GAP.sub("\n", _EXAMPLE.sub(" ", part)) for part in (*templates, *sorted(meanings)))
    sentences = [[words_of(sentence) for sentence in FULL_STOPS.split(text)] for text in texts]
    return tuple((*first, *second) for part in sentences for first, second in pairwise([*part, []]))


def in_order(words: Sequence[str], others: Sequence[str]) -> int:
    """Count the most words that two texts have in the same order."""
    longest = [0] * (len(others) + 1)
    for word in words:
        above = longest[:]
        for at, other in enumerate(others, 1):
            longest[at] = above[at - 1] + 1 if word == other else max(above[at], longest[at - 1])
    return longest[-1]


def is_long(text: str) -> bool:
    """Check that a text has as many words as are not copied by chance."""
    return len(words_of(text)) >= COPIED


@cache
def all_meanings() -> frozenset[str]:
    """Return the descriptions of the fields of all answers, in bare form."""
    return frozenset(bare(words) for question in PROMPTS for words in meanings_of(question.form))


@cache
def marks() -> frozenset[str]:
    """Return the words before certain intentions in a prompt, and the notes on a line, in bare form."""
    return frozenset(map(bare, (*MARKS.values(), OPENS, LEAVES)))


@cache
def switches_of(form: type[Form]) -> frozenset[str]:
    """Return the names of the fields of an answer that are true or false."""
    return frozenset(name for name, field in _fields(form) if field.get("type") == "boolean")


@cache
def field_names() -> frozenset[str]:
    """Return the names of the fields of all answers, and of the values they choose among."""
    fields = [field for question in PROMPTS for field in _fields(question.form)]
    # What is a word that people use for what they do, too, is no sign of a text taken from a form.
    chosen = (v for _, schema in fields if not schema.get("are_words") for v in schema.get("enum", ()))
    return frozenset([*(name for name, _ in fields), *chosen])


@cache
def bare_field_names() -> frozenset[str]:
    """Return the names of the fields of all answers, in bare form."""
    return frozenset(map(bare, field_names()))


@cache
def placeholders() -> frozenset[str]:
    """Return the names of the fields that the wordings of all questions may use."""
    return frozenset([*(name for question in PROMPTS for name in shown_fields(question)), *EVERYWHERE])


@cache
def bare_names() -> frozenset[str]:
    """Return the names of the fields of all questions and answers, in bare form."""
    return bare_field_names().union(map(bare, placeholders()))


@cache
def meant() -> frozenset[str]:
    """Return the parts of the descriptions of all answers' fields, in bare form."""
    meanings = (words for question in PROMPTS for words in meanings_of(question.form))
    return frozenset(bare(part) for words in meanings for part in _PARTS.split(words)) - {""}


@cache
def meanings_of(form: type[Form]) -> frozenset[str]:
    """Return the descriptions of an answer, of its parts, and of their fields."""
    parts = _schemas(form)
    return frozenset(
        str(schema.get("description", "")) for schema in (*parts, *(field for _, field in _fields(form)))
    )


def _fields(form: type[Form]) -> list[tuple[str, dict[str, Any]]]:
    return [field for part in _schemas(form) for field in part.get("properties", {}).items()]


def _schemas(form: type[Form]) -> list[dict[str, Any]]:
    whole = form.model_json_schema()
    return [whole, *whole.get("$defs", {}).values()]
