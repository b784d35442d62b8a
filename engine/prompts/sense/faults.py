"""Faults: what in an answer makes no sense, each with where it stands and what is wrong with it in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from engine.prompts.forms import Cites, Form, Meant, tag
from engine.prompts.marked import Part, Where, marked
from engine.prompts.prompt import Prompt
from engine.prompts.sense.emoji import is_emoji
from engine.prompts.sense.spoken_of import SpokenOf, bare
from engine.prompts.shown import numbers

_CLOCK = re.compile(
    r"\d{1,2}\s*(?:[:.h时点]\s*\d{0,2})?\s*(?:[ap]\.?m\.?)?|d(?:ay)?\s*\d+.{0,8}", re.IGNORECASE
)
_OF_THE_LISTS = re.compile(
    r"\bd\d{1,4} \d\d:\d\d\b|\([+-]\d\.\d\)|\[[mas]\d{1,3}\]|\$[a-z_]{3,}|<\||\bURGENT\b|\(none\)"
    r"|\(\d+ min\b|[{}]|\"\s*:|\\[nu\"]"
    r"|\b[a-z]+_[a-z_]+\b|^\s*(?:[-*#>]|\d{1,2}[.)])\s|```|</?[a-z]+>"
)
_SHOWN = 60  # letters of what is wrong
_COPY = 4  # words, or twice as many signs: fewer may be said by two
_SPEAKER = re.compile(r"^\s*[^:：\n]{1,40}[:：]\s*\S", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fault:
    """What makes no sense in an answer: where, and what is wrong with it."""

    where: Where
    words: str

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.where))}: {self.words}"


def faults(prompt: Prompt[Any], answer: Form) -> tuple[Fault, ...]:
    """Return all that makes no sense in an answer that fits its form; nothing when it can count."""
    about = SpokenOf(prompt)
    found = [Fault(part.where, words) for part in marked(answer) if (words := _fault(part, about))]
    found += [Fault(where, words) for where, words in prompt.nonsense(answer)]
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
    return _prompted(text, about) or _copied(text, about) or _strange(text, about)


def _state(text: str, part: Part, about: SpokenOf) -> str:
    thing = about.things.get(getattr(part.beside, "thing", ""))
    if thing is None:
        return "is the state of no object: name the object too, or leave it out"
    if text in (thing.state, *thing.states):
        return ""
    of = f"; the {thing.path.rpartition('/')[2]} can be {' / '.join(thing.states)}" if thing.states else ""
    words = _own_state(text, part, thing.states, about)
    return f"{words}{of}" if words else ""


def _own_state(text: str, part: Part, states: tuple[str, ...], about: SpokenOf) -> str:
    sense = about.sense
    known = _prompted(text, about) or _strange(text, about)
    if known or sense is None:
        return known
    nearby = " ".join([str(getattr(part.beside, "activity", "")), *states])
    stems = frozenset(map(sense.stem, sense.words(nearby))) - sense.told.common
    capital = any(word[:1].isupper() for word in text.split()[1:])
    return "" if sense.is_state(text, stems) and not capital else "is no state of an object"


def _emoji(text: str, part: Part, about: SpokenOf) -> str:
    return "" if is_emoji(text) else "is not one emoji"


def _said(text: str, part: Part, about: SpokenOf) -> str:
    return _scripted(text, about) or _told(text, part, about)


def _told(text: str, part: Part, about: SpokenOf) -> str:
    return _prompted(text, about) or _copied(text, about) or _strange(text, about, whole=True)


def _clause(text: str, part: Part, about: SpokenOf) -> str:
    return _prompted(text, about) or _copied(text, about) or _strange(text, about)


def _prompted(text: str, about: SpokenOf) -> str:
    """Return that a text is taken from the prompt, or about it."""
    sense = about.sense
    if sense is not None and sense.is_empty(text):
        return "says nothing"
    if about.repeats_the_question(text) or (sense is not None and sense.speaks_of_the_prompt(text)):
        return "only repeats the question"
    return "is copied from a list of the prompt" if _OF_THE_LISTS.search(text) else ""


def _copied(text: str, about: SpokenOf) -> str:
    """Return that a text is a line that was said already."""
    plain = bare(text)
    is_long = len(plain.split()) >= _COPY or (len(plain) >= _COPY * 2 and not plain.isascii())
    return "was said already" if is_long and plain in about.lines else ""


def _scripted(text: str, about: SpokenOf) -> str:
    """Return that a line is several, with the names of who says them."""
    names = {
        part.lower() for name in about.prompt.names.values() for part in (name.full, name.called) if part
    }
    names |= {about.prompt.persona.name.lower()}
    speakers = (found[0].split(":")[0].split("：")[0].strip().lower() for found in _SPEAKER.finditer(text))
    return "says lines of a script, not one line" if any(each in names for each in speakers) else ""


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
