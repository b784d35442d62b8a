"""Fields of a card that a persona has no key for: kept in comments at the end of the persona's file.

One line a field, `#card {"creator": "…"}`, so that it goes wherever the file goes (versions, zips,
cassettes), is invisible to the agents, and can be removed by an author like any comment.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.safe_json import safe_json
from engine.scenario.cards.card import Card, Version
from engine.scenario.foreign.bounded_json import Json
from engine.scenario.reading.reader import forbidden

MOST_KEPT = 250_000  # letters of one person's file: a quarter of what it may have
OURS = "townwright"  # the key of ours among a card's extensions
_HEAD = "#card of V{} {}: fields without a key in a persona; `townwright card` writes them back"
_FIRST = re.compile(r"#card of (V[123]) ([0-9a-f]{12}): .*")
_DATA, _BESIDE = "#card ", "#card-beside "
_DEFAULTS: tuple[Json, ...] = ("", [], {})
_MAY_BE_LEFT_OUT = frozenset(
    {
        "description", "personality", "scenario", "first_mes", "mes_example", "creator_notes",
        "system_prompt", "post_history_instructions", "creator", "character_version",
        "alternate_greetings", "tags", "extensions", "group_only_greetings",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The fields kept from a card: its form, its fields, and whether the persona is still unchanged."""

    version: Version
    data: Mapping[str, Json]
    beside: Mapping[str, Json]
    untouched: bool


def with_kept(text: str, card: Card) -> tuple[str, tuple[str, ...]]:
    """Return a persona's file with a card's fields in comments at its end, and the names of fields that are
    too long to keep.
    """
    fields = {
        (mark, key): _line(mark, key, value)
        for mark, values in ((_DATA, card.data), (_BESIDE, card.beside))
        for key, value in values.items()
        if not (value in _DEFAULTS and key in _MAY_BE_LEFT_OUT)
    }
    room = MOST_KEPT - sum(len(line) + 1 for line in fields.values())
    left_out: list[str] = []
    for mark, key in sorted(fields, key=lambda one: len(fields[one]), reverse=True):
        if room >= 0:
            break
        room += len(fields.pop((mark, key))) + 1
        left_out.append(key)
    head = _HEAD.format(card.version[1:], _mark(text))
    return "\n".join([text.rstrip("\n"), head, *fields.values(), ""]), tuple(left_out)


def kept_in(text: str) -> Kept | None:
    """Return the card fields kept in a persona's file, or None if there are none. Lines that an author has
    made unreadable are left out.
    """
    found = next((first for line in text.splitlines() if (first := _FIRST.fullmatch(line))), None)
    if found is None:
        return None
    version: Version = "V1" if found[1] == "V1" else "V2" if found[1] == "V2" else "V3"
    return Kept(
        version=version,
        data=dict(_fields(text, _DATA)),
        beside=dict(_fields(text, _BESIDE)),
        untouched=_mark(without_kept(text)) == found[2],
    )


def without_kept(text: str) -> str:
    """Return a persona's file without the kept card fields."""
    lines = text.split("\n")
    return "\n".join(line for line in lines if not line.startswith((_DATA, _BESIDE)))


def _line(mark: str, key: str, value: Json) -> str:
    written = safe_json({key: value})
    if forbidden(written) is not None:  # in a file of a scenario it would be an error
        written = json.dumps({key: value}, separators=(",", ":"))
    return mark + written


def _fields(text: str, mark: str) -> Iterator[tuple[str, Json]]:
    for line in text.split("\n"):
        if line.startswith(mark) and not _FIRST.fullmatch(line):
            try:
                said = json.loads(line[len(mark) :])
            except (ValueError, RecursionError):
                continue
            if isinstance(said, dict):
                yield from said.items()


def _mark(text: str) -> str:
    """Return a short hash of a persona's text, without trailing whitespace, to detect changes."""
    return hashlib.sha256(text.rstrip().encode("utf-8", "replace")).hexdigest()[:12]
