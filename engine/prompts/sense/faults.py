"""Find the parts of an answer that make no sense, each with its position and the fault in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import cast

from engine.prompts.forms import Cites, Form, Meant, tag
from engine.prompts.marked import Part, Where, marked
from engine.prompts.sense.emoji import is_emoji
from engine.prompts.sense.spoken_of import SpokenOf, bare
from engine.prompts.shown import numbers

_CLOCK = re.compile(
    r"\d{1,2}\s*(?:[:.h时点]\s*\d{0,2})?\s*(?:[ap]\.?m\.?)?|d(?:ay)?\s*\d+.{0,8}", re.IGNORECASE
)
_OF_THE_LISTS = re.compile(
    r"\bd\d{1,4} \d\d:\d\d\b|\([+-]\d\.\d\)|\[[mas]\d{1,3}\]|\$[a-z_]{3,}|<\||\bURGENT\b|\(none\)"
    r"|\(\d+ min\b|[{}]|\"\s*:|\\[nu\"]"
    r"|\b[a-z]+_[a-z_]+\b|^\s*(?:[-*#>]|\d{1,2}[.)])\s|```|</?[a-z]+>|(?<!\w)[mas]\d{1,3}(?!\w)|[:：]\s*$"
)
_OF_MACHINES = re.compile(r"https?://|\bwww\.|\w@\w|\w\([^\s()]*\)|[=<>|^]|\\(?=\w)")
_MARKED_UP = "*"
_LABEL = re.compile(r"^\s*([^:：\n.!?。！？]{1,60})[:：](?!\d)")
_LABELLED = 4  # words before a colon, at most: more are a sentence
_IN_NUMBERS = re.compile(r"\d[.:]\d|/")
_THRICE = re.compile(r"(?<!\w)(\w+)(?:\W+\1(?!\w)){2,}", re.IGNORECASE)
_SHOWN = 60  # letters of what is wrong
_COPY = 4  # words, or twice as many signs: fewer may be said by two
_SPEAKER = re.compile(r"^\s*[^:：\n]{1,40}[:：]\s*\S", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fault:
    """A part of an answer that makes no sense: its position, and the fault in words."""

    where: Where
    words: str

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.where))}: {self.words}"


def faults(about: SpokenOf, answer: Form) -> tuple[Fault, ...]:
    """Return all faults of an answer that fits its form; empty if it can be used."""
    found = [Fault(part.where, words) for part in marked(answer) if (words := _fault(part, about))]
    found += [Fault(where, words) for where, words in about.prompt.nonsense(answer)]
    return tuple(found)


def _fault(part: Part, about: SpokenOf) -> str:
    if isinstance(part.mark, Cites):
        return _uncited(part.value, part.mark, about)
    text = cast(str, part.value)
    if not text:
        return ""
    if not text.strip():
        return "is empty"
    words = _CHECKS[part.mark](text, part, about)
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return f"{shown!r} {words}" if words else ""


def _uncited(number: int, mark: Cites, about: SpokenOf) -> str:
    listed = numbers(about.prompt, mark.field)
    return "" if not number or number in listed else f"{tag(mark.field, number)} is not in the list"


def _activity(text: str, part: Part, about: SpokenOf) -> str:
    sense = about.sense
    if _CLOCK.fullmatch(text.strip()) or sum(map(str.isdigit, text)) > sum(map(str.isalpha, text)):
        return "is a number, not what somebody does"
    if sense is not None and sense.is_no_activity(text):
        return "is not what somebody does"
    if about.is_mere_name(text):
        return "is a name, not what somebody does"
    label = _LABEL.match(text)
    if label and len(label[1].split()) <= _LABELLED:
        return "has a label"
    if about.is_field(text) or _THRICE.search(text):
        return "is not what somebody does"
    return (
        _prompted(text, about)
        or _of_machines(text)
        or _marked_up(text)
        or _copied(text, about.transcript)
        or _strange(text, about)
    )


def _state(text: str, part: Part, about: SpokenOf) -> str:
    thing = about.things.get(getattr(part.beside, "thing", ""))
    if thing is None:
        return "is the state of no object: name the object too, or leave it out"
    if text in (thing.state, *thing.states):
        return ""
    of = f"; the {thing.path.rpartition('/')[2]} can be {' / '.join(thing.states)}" if thing.states else ""
    if bare(text) in map(bare, thing.states):
        return f"is to be said as listed{of}"
    words = _own_state(text, part, thing.states, about)
    return f"{words}{of}" if words else ""


def _own_state(text: str, part: Part, states: tuple[str, ...], about: SpokenOf) -> str:
    sense = about.sense
    known = _prompted(text, about) or _of_machines(text) or _strange(text, about)
    if _IN_NUMBERS.search(text) or _THRICE.search(text):
        return "is no state of an object"
    if known or sense is None:
        return known
    nearby = " ".join([str(getattr(part.beside, "activity", "")), *states])
    stems = frozenset(map(sense.stem, sense.words(nearby))) - sense.told.common
    capital = any(word[:1].isupper() for word in text.split()[1:])
    return "" if sense.is_state(text, stems) and not capital else "is no state of an object"


def _emoji(text: str, part: Part, about: SpokenOf) -> str:
    return "" if is_emoji(text) else "is not one emoji"


def _said(text: str, part: Part, about: SpokenOf) -> str:
    return _scripted(text, about) or _meaningful(text, about, whole=True)


def _told(text: str, part: Part, about: SpokenOf) -> str:
    sense = about.sense
    untold = sense is not None and (sense.is_untold(text) or len(sense.words(text)) == 1)
    if untold or about.is_mere_name(text):
        return "tells nothing"
    return _marked_up(text) or _meaningful(text, about, whole=True)


def _clause(text: str, part: Part, about: SpokenOf) -> str:
    return _meaningful(text, about)


def _meaningful(text: str, about: SpokenOf, *, whole: bool = False) -> str:
    return (
        _prompted(text, about)
        or _of_machines(text)
        or _copied(text, about.lines)
        or _strange(text, about, whole=whole)
    )


def _prompted(text: str, about: SpokenOf) -> str:
    """Return the fault that a text is taken from the prompt, or about it; else an empty text."""
    sense = about.sense
    if sense is not None and sense.is_empty(text):
        return "says nothing"
    if about.repeats_the_question(text) or (sense is not None and sense.speaks_of_the_prompt(text)):
        return "only repeats the question"
    label = _LABEL.match(text)
    if label and about.labels(label[1]):
        return "has a label of the question"
    return "is copied from a list of the prompt" if _OF_THE_LISTS.search(text) else ""


def _of_machines(text: str) -> str:
    return "is in signs that nobody says" if _OF_MACHINES.search(text) else ""


def _marked_up(text: str) -> str:
    return "is marked up" if _MARKED_UP in text else ""


def _copied(text: str, said: Collection[str]) -> str:
    """Return the fault that a text was said already; else an empty text."""
    plain = bare(text)
    is_long = len(plain.split()) >= _COPY or (len(plain) >= _COPY * 2 and not plain.isascii())
    return "was said already" if is_long and plain in said else ""


def _scripted(text: str, about: SpokenOf) -> str:
    """Return the fault that a line is several, with the names of their speakers; else an empty text."""
    speakers = (bare(found[0].split(":")[0].split("：")[0]) for found in _SPEAKER.finditer(text))
    return "says lines of a script, not one line" if any(each in about.people for each in speakers) else ""


def _strange(text: str, about: SpokenOf, *, whole: bool = False) -> str:
    return (
        about.sense.nonsense(text, about.known, whole=whole) if about.sense is not None else _wordless(text)
    )


def _wordless(text: str) -> str:
    return "" if any(map(str.isalpha, text)) else "has no words"


_CHECKS: Mapping[Meant, Callable[[str, Part, SpokenOf], str]] = {
    Meant.ACTIVITY: _activity,
    Meant.STATE: _state,
    Meant.EMOJI: _emoji,
    Meant.SAID: _said,
    Meant.TOLD: _told,
    Meant.CLAUSE: _clause,
}
