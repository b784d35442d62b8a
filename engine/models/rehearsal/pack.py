"""A language pack: every word the rehearsal model says or listens for, read from a data file.

A town in a language without a pack of its own is answered with the English frames around its own names,
activities and memories. That is a stop-gap that shows; another language is one more YAML file beside
`en.yaml` and no code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from engine.models.rehearsal.tables import Grammar, read_grammar
from engine.models.rehearsal.text import lowered, words_of

FALLBACK = "en"
LEAST_ANCHOR = 5
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_packs(folder: Path) -> dict[str, Pack]:
    """All language packs of a folder, by language."""
    return {file.stem: read_pack(file) for file in sorted(folder.glob("*.yaml"))}


def pack_for(packs: Mapping[str, Pack], language: str) -> Pack:
    """The pack of a language (`en-GB` is served by `en`), or the English one when there is none."""
    return packs.get(language) or packs.get(language.split("-")[0].lower()) or packs[FALLBACK]


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """A kind of thing people do: the words that show it, its emoji, how it goes, what it does to things."""

    kind: str
    words: frozenset[str]
    emoji: str
    steps: tuple[str, ...] = ()
    things: frozenset[str] = frozenset()
    states: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """The frames, word lists, patterns and tables of one language."""

    language: str
    phrases: Mapping[str, tuple[str, ...]]
    words: Mapping[str, frozenset[str]]
    patterns: Mapping[str, re.Pattern[str]]
    numbers: Mapping[str, int]
    days: Mapping[str, int]
    on_day: str
    plain_day: str
    afternoon_hours: frozenset[int]
    fixed_hours: frozenset[str]
    activities: tuple[Activity, ...]
    grammar: Grammar
    anchors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def say(self, draw: Random, frame: str, avoid: str = "", /, **values: str) -> str:
        """A drawn phrase of a kind, its gaps filled; one that `avoid` does not contain, if there is one."""
        frames = self.phrases[frame]
        start = draw.randrange(len(frames))
        for turn in range(len(frames)):
            said = frames[(start + turn) % len(frames)].format_map(values)
            if not avoid or said.lower() not in avoid:
                return said
        return frames[start].format_map(values)

    def fresh(self, draw: Random, frame: str, avoid: str, /, **values: str) -> str:
        """A drawn phrase of a kind that `avoid` does not contain, whatever fills its gaps; empty when every
        one has been used up.
        """
        frames = self.phrases[frame]
        start = draw.randrange(len(frames))
        for turn in range(len(frames)):
            phrase = frames[(start + turn) % len(frames)]
            said, anchor = phrase.format_map(values), _anchor(phrase)
            if said.lower() not in avoid and (len(anchor) < LEAST_ANCHOR or anchor not in avoid):
                return said
        return ""

    def has(self, name: str, text: str) -> bool:
        """Whether a word of the list occurs in the text."""
        return not self.words[name].isdisjoint(words_of(text))

    def finds(self, pattern: str, text: str) -> bool:
        """Whether a pattern of the pack occurs in the text."""
        return _occurs(self.patterns[pattern], text)

    def sounds_like(self, frame: str, text: str) -> bool:
        """Whether a line contains a phrase of this kind."""
        small = text.lower()
        return any(anchor in small for anchor in self.anchors[frame])

    def activity(self, text: str) -> Activity:
        """The kind of activity a text speaks of; the last kind of the pack when none of its words occur."""
        words = words_of(text)
        scores = [
            (len(each.words.intersection(words)) + (2 if words[:1] and words[0] in each.words else 0))
            for each in self.activities
        ]
        best = max(scores)
        return self.activities[scores.index(best)] if best else self.activities[-1]


@lru_cache(maxsize=65_536)
def _occurs(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text) is not None


def read_pack(file: Path) -> Pack:
    """Read one language pack."""
    data: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), Loader=LOADER)
    phrases = {key: tuple(frames) for key, frames in data["phrases"].items()}
    return Pack(
        language=file.stem,
        phrases=phrases,
        words={key: lowered(words) for key, words in data["words"].items()},
        patterns={key: re.compile(text, re.IGNORECASE) for key, text in data["patterns"].items()},
        numbers=data["numbers"],
        days=data["days"],
        on_day=data["on_day"],
        plain_day=data["plain_day"],
        afternoon_hours=frozenset(data["afternoon_hours"]),
        fixed_hours=lowered(data["fixed_hours"]),
        activities=tuple(_activity(entry) for entry in data["activities"]),
        grammar=read_grammar(data["grammar"]),
        anchors={key: _anchors(frames) for key, frames in phrases.items()},
    )


def _anchors(frames: Sequence[str]) -> tuple[str, ...]:
    """The fixed stretch of each phrase, where it is long enough to tell the phrase by."""
    return tuple(anchor for anchor in map(_anchor, frames) if len(anchor) >= LEAST_ANCHOR)


@lru_cache(maxsize=4_096)
def _anchor(frame: str) -> str:
    """The longest fixed stretch of a phrase."""
    return max(re.split(r"\{\w+\}", frame), key=len).strip(" .,!").lower()


def _activity(entry: Mapping[str, Any]) -> Activity:
    return Activity(
        kind=entry["kind"],
        words=lowered(entry["words"]),
        emoji=entry["emoji"],
        steps=tuple(entry["steps"]),
        things=lowered(entry.get("things", ())),
        states=tuple(entry.get("states", ())),
    )
