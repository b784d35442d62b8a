"""Shown: how much of what comes to mind stands in a prompt. The rest would cost tokens and distract."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import Any

from engine.language.unspaced import has_unspaced
from engine.prompts.known import KnownRoom
from engine.prompts.prompt import Prompt
from engine.records import Memory

_MOST: Mapping[tuple[str, str], int] = {
    ("speak", "recalled"): 4,
    ("speak", "engagements"): 1,
    ("speak", "ahead"): 1,
    ("react", "recalled"): 2,
    ("react", "engagements"): 2,
    ("react", "rooms"): 3,
    ("react", "people"): 3,
    ("plan_day", "recalled"): 4,
    ("plan_block", "recalled"): 1,
    ("take_away", "engagements"): 2,
    ("take_away", "people"): 4,
    ("ask_oneself", "recent"): 9,
    ("conclude", "recalled"): 7,
    ("conclude", "people"): 2,
    ("conclude", "held"): 4,
    ("keep_diary", "memories"): 8,
    ("heed", "recalled"): 6,
}
_RECALL_THEM_TOO = frozenset({"speak", "react"})  # an engagement that came to mind is not listed twice
_MUCH_THE_SAME = 0.8  # of the words of a memory stand in one that is shown already
_WORDS = re.compile(r"\w+")


def few(prompt: Prompt[Any], name: str) -> Any:  # noqa: ANN401 - the value of any field
    """As much of a field as a prompt of its kind shows; what comes first matters most."""
    value, most = getattr(prompt, name), _MOST.get((prompt.name, name))
    return value if most is None else value[:most]


def numbered(prompt: Prompt[Any], name: str) -> dict[int, Memory]:
    """Return the memories of a field that are shown, by the number that an answer cites: their place in the
    field.

    Of those that say much the same only the first is shown.
    """
    rows = _rows(prompt, name)
    most = _MOST.get((prompt.name, name), len(rows))
    return dict(islice(_distinct(rows), most))


def weightiest(prompt: Prompt[Any], name: str) -> list[Memory]:
    """Return the memories of a field that matter most, of equals the newest, in the order they were made."""
    rows = sorted(getattr(prompt, name), key=lambda row: (-row.importance, -row.id))
    chosen = islice(_distinct(rows), _MOST.get((prompt.name, name)))
    return sorted((row for _, row in chosen), key=lambda row: row.id)


def near(prompt: Prompt[Any]) -> Sequence[KnownRoom]:
    """Return the rooms that a prompt shows: where a town is large, those of one's own and the nearest."""
    known: Sequence[KnownRoom] = prompt.rooms  # type: ignore[attr-defined]
    most = _MOST.get((prompt.name, "rooms"))
    if most is None or len(known) <= most:
        return known
    own = {prompt.persona.home, prompt.persona.work, getattr(prompt, "place", "")}
    nearest = sorted(known, key=lambda row: (row.path not in own, row.walk, row.path))[:most]
    chosen = {row.path for row in nearest}
    return [row for row in known if row.path in chosen]


def _rows(prompt: Prompt[Any], name: str) -> Sequence[Memory]:
    rows: Sequence[Memory] = getattr(prompt, name)
    if name == "engagements" and prompt.name in _RECALL_THEM_TOO:
        in_mind = {row.id for row in numbered(prompt, "recalled").values()}
        return tuple(row for row in rows if row.id not in in_mind)
    return rows


def _distinct(rows: Iterable[Memory]) -> Iterator[tuple[int, Memory]]:
    """Yield the memories, each with its place in the field, but for those that say much the same as one
    before.
    """
    before: list[frozenset[str]] = []
    for number, row in enumerate(rows, 1):
        words = _words(row.text)
        if not any(len(words & other) >= _MUCH_THE_SAME * len(words) for other in before):
            before.append(words)
            yield number, row


@lru_cache(maxsize=16_384)
def _words(text: str) -> frozenset[str]:
    """Return the words of a text, or where words are not set apart, its pairs of signs."""
    if has_unspaced(text):
        return frozenset(a + b for a, b in pairwise(text))
    return frozenset(_WORDS.findall(text.lower()))
