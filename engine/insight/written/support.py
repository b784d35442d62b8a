"""Support: whether the rows that a written sentence cites say the same, as far as rules can tell.

Rules do not understand a sentence. They check that every person, place, object, time, number and quoted word
in it is in what it cites; that whoever is said to have told or heard something did; that it denies nothing
that is affirmed there, or the reverse; that it claims of all only what holds for all, and of the past only
what has happened; that hardly a word of it is new, and that it presents speech as speech; and that its
subject is the same. Losing a true sentence costs less than showing a false one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from engine.clock import DAY
from engine.cognition.thinker import Town
from engine.insight.written.bounds import ahead, of_all
from engine.insight.written.clippings import Clipping
from engine.insight.written.held import Held, Reader, joined, plain
from engine.insight.written.left_out import Fault, Why
from engine.insight.written.subject import subject
from engine.language.sense import sense_of
from engine.language.times.time_reading import TimeReading
from engine.language.unspaced import count_words, has_unspaced
from engine.prompts.forms import Form, Meant
from engine.prompts.questions import WritePaper
from engine.prompts.sense import SpokenOf, faults
from engine.records import AgentId

_HALF_QUOTED = re.compile(r"[“”\"「」『』«»]")
_SIGNS = re.compile(
    r"[<>`*_#|\[\]{}\\^~=$]|https?:|www\.|javascript:|[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]", re.I
)
_CAPITAL = re.compile(r"(?<![\w’'-])[A-ZÀ-Þ][\w’'-]+")
_BEGINS = re.compile(r"(?:^|[.!?:;…]\s+)$")
_ENDS = " .,;:!?…。，；：！？、'"
_MORE = 4  # words that say something, for every so many of which one may be new
_NEARLY = 30  # minutes that "around nine" may be off, and that an evening may begin sooner or end later
_LEAST_QUOTED = 2  # letters
_NEAR = 12  # letters before a word of telling in which it may be denied
_BRIEF = 4  # words beside a quotation


class _Sentence(Form):
    """A sentence for the check of sense, marked as told of an agent."""

    text: Annotated[str, Meant.TOLD]


@dataclass(frozen=True)
class Support:
    """Checks whether sentences about a day say no more than what they cite."""

    town: Town
    day: int
    asked: WritePaper

    def fault(self, text: str, about: AgentId, cited: Sequence[Clipping]) -> Fault | None:
        """Return the fault of a sentence about an agent (or nobody); None if what it cites supports it."""
        if not cited:
            return "cites", ""
        if (sign := _SIGNS.search(text)) is not None:
            return "signs", sign[0]
        held = Held(self._reader, text, about, cited)
        is_brief = held.quotes and count_words(held.outside) <= _BRIEF  # `“…”, said Nell.`
        if not is_brief and faults(self._spoken_of, _Sentence(text=held.outside)):
            return "sense", ""
        return next((found for check in _CHECKS if (found := check(held)) is not None), None)

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.town, self.day)

    @cached_property
    def _spoken_of(self) -> SpokenOf:
        return SpokenOf(self.asked)


# ---- who said what


def _quote(held: Held) -> Fault | None:
    """Check that every quote is from what is cited, and that its speaker is named."""
    if _HALF_QUOTED.search(held.outside.replace("“”", "")):
        return "quote", held.text
    for quoted in held.quotes:
        words = plain(quoted).strip(_ENDS)
        if len(words) < _LEAST_QUOTED or words not in held.evidence:
            return "quote", quoted
        whose = {
            one for each in held.cited for says in each.says if words in plain(says) for one in each.spoke
        }
        if whose and not whose & set(held.people):
            return "speaker", quoted
    return None


def _person(held: Held) -> Fault | None:
    names = held.reader.town.cast.names
    strange = [names[agent] for agent in held.people if agent not in held.known]
    return ("person", joined(strange)) if strange else None


def _stranger(held: Held) -> Fault | None:
    """Check that every word written as a name is a name of the town, or is in what is cited."""
    reader, sense = held.reader, sense_of(held.reader.language)
    plainly = reader.without_numbers(reader.without_names(held.timeless))
    for found in _CAPITAL.finditer(held.timeless):
        word = found[0].removesuffix("'s").removesuffix("’s")
        if plainly[found.start() : found.start() + len(word)].strip() == "" or plain(word) in held.evidence:
            continue
        first = _BEGINS.search(held.timeless[: found.start()]) is not None
        stem = reader.stems(word)
        ordinary = sense is None or {*stem} <= {*reader.common, *reader.stems(" ".join(sense.told.words))}
        if not (first and ordinary) and plain(word) not in plain(reader.town.scenario.town):
            return "stranger", word
    return None


def _telling(held: Held) -> Fault | None:
    """Check that whoever is said to have told something spoke, and whoever is said to have heard it heard."""
    names, text = held.reader.town.cast.names, held.outside
    by: Mapping[Why, set[AgentId]] = {
        "telling": _tellers(held),
        "hearing": {one for each in held.cited for one in each.heard},
        "thinking": {one for each in held.cited for one in each.thought},
    }
    for found in held.reader.words.tells.finditer(text.lower()):
        before = text[: found.start()]
        subjects = held.reader.named(before) or ([held.about] if held.about else [])
        behind = _from_whom(held, text, found.end())
        sources = {*held.reader.sources(before), *behind} if found["heard"] else set()
        if sources and not by["telling"] & sources:
            return "telling", joined(names[one] for one in sources)
        why: Why = "hearing" if found["heard"] else "thinking" if found["thought"] else "telling"
        if subjects and not {*subjects} & by[why]:
            return why, joined(names[one] for one in subjects)
    return None


def _tellers(held: Held) -> set[AgentId]:
    """Return the agents who spoke in what is cited, or are said there to have told something."""
    found = {one for each in held.cited for one in each.spoke}
    for says in (says for each in held.cited if not each.spoke for says in each.says):
        for match in held.reader.words.tells.finditer(says.lower()):
            before = says[: match.start()]
            if match["thought"] or held.reader.words.denies.search(before[-_NEAR:].lower()):
                continue
            if match["heard"]:
                found.update(held.reader.sources(before), _from_whom(held, says, match.end()))
            else:
                found.update(held.reader.named(before))
    return found


def _from_whom(held: Held, text: str, began: int) -> Sequence[AgentId]:
    """Return the agents from whom it was heard, if they are named right behind; else an empty sequence."""
    behind = held.reader.words.from_whom.match(text.lower(), began)
    return held.reader.first_named(text, behind.end()) if behind else ()


def _is_a_letter(name: str) -> bool:
    """Return whether a name is one character of a script without spaces, which other words contain too."""
    return len(name) < 2 and has_unspaced(name)


# ---- where, when, how many


def _place(held: Held) -> Fault | None:
    reader, world = held.reader, held.reader.town.world
    there = {place.name for place in world.named("\n".join(held.says))}
    strange = [place.name for place in world.named(held.outside) if place.name not in there]
    inside = reader.insides.findall(reader.without_names(held.outside))
    strange += [one for one in inside if one not in held.evidence and not _is_a_letter(one)]
    return ("place", joined(strange)) if strange else None


def _time(held: Held) -> Fault | None:
    for one in held.times:
        said = held.outside[one.start : one.end]
        if plain(said) not in held.evidence and not _is_then(held, one):
            return "time", said
    return None


def _is_then(held: Held, one: TimeReading) -> bool:
    """Return whether a time agrees with those that are cited."""
    if one.kind == "lasts":
        return one.lasts in {other.lasts for other in held.said_when if other.kind == "lasts"}
    if one.days is None or (one.says_day and not held.days.issuperset(one.days)):
        return False
    if one.clocks is None:
        return True
    if one.says_day and one.exact == "clock" and not one.about:
        return one.first in held.moments
    first, last = one.clocks
    edge = _NEARLY if one.about or one.exact != "clock" else 0
    if one.exact != "clock":
        return any(first - edge <= minute % DAY <= last + edge for minute in _clocks(held))
    wanted = {first, last} if one.kind == "window" else {first}
    return all(any(abs(each % DAY - minute % DAY) <= edge for minute in _clocks(held)) for each in wanted)


def _clocks(held: Held) -> set[int]:
    """Return the times of day that are cited, in minutes."""
    told = (clock for one in held.said_when if one.clocks and one.exact == "clock" for clock in one.clocks)
    return {*held.minutes, *told}


def _number(held: Held) -> Fault | None:
    told = held.reader.town.cast.mentioned("\n".join(one.text for one in held.cited))
    known = held.counted | {len(held.people), len({*told} - {*held.people})}
    strange = [said for value, said in held.reader.numbers(held.timeless).items() if value not in known]
    return ("number", joined(strange)) if strange else None


# ---- what is said of it


def _denies(held: Held) -> Fault | None:
    """Check negation: a sentence denies only what is denied in what it cites, and the reverse.

    Grave words must be in what it cites.
    """
    words, said = held.reader.words, plain(held.outside)
    grave = {one for one in words.grave.findall(said) if one not in held.evidence}
    if grave:
        return "words", joined(sorted(grave))
    denied = [words.denies.search(plain(told)) is not None for told in held.told]
    denies, excepts = set(words.denies.findall(said)), set(words.excepting_words.findall(said))
    if not denies | excepts:
        is_left_out = any(_is_excepted(held, agent) for agent in held.people)
        return ("denies", "") if is_left_out or (all(denied) and not held.is_told_as_said) else None
    if not denies - excepts:  # "everybody but Odile"
        return (
            None
            if words.denies.search(held.evidence) or words.excepting_words.search(held.evidence)
            else ("denies", "")
        )
    return None if any(denied) or words.denies.search(held.evidence) else ("denies", "")


def _is_excepted(held: Held, agent: AgentId) -> bool:
    """Return whether an agent is named in what is cited only as an exception."""
    excepts, reader = held.reader.words.excepts, held.reader
    places = [(text.lower(), start) for text in held.frames for start in reader.places_of(text, agent)]
    return bool(places) and all(excepts.search(text[:start]) is not None for text, start in places)


def _words(held: Held) -> Fault | None:
    """Check that of the meaningful words hardly one is new."""
    reader = held.reader
    text = reader.without_numbers(reader.without_names(held.timeless))
    said, new = (_unspaced if has_unspaced(text) else _spaced)(held, text)
    if not said and not held.people and not held.quotes:
        return "sense", ""  # "including this"
    return ("words", joined(new)) if len(new) > len(said) // _MORE else None


def _spaced(held: Held, text: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the meaningful words of a text, and those of them that are new."""
    reader = held.reader
    known = {*reader.stems(held.bearing)}
    words = [word for word in re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", text) if len(word) > 1]
    said = [word for word in words if not {*reader.stems(word)} <= reader.common]
    return said, [word for word in said if not {*reader.stems(word)} <= known | reader.common]


def _unspaced(held: Held, text: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the meaningful characters of a text without spaces, and those of them that are new.

    A character is new if it forms no known pair with a neighbour.
    """
    neutral = held.reader.words.longest_first
    bare = neutral.sub(lambda word: "\n" * len(word[0]), text)
    known = f"{held.bearing}\n{neutral.sub('', held.bearing)}"
    said = [at for at, letter in enumerate(bare) if letter.isalnum()]
    new = [
        at
        for at in said
        if not any(two in known for two in (text[max(0, at - 1) : at + 1], text[at : at + 2]))
    ]
    return [text[at] for at in said], [text[at] for at in new]


_CHECKS: Sequence[Callable[[Held], Fault | None]] = (
    _quote, _person, _stranger, _place, _time, _number, _telling, _denies, of_all, ahead, _words, subject,
)  # fmt: skip
