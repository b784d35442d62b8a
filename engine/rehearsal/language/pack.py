"""A language pack: every word the rehearsal model says or listens for, read from data files.

A town in a language without a pack of its own is answered with the English phrases around its own names,
activities and memories. That is a stop-gap that shows; another language is one more folder beside `en` and no
code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import Any

from engine.language.languages import FALLBACK, PACKS, base, load_words
from engine.language.unspaced import has_unspaced
from engine.language.verb_forms import base_form
from engine.practices.practice import practices
from engine.records import Persona
from engine.rehearsal.language.phrases import Phrasebook, read_frame
from engine.rehearsal.language.practising import KnownAct, acts_of, frames_of_practices
from engine.rehearsal.language.tables import Grammar, read_grammar
from engine.rehearsal.language.text import words_of
from engine.rehearsal.language.when import Calendar, read_calendar

MOST_VOICES = 2
_CACHED = 65_536


class Vocabulary:
    """A list of words, looked for as whole words or, in scripts without spaces, anywhere."""

    def __init__(self, words: Iterable[str]) -> None:
        listed = [str(word).lower() for word in words]
        self.spaced = frozenset(word for word in listed if not has_unspaced(word))
        self.unspaced = tuple(word for word in listed if has_unspaced(word))

    def __contains__(self, word: str) -> bool:
        return word.lower() in self.spaced or word in self.unspaced

    def count(self, text: str) -> int:
        """Return how many of the words occur in a text."""
        found = len(self.spaced.intersection(words_of(text))) if self.spaced else 0
        return found + sum(1 for word in self.unspaced if word in text)

    def occurs(self, text: str) -> bool:
        """Return whether any of the words occurs in a text."""
        if self.spaced and not self.spaced.isdisjoint(words_of(text)):
            return True
        return any(word in text for word in self.unspaced)


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """A kind of thing people do: the verbs it begins with and the words that show it, its emoji, how it goes
    on, the things it uses and what becomes of them. Its `light` verbs show it only with an object that is one
    of its words or, where people take part in a practice by it (`of`), what that practice is named by.
    """

    kind: str
    verbs: Vocabulary
    light: Vocabulary
    of: str = ""
    words: Vocabulary
    emoji: str
    steps: tuple[str, ...] = ()
    things: Vocabulary
    states: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPractice:
    """A practice as a language knows it: the words it is named by, and its acts."""

    name: str
    of: str
    named: Vocabulary
    acts: tuple[KnownAct, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Pack:
    """The phrases, word lists, patterns and tables of one language."""

    language: str
    phrases: Phrasebook
    words: Mapping[str, Vocabulary]
    voices: Mapping[str, Vocabulary]
    patterns: Mapping[str, re.Pattern[str]]
    relations: tuple[tuple[str, re.Pattern[str]], ...]
    numbers: tuple[str, ...]
    calendar: Calendar
    activities: tuple[Activity, ...]
    grammar: Grammar
    spoken: tuple[tuple[re.Pattern[str], str], ...]
    past: tuple[tuple[re.Pattern[str], str], ...]
    results: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    practices: tuple[KnownPractice, ...]

    @cached_property
    def by_the_way(self) -> frozenset[str]:
        """Return what people do in the course of something, nothing worth telling others."""
        steps = (step for activity in self.activities for step in activity.steps if "{" not in step)
        acts = (step for known in self.acts.values() for step in known.does)
        return frozenset((*steps, *acts))

    @cached_property
    def acts(self) -> Mapping[str, KnownAct]:
        """Return the acts of all practices, by the frame of what is said with each."""
        return {known.frame: known for practice in self.practices for known in practice.acts}

    def acts_at(self, of: str, what: str) -> tuple[KnownAct, ...]:
        """Return what people may do at something of a kind: what its particular sorts offer comes first."""
        sorts = [each for each in self.practices if each.of == of and each.named.occurs(what)]
        plain = [each for each in self.practices if each.name == of]
        return tuple(known for practice in (*sorts, *plain) for known in practice.acts)

    def say(self, draw: Random, frame: str, /, voices: frozenset[str] = frozenset(), **values: str) -> str:
        """Return a drawn phrase of a frame with its gaps filled; empty when none can be."""
        return self.phrases.say(draw, frame, voices, **values)

    def word(self, frame: str) -> str:
        """Return the one phrase of a frame that has but one."""
        return self.phrases.of(frame)[0].text

    def has(self, name: str, text: str) -> bool:
        """Return whether a word of the list occurs in the text."""
        return _has(self.words[name], text)

    def finds(self, pattern: str, text: str) -> bool:
        """Return whether a pattern of the pack occurs in the text."""
        return _occurs(self.patterns[pattern], text)

    def alarms(self, text: str) -> bool:
        """Return whether a text speaks of danger: a fire that somebody tends is none."""
        return self.has("alarm", self.patterns["tended"].sub(" ", text))

    def voices_of(self, persona: Persona) -> frozenset[str]:
        """In which voices a persona speaks, going by its traits and register."""
        return _voices(self, persona.traits, persona.register)

    def activity(self, text: str) -> Activity:
        """Return the kind of activity a text speaks of; the last kind of the pack when none of its words
        occur.
        """
        return _activity(self, text)

    def parts(self, activity: str) -> tuple[str, ...]:
        """Return the several things an activity is made of: `open the café and serve lunch` is two."""
        return _parts(self, activity)

    def listed(self, names: Iterable[str]) -> str:
        """`A`, `A and B`, `A, B and C`."""
        row = list(names)
        if len(row) < 2:
            return "".join(row)
        return self.grammar.comma.join(row[:-1]) + self.word("and") + row[-1]

    def listed_deeds(self, deeds: Iterable[str]) -> str:
        """Return deeds in a row, each once; kept apart where one of them is a list itself."""
        row = list(dict.fromkeys(deeds))
        joints = (self.word("and"), self.grammar.comma)
        several = len(row) > 1 and any(joint in deed for deed in row for joint in joints)
        return self.word("item_break").join(row) if several else self.listed(row)

    def joined(self, parts: Iterable[str]) -> str:
        """Sentences in a row."""
        return self.grammar.joiner.join(part for part in parts if part)


class _Packs(Mapping[str, Pack]):
    """The language packs of a folder, by language: a folder each, in which `rehearsal` is ours. Each is read
    when it is first needed, since a town speaks one.
    """

    def __init__(self, folder: Path) -> None:
        found = {path.name: path / "rehearsal" for path in sorted(folder.iterdir())}
        self._folders = {language: path for language, path in found.items() if path.is_dir()}
        self._read: dict[str, Pack] = {}

    def __getitem__(self, language: str) -> Pack:
        if language not in self._read:
            self._read[language] = read_pack(language, self._folders[language])
        return self._read[language]

    def __iter__(self) -> Iterator[str]:
        return iter(self._folders)

    def __len__(self) -> int:
        return len(self._folders)


@cache
def bundled_packs() -> Mapping[str, Pack]:
    """Return the packs that come with the model: they never change, and every town has a model."""
    return read_packs(PACKS)


def read_packs(folder: Path) -> Mapping[str, Pack]:
    """Return all language packs of a folder, by language."""
    return _Packs(folder)


def pack_for(packs: Mapping[str, Pack], language: str) -> Pack:
    """Return the pack of a language (`en-GB` is served by `en`), or the English one when there is none."""
    return packs.get(language) or packs.get(base(language)) or packs[FALLBACK]


def read_pack(language: str, folder: Path) -> Pack:
    """Read one language pack: the keys of all its files together."""
    data: dict[str, Any] = {}
    for file in sorted(folder.glob("*.yaml")):
        for key, value in load_words(file).items():
            if isinstance(value, dict):
                data.setdefault(key, {}).update(value)
            else:
                data[key] = value
    frames = {name: read_frame(rows) for name, rows in data["phrases"].items()}
    frames.update(frames_of_practices(language))
    numbers = tuple(map(str, data["numbers"]))
    counts = "|".join(sorted(map(re.escape, numbers), key=len, reverse=True))
    return Pack(
        language=language,
        phrases=Phrasebook(frames, data.get("choices", {}), data["least_anchor"], data["gaps"]),
        words={name: Vocabulary(words) for name, words in data["words"].items()},
        voices={name: Vocabulary(words) for name, words in data["voices"].items()},
        patterns={
            name: re.compile(text.replace("{numbers}", counts), re.IGNORECASE)
            for name, text in data["patterns"].items()
        },
        relations=tuple((name, re.compile(text, re.IGNORECASE)) for name, text in data["relations"].items()),
        numbers=numbers,
        calendar=read_calendar(data["time"], language),
        activities=tuple(_read_activity(row) for row in data["activities"]),
        grammar=read_grammar(data["grammar"]),
        spoken=tuple((re.compile(pattern), said) for pattern, said in data.get("spoken", ())),
        past=tuple((re.compile(pattern), said) for pattern, said in data.get("past", ())),
        results=tuple((re.compile(deed), re.compile(state)) for deed, state in data.get("results", ())),
        practices=tuple(
            KnownPractice(
                name=each.name,
                of=each.of,
                named=Vocabulary(each.named.get(language, ())),
                acts=tuple(acts_of(each, language)),
            )
            for each in practices().values()
        ),
    )


def _read_activity(row: Mapping[str, Any]) -> Activity:
    return Activity(
        kind=row["kind"],
        verbs=Vocabulary(row["verbs"]),
        light=Vocabulary(row.get("light", ())),
        of=row.get("of", ""),
        words=Vocabulary(row["words"]),
        emoji=row["emoji"],
        steps=tuple(row["steps"]),
        things=Vocabulary(row.get("things", ())),
        states=tuple(map(str, row.get("states", ()))),
    )


@lru_cache(maxsize=_CACHED)
def _has(words: Vocabulary, text: str) -> bool:
    return words.occurs(text)


@lru_cache(maxsize=_CACHED)
def _occurs(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text) is not None


@lru_cache(maxsize=1_024)
def _voices(pack: Pack, traits: tuple[str, ...], register: str) -> frozenset[str]:
    said, character = register[:200], " ".join(trait[:80] for trait in traits[:12])
    heard = {voice: 2 * words.count(said) + words.count(character) for voice, words in pack.voices.items()}
    loudest = sorted((voice for voice in heard if heard[voice]), key=lambda voice: -heard[voice])
    return frozenset(loudest[:MOST_VOICES])


@lru_cache(maxsize=8_192)
def _activity(pack: Pack, text: str) -> Activity:
    scores = [_shown(activity, text, pack) for activity in pack.activities]
    best = max(scores)
    return pack.activities[scores.index(best)] if best else _of_no_known_words(text, pack)


def _of_no_known_words(text: str, pack: Pack) -> Activity:
    """Return what an activity is of which no word is known: the giving of something, or quiet hours."""
    giving = next((activity for activity in pack.activities if activity.of), pack.activities[-1])
    return giving if pack.phrases.read("host", text) else pack.activities[-1]


def _shown(activity: Activity, text: str, pack: Pack) -> float:
    """Return how much a text speaks of an activity: by the word it begins with most of all."""
    begins = _begins(activity.verbs, text) or (
        _begins(activity.light, text) and _has_object(activity, text, pack)
    )
    return (2.5 if begins else 0.0) + activity.words.count(text)


def _has_object(activity: Activity, text: str, pack: Pack) -> bool:
    """Return whether a text names what an activity with a light verb is done with: a party is given, a lesson
    too, but corn to the geese is neither.
    """
    sorts = (practice.named for practice in pack.practices if activity.of and practice.of == activity.of)
    return activity.words.occurs(text) or any(named.occurs(text) for named in sorts)


def _begins(verbs: Vocabulary, text: str) -> bool:
    first = words_of(text)[:1]
    if first and (first[0] in verbs.spaced or base_form(first[0]) in verbs.spaced):
        return True
    return any(text.startswith(word) for word in verbs.unspaced)


@lru_cache(maxsize=8_192)
def _parts(pack: Pack, activity: str) -> tuple[str, ...]:
    cuts = [
        found for found in pack.patterns["part_break"].finditer(activity)
        if any(
            _begins(verbs, activity[found.end() :])
            for kind in pack.activities
            for verbs in (kind.verbs, kind.light)
        )
    ]  # fmt: skip
    starts, ends = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), len(activity)]
    return tuple(activity[start:end] for start, end in zip(starts, ends, strict=True))
