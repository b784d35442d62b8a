"""A language pack: every word that the rehearsal model says or recognises, read from data files.

In a town whose language has no pack, the English phrases are used around its own names, activities and
memories. This is a visible stop-gap; another language is one more folder beside `en`, without any code.
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
from engine.rehearsal.language.address import Addressing, read_addressing
from engine.rehearsal.language.phrases import Phrasebook, read_frame
from engine.rehearsal.language.practising import KnownAct, acts_of, frames_of_practices
from engine.rehearsal.language.tables import Grammar, read_grammar
from engine.rehearsal.language.text import words_of
from engine.rehearsal.language.when import Calendar, read_calendar

MOST_VOICES = 2
_CACHED = 65_536


class Vocabulary:
    """A list of words, matched as whole words or, in scripts without spaces, anywhere."""

    def __init__(self, words: Iterable[str]) -> None:
        listed = [str(word).lower() for word in words]
        self.spaced = frozenset(word for word in listed if not has_unspaced(word))
        self.unspaced = tuple(word for word in listed if has_unspaced(word))

    def __contains__(self, word: str) -> bool:
        return word.lower() in self.spaced or word in self.unspaced

    def count(self, text: str) -> int:
        """Count the different words of the list that occur in a text."""
        found = len(self.spaced.intersection(words_of(text))) if self.spaced else 0
        return found + sum(1 for word in self.unspaced if word in text)

    def occurs(self, text: str) -> bool:
        """Look for any of the words in a text."""
        if self.spaced and not self.spaced.isdisjoint(words_of(text)):
            return True
        return any(word in text for word in self.unspaced)


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """A kind of activity: the words that show it, its emoji, its steps, the things it uses and their states.

    `verbs` show it at the beginning of a text. `light` verbs do so only with an object that is one of its
    `words` or, if people take part in a practice by it (`of`), one of the words that this practice is named
    by.
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
    """A practice in one language: the words it is named by, and its acts."""

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
    addressing: Addressing
    spoken: tuple[tuple[re.Pattern[str], str], ...]
    past: tuple[tuple[re.Pattern[str], str], ...]
    results: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    practices: tuple[KnownPractice, ...]

    @cached_property
    def by_the_way(self) -> frozenset[str]:
        """Return activities that are only steps of others, and not worth telling."""
        steps = (step for activity in self.activities for step in activity.steps if "{" not in step)
        acts = (step for known in self.acts.values() for step in known.does)
        return frozenset((*steps, *acts))

    @cached_property
    def acts(self) -> Mapping[str, KnownAct]:
        """Return the acts of all practices, by the frame of what is said with each."""
        return {known.frame: known for practice in self.practices for known in practice.acts}

    def acts_at(self, of: str, what: str) -> tuple[KnownAct, ...]:
        """Return the acts of a practice, those of its special sorts that match `what` first."""
        sorts = [each for each in self.practices if each.of == of and each.named.occurs(what)]
        plain = [each for each in self.practices if each.name == of]
        return tuple(known for practice in (*sorts, *plain) for known in practice.acts)

    def say(self, draw: Random, frame: str, /, voices: frozenset[str] = frozenset(), **values: str) -> str:
        """Return a random phrase of a frame with its gaps filled, or an empty string if none can be."""
        return self.phrases.say(draw, frame, voices, **values)

    def word(self, frame: str) -> str:
        """Return the only phrase of a frame."""
        return self.phrases.of(frame)[0].text

    def has(self, name: str, text: str) -> bool:
        """Look in a text for a word of the list `name`."""
        return _has(self.words[name], text)

    def finds(self, pattern: str, text: str) -> bool:
        """Look in a text for a pattern of the pack."""
        return _occurs(self.patterns[pattern], text)

    def alarms(self, text: str) -> bool:
        """Look in a text for danger; a fire that somebody tends does not count."""
        return self.has("alarm", self.patterns["tended"].sub(" ", text))

    def voices_of(self, persona: Persona) -> frozenset[str]:
        """Return the voices in which a persona speaks, by its traits and register."""
        return _voices(self, persona.traits, persona.register)

    def activity(self, text: str) -> Activity:
        """Return the kind of activity that a text speaks of, or the pack's last kind if no words match."""
        return _activity(self, text)

    def parts(self, activity: str) -> tuple[str, ...]:
        """Split an activity into its parts: `open the café and serve lunch` has two."""
        return _parts(self, activity)

    def listed(self, names: Iterable[str]) -> str:
        """Join names into a list: `A`, `A and B`, `A, B and C`."""
        row = list(names)
        if len(row) < 2:
            return "".join(row)
        return self.grammar.comma.join(row[:-1]) + self.word("and") + row[-1]

    def listed_deeds(self, deeds: Iterable[str]) -> str:
        """Join deeds into a list, each once, with clearer breaks if one of them is a list itself."""
        row = list(dict.fromkeys(deeds))
        joints = (self.word("and"), self.grammar.comma)
        several = len(row) > 1 and any(joint in deed for deed in row for joint in joints)
        return self.word("item_break").join(row) if several else self.listed(row)

    def joined(self, parts: Iterable[str]) -> str:
        """Join sentences, leaving out empty ones."""
        return self.grammar.joiner.join(part for part in parts if part)


class _Packs(Mapping[str, Pack]):
    """The language packs of a folder, by language.

    Each language has a folder; its subfolder `rehearsal` has the pack. A pack is read when first needed,
    since a town speaks one language.
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
    """Return the packs that come with the model. They are cached, since they never change."""
    return read_packs(PACKS)


def read_packs(folder: Path) -> Mapping[str, Pack]:
    """Return all language packs of a folder, by language."""
    return _Packs(folder)


def pack_for(packs: Mapping[str, Pack], language: str) -> Pack:
    """Return the pack of a language (`en` for `en-GB`), or the English one if there is none."""
    return packs.get(language) or packs.get(base(language)) or packs[FALLBACK]


def read_pack(language: str, folder: Path) -> Pack:
    """Read a language pack, merging the keys of all its files."""
    data: dict[str, Any] = {}
    for file in sorted(folder.glob("*.yaml")):
        for key, value in load_words(file).items():
            if isinstance(value, dict):
                data.setdefault(key, {}).update(value)
            else:
                data[key] = value
    frames = {name: read_frame(name, rows) for name, rows in data["phrases"].items()}
    frames.update(frames_of_practices(language))
    numbers = tuple(map(str, data["numbers"]))
    counts = "|".join(sorted(map(re.escape, numbers), key=len, reverse=True))
    return Pack(
        language=language,
        phrases=Phrasebook(frames, data["least_anchor"], data["gaps"]),
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
        addressing=read_addressing(data.get("address", {})),
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
    """Return the activity for a text without known words: giving an occasion, or the last of the pack."""
    giving = next((activity for activity in pack.activities if activity.of), pack.activities[-1])
    return giving if pack.phrases.read("host", text) else pack.activities[-1]


def _shown(activity: Activity, text: str, pack: Pack) -> float:
    """Return a score for an activity in a text; the first word of the text counts most."""
    begins = _begins(activity.verbs, text) or (
        _begins(activity.light, text) and _has_object(activity, text, pack)
    )
    return (2.5 if begins else 0.0) + activity.words.count(text)


def _has_object(activity: Activity, text: str, pack: Pack) -> bool:
    """Look in a text for an object that goes with an activity's light verb.

    A party is given, and so is a lesson; giving corn to the geese is neither.
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
