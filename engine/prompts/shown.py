"""Marks for fields of a question: the meaning, the way it is put in words, and how much of it is shown.

More recalled memories would cost tokens and distract.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise
from operator import itemgetter
from typing import Any, get_type_hints

from engine.language.unspaced import has_unspaced
from engine.prompts.known import KnownRoom
from engine.prompts.prompt import Prompt, once
from engine.prompts.words import plain
from engine.records import Memory

InWords = Callable[[Prompt[Any], str], str]
"""Puts a field of a prompt, by its name, in words."""

_MUCH_THE_SAME = 0.8  # of the words of a memory stand in one that is shown already
_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Shown:
    """Marks a field of a question that its wording may use.

    `means` is its description for authors, `words` puts it in words, and `most` is the number of entries
    shown (None: all).
    """

    means: str
    words: InWords = lambda prompt, name: plain(few(prompt, name))
    most: int | None = None

    def at_most(self, most: int) -> Shown:
        """Return the same mark with at most `most` entries."""
        return replace(self, most=most)


def field_as(words: Callable[[Any], str]) -> InWords:
    """Return a function that puts a field in words, preferring its first entries."""
    return lambda prompt, name: words(few(prompt, name))


_SHOWN_FIELDS: dict[type[Prompt[Any]], Mapping[str, Shown]] = {}  # they take longer to find than to render


def shown_fields(question: type[Prompt[Any]]) -> Mapping[str, Shown]:
    """Return the marks of a question's fields that are shown, by name."""
    marks = _SHOWN_FIELDS.get(question)
    if marks is None:
        marks = _SHOWN_FIELDS[question] = _marked(question)
    return marks


def _marked(question: type[Prompt[Any]]) -> Mapping[str, Shown]:
    hints = get_type_hints(question, include_extras=True)
    marks = {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}
    return {name: mark for name, metadata in marks.items() for mark in metadata if isinstance(mark, Shown)}


def few(prompt: Prompt[Any], name: str) -> Any:  # noqa: ANN401 - the value of any field
    """Return a field, cut to the first entries that its question shows."""
    value, most = getattr(prompt, name), most_shown(prompt, name)
    return value if most is None else value[:most]


@once
def numbered(prompt: Prompt[Any], name: str) -> Mapping[int, Memory]:
    """Return the memories of a field that are shown, by the numbers that an answer cites: their places in it.

    The question may leave some out, and prefer some. Of memories that say much the same, only the first is
    shown.
    """
    rows: Sequence[Memory] = getattr(prompt, name)
    unshown, most = prompt.unshown(name), most_shown(prompt, name)
    shown = [(number, row) for number, row in enumerate(rows, 1) if row.id not in unshown]
    if most is not None:
        shown.sort(key=lambda entry: (prompt.rank(entry[1]), entry[0]))
    return dict(sorted(islice(_distinct(shown), most), key=itemgetter(0)))


def numbers(prompt: Prompt[Any], name: str) -> Collection[int]:
    """Return the numbers by which an answer may cite the entries of a field that are shown."""
    rows: Sequence[object] = getattr(prompt, name)
    return numbered(prompt, name) if _are_memories(rows) else range(1, len(rows) + 1)


def _are_memories(rows: Sequence[object]) -> bool:
    return all(isinstance(row, Memory) for row in rows)


def weightiest(prompt: Prompt[Any], name: str) -> list[Memory]:
    """Return the most important memories of a field (of equals the newest), in the order they were made."""
    unshown = prompt.unshown(name)
    rows = (row for row in getattr(prompt, name) if row.id not in unshown)
    weighed = sorted(rows, key=lambda row: (-row.importance, -row.id))
    chosen = islice(_distinct(enumerate(weighed)), most_shown(prompt, name))
    return sorted((row for _, row in chosen), key=lambda row: row.id)


def is_step_of_a_plan(memory: Memory) -> bool:
    """Check whether a memory is a part of a plan of the day, and not an agreement, a resolve or a change."""
    return memory.kind == "plan" and not memory.evidence and bool(memory.source)


def near(prompt: Prompt[Any], name: str) -> Sequence[KnownRoom]:
    """Return the rooms that a prompt shows: in a large town, the agent's own and the nearest."""
    known: Sequence[KnownRoom] = getattr(prompt, name)
    most = most_shown(prompt, name)
    if most is None or len(known) <= most:
        return known
    own = {prompt.persona.home, prompt.persona.work, getattr(prompt, "place", "")}
    nearest = sorted(known, key=lambda row: (row.path not in own, row.walk, row.path))[:most]
    chosen = {row.path for row in nearest}
    return [row for row in known if row.path in chosen]


def most_shown(prompt: Prompt[Any], name: str) -> int | None:
    """Return how many entries of a field a question shows; None for all."""
    return shown_fields(type(prompt))[name].most


def _distinct(rows: Iterable[tuple[int, Memory]]) -> Iterator[tuple[int, Memory]]:
    """Yield numbered memories without those that say much the same as an earlier one."""
    before: list[frozenset[str]] = []
    for number, row in rows:
        words = _words(row.text)
        if not any(_is_said(words, other) for other in before):
            before.append(words)
            yield number, row


def _is_said(words: frozenset[str], other: frozenset[str]) -> bool:
    """Check whether a text says much the same as another one; another day or hour is something else."""
    if len(words & other) < _MUCH_THE_SAME * len(words):
        return False
    return not any(any(map(str.isdigit, word)) for word in words - other)


@lru_cache(maxsize=16_384)
def _words(text: str) -> frozenset[str]:
    """Return the words of a text; for a script without spaces, its pairs of characters."""
    if has_unspaced(text):
        return frozenset(a + b for a, b in pairwise(text))
    return frozenset(_WORDS.findall(text.lower()))
