"""Find the parts of an answer that make no sense, each with its position and the fault in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import cast

from engine.language.unspaced import has_unspaced
from engine.prompts.forms import Cites, Form, Meant, tag
from engine.prompts.marked import Mark, Part, Where, marked
from engine.prompts.questions import KeepDiary
from engine.prompts.sense.emoji import is_emoji
from engine.prompts.sense.matter import bare
from engine.prompts.sense.spoken_of import SpokenOf
from engine.prompts.shown import numbers

_CLOCK = re.compile(
    r"\d{1,2}\s*(?:[:.h时点]\s*\d{0,2})?\s*(?:[ap]\.?m\.?)?|d(?:ay)?\s*\d+.{0,8}", re.IGNORECASE
)
_OF_THE_LISTS = re.compile(
    r"\bd(?:ay )?\d{1,4},? \d\d:\d\d\b|\([+-]\d\.\d\)|\[[mas]\d{1,3}\]|\$[a-z_]{3,}|<\||\bURGENT\b|\(none\)"
    r"|\(\d+ min\b|[{}]|\"\s*:|\\[nu\"]"
    r"|\b[a-z]+_[a-z_\d]+\b|^\s*(?:[-*#>]|\d{1,2}[.)])\s|```|</?[a-z]+>|(?<!\w)[mas]\d{1,3}(?!\w)|[:：]\s*$"
)
_OF_MACHINES = re.compile(r"[][【】]|https?://|\bwww\.|\w@\w|\w\([^\s()]*\)|[=<>|^]|\\(?=\w)")
_MARKED_UP = "*"
_LABEL = re.compile(r"^\s*([^:：\n.!?。！？]{1,60})[:：](?!\d)")
_IN_NUMBERS = re.compile(r"\d[.:]\d|/")
_THRICE = re.compile(r"(?<!\w)(\w+)(?:\W+\1(?!\w)){2,}", re.IGNORECASE)
_ACTED = re.compile(r"^\s*[(（][^()（）]*[)）]\s*$")
_TALKS = re.compile(r"^\s*[\"“「«][^\"”」»]*[,.!?…，。！？][\"”」»]")
_ASKS = re.compile(r"[?？]|か。?$")
_LITERALS = frozenset({"null", "none", "nil", "nan", "undefined", "string", "true", "false", "n/a", "tbd"})
_SHOWN = 60  # letters of what is wrong
_COPY = 4  # words, or twice as many signs: fewer may be said by two
_AGAIN = 3  # words that one says twice in a talk
_BESIDE = frozenset({"thing", "thing_state"})  # what an activity goes without


@dataclass(frozen=True, slots=True)
class Fault:
    """A part of an answer that makes no sense: its position, and the fault in words.

    A part with a `light` fault is left out at once, where that is possible: nothing is asked again for it.
    `mark` is the meaning of the part, if its form has it.
    """

    where: Where
    words: str
    light: bool = False
    mark: Mark | None = None

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.where))}: {self.words}"


def faults(about: SpokenOf, answer: Form) -> tuple[Fault, ...]:
    """Return all faults of an answer that fits its form; empty if it can be used."""
    at_fault = [
        Fault(part.where, words, light=_is_spare(part), mark=part.mark)
        for part in marked(answer)
        if (words := _fault(part, about))
    ]
    at_fault += [
        Fault(where, words, light=where[-1] in _BESIDE) for where, words in about.prompt.nonsense(answer)
    ]
    return tuple(at_fault)


def _is_spare(part: Part) -> bool:
    """Check whether an answer goes without a part: a remark, a state, an emoji, one tag of several."""
    if part.mark not in _LIGHT and not isinstance(part.mark, Cites):
        return False
    if isinstance(part.where[-1], int):
        return True
    return not type(part.beside).model_fields[part.where[-1]].is_required()


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
    if _CLOCK.fullmatch(text.strip()) or sum(map(str.isdigit, text)) > _weight(text):
        return "is a number, not what somebody does"
    if about.is_mere_name(text):
        return "is a name, not what somebody does"
    told = (text, about.spoken.disowned(text))
    if about.is_field(text) or _THRICE.search(text) or (sense and any(map(sense.is_no_activity, told))):
        return "is not what somebody does"
    return (
        about.spoken.of_deed(text)
        or _prompted(text, about)
        or _of_machines(text)
        or _marked_up(text)
        or _copied(text, about.transcript)
        or _strange(text, about)
        or _stranger(text, about)
    )


def _weight(text: str) -> int:
    """Return how many letters a text has; a sign that is a word by itself counts as two."""
    return sum(2 if has_unspaced(sign) else 1 for sign in text if sign.isalpha())


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
    if _ACTED.match(text):
        return "is a stage direction, not speech"
    spoken = about.spoken
    person = _in_diary(text, about) if isinstance(about.prompt, KeepDiary) else spoken.of_hearer(text)
    return (
        _scripted(text, about)
        or _copied(text, about.transcript)
        or _copied(text, about.own_lines, least=_AGAIN)
        or ("asks what was asked" if about.asks_what_was_asked(text) else "")
        or _meaningful(text, about, whole=True)
        or spoken.of_oneself(text)
        or person
        or spoken.of_nobody_else(text)
    )


def _in_diary(text: str, about: SpokenOf) -> str:
    return "tells of nothing" if about.tells_of_nothing(text) else about.spoken.in_diary(text)


def _told(text: str, part: Part, about: SpokenOf) -> str:
    sense = about.sense
    untold = sense is not None and (sense.is_untold(text) or len(sense.words(text)) == 1)
    if untold or about.is_mere_name(text):
        return "tells nothing"
    if _TALKS.match(text):
        return "is direct speech, not a description"
    if text.rstrip().endswith(("...", "…")):
        return "is unfinished"
    return _no_sentence(text, about) or about.spoken.of_others(text) or _beside_the_town(text, about)


def _resolved(text: str, part: Part, about: SpokenOf) -> str:
    copied = _copied(text, {bare(str(getattr(about.prompt, "whisper", "")))})
    return copied or _told(text, part, about) or about.spoken.of_another(text)


def _asked(text: str, part: Part, about: SpokenOf) -> str:
    if not _ASKS.search(text):
        return "is not a question"
    return _no_sentence(text, about) or about.spoken.of_reader(text)


def _clause(text: str, part: Part, about: SpokenOf) -> str:
    return "is only a name" if about.is_choice(text) else _meaningful(text, about)


def _meaningful(text: str, about: SpokenOf, *, whole: bool = False) -> str:
    return (
        _prompted(text, about)
        or _of_machines(text)
        or _copied(text, about.lines)
        or _strange(text, about, whole=whole)
        or _stranger(text, about, acting=True)
    )


def _no_sentence(text: str, about: SpokenOf) -> str:
    """Return the fault that a sentence is marked up, means nothing or names a stranger; else ""."""
    return _marked_up(text) or _meaningful(text, about, whole=True) or _stranger(text, about)


def _prompted(text: str, about: SpokenOf) -> str:
    """Return the fault that a text is taken from the prompt, or about it; else an empty text."""
    sense = about.sense
    if text.strip(" .\"'").lower() in _LITERALS or (sense is not None and sense.is_empty(text)):
        return "says nothing"
    if (
        about.sets_a_field(text)
        or about.repeats_the_question(text)
        or (sense is not None and sense.speaks_of_the_prompt(text))
    ):
        return "only repeats the question"
    if about.declines(text):
        return "declines to answer"
    label = _LABEL.match(text)
    if label and about.labels(label[1]):
        return "has a label of the question"
    return "is copied from a list of the prompt" if _OF_THE_LISTS.search(text) else ""


def _of_machines(text: str) -> str:
    return "is in signs that nobody says" if _OF_MACHINES.search(text) else ""


def _marked_up(text: str) -> str:
    return "is marked up" if _MARKED_UP in text else ""


def _copied(text: str, earlier: Collection[str], *, least: int = _COPY) -> str:
    """Return the fault that a text was said already; else an empty text."""
    plain = bare(text)
    is_long = len(plain.split()) >= least or (len(plain) >= least * 2 and not plain.isascii())
    return "was said already" if is_long and plain in earlier else ""


def _scripted(text: str, about: SpokenOf) -> str:
    """Return the fault that a line is several, with the names of their speakers; else an empty text."""
    return "says lines of a script, not one line" if about.spoken.script.search(text) else ""


def _stranger(text: str, about: SpokenOf, *, acting: bool = False) -> str:
    """Return the fault that a text names somebody of whom nothing is known; else an empty text."""
    return "names a person who is not in the town" if about.strangers(text, acting=acting) else ""


def _beside_the_town(text: str, about: SpokenOf) -> str:
    """Return the fault that a text tells nothing, in no word of the town; else an empty text."""
    return "tells of nobody and nothing in the town" if about.denies_all(text) else ""


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
    Meant.RESOLVED: _resolved,
    Meant.ASKED: _asked,
    Meant.CLAUSE: _clause,
}
_LIGHT = frozenset({Meant.STATE, Meant.EMOJI, Meant.CLAUSE})
