"""Find distorted details: hours, days, places and numbers that a telling changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.clock import DAY
from engine.cognition.thinker import Town
from engine.insight.news.spread import Distortion
from engine.language.times.numbers import Numbers
from engine.language.times.read_times import read_times
from engine.language.times.rules import rules_of
from engine.language.unspaced import has_unspaced
from engine.records import Path

Kind = Literal["hour", "day", "place", "number"]

_SENTENCE = re.compile(r"[^.!?…。！？]+[.!?…。！？]*[”\"』」’']*\s*")
_BRIEF = 40  # letters, of a sentence that hardly says a thing without the one after it
_SAID_APART = r"(?<!\w)(?:\d+|{word})(?!\w)"
_SAID_ANYWHERE = (
    r"\d+|(?:{word}){{2,}}"  # where no spaces are written, a single numeral may be part of a word
)


@dataclass(frozen=True, slots=True)
class _Detail:
    """A detail of a text: its kind, its meaning whatever the words, and its words."""

    kind: Kind
    means: int | str
    said: str

    def is_in(self, some: Sequence[_Detail]) -> bool:
        return any(self.kind == one.kind and self.means == one.means for one in some)


def passage(text: str, told: str, terms: Callable[[str], Mapping[str, int]]) -> str:
    """Return the sentences of a line that say what is told.

    These are the sentence that shares the most words with it, and those after it that share half as many, or
    that a short passage needs. All of the line is returned if no sentence shares a word.
    """
    wanted = terms(told).keys()
    parts = [found[0] for found in _SENTENCE.finditer(text)] or [text]
    shared = [len(wanted & terms(part).keys()) for part in parts]
    best = max(shared)
    if best == 0:
        return text.strip()
    first = shared.index(best)
    last = first + 1
    while last < len(parts) and (2 * shared[last] > best or len("".join(parts[first:last])) < _BRIEF):
        last += 1
    return "".join(parts[first:last]).strip()


def distortions(
    told: str, told_at: int, words: str, said_at: int, town: Town, known: Sequence[Path]
) -> tuple[Distortion, ...]:
    """Return the details of a memory made at `told_at` that the words said at `said_at` change or leave out.

    A place that need not be named, since a `known` room of it is meant, is not counted if it is left out.
    """
    had, given = list(_details(told, told_at, town)), list(_details(words, said_at, town))
    known_places = [_Detail("place", room.partition("/")[0], "") for room in known]
    missing = [one for one in had if not one.is_in([*given, *known_places]) and not _goes_without(one, given)]
    spare = [one for one in given if not one.is_in(had)]
    return tuple(_distortion(one, spare) for one in missing)


def _goes_without(one: _Detail, given: Sequence[_Detail]) -> bool:
    """Return whether a day is implied because an hour of that day is given."""
    hours = (other.means for other in given if other.kind == "hour")
    return one.kind == "day" and any(isinstance(hour, int) and hour // DAY == one.means for hour in hours)


def _distortion(missing: _Detail, spare: list[_Detail]) -> Distortion:
    """Return a detail that was changed into another of its kind, or left out."""
    other = next((one for one in spare if one.kind == missing.kind), None)
    if other is None:
        return Distortion(was=missing.said)
    spare.remove(other)
    return Distortion(was=missing.said, now=other.said)


def _details(text: str, now: int, town: Town) -> Iterator[_Detail]:
    """Yield the details of a text as it is read at a minute."""
    scenario, rest = town.scenario, text
    for time in read_times(text, scenario.language, now, scenario.starts):
        said = text[time.start : time.end]
        rest = rest.replace(said, " ", 1)
        if time.first is not None and time.exact == "clock":
            yield _Detail("hour", time.first, said)
        elif time.first is not None and time.says_day and time.exact == "day":
            yield _Detail("day", time.first // DAY, said)
    for place in town.world.named(text):
        yield _Detail("place", place.name, place.name)
    yield from _numbers(rest.lower(), rules_of(scenario.language).numbers)


def _numbers(text: str, numbers: Numbers) -> Iterator[_Detail]:
    pattern = _SAID_ANYWHERE if has_unspaced(text) else _SAID_APART
    for found in re.finditer(pattern.format(word=numbers.word), text):
        value = numbers.value(found[0])
        if value is not None and value > 1:  # "one" is as often no number
            yield _Detail("number", value, found[0])
