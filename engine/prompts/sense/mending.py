"""Mend by rule what is wrong with the texts of an answer and stands beside what was meant.

A line loses the name before it, the quotation marks around it and its stage directions. An activity loses the
name of whoever does it. A room is named in words, an object's state is spelt as the object lists it, and an
emoji that is none is left out. What is told twice is told once. All of this happens before an answer is
checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.language.languages import base
from engine.language.phrases import phrases
from engine.language.unspaced import has_unspaced
from engine.language.verb_forms import base_form
from engine.prompts.forms import Cites, Form, Meant
from engine.prompts.marked import Mark, inner_forms, meanings
from engine.prompts.sense.emoji import is_emoji
from engine.prompts.sense.matter import bare
from engine.prompts.sense.spoken_of import SpokenOf
from engine.records import Room

_QUOTES = (("“", "”"), ('"', '"'), ("„", "“"), ("«", "»"), ("「", "」"), ("『", "』"))
_STARRED = re.compile(r"(\*{1,3})([^*\n]+)\1")
_LEADING = re.compile(
    r"^\s*(?:\([^()\n]+\)|（[^（）\n]+）|\[(?![a-z]\d+\])[^][\n]+\]|【[^【】\n]+】)\s*(?=\S)"
)
_ENDED = re.compile(r"(?:^|[.!?…。！？~～\"”』」])\s*$")
_AUXILIARIES = frozenset({"be", "have"})
_ROUNDS = 3  # a line may be labelled, quoted and acted out at once

Mend = Callable[[str, Mapping[str, Any], SpokenOf], str]


def mended(about: SpokenOf, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an answer, as received, with what can be mended by rule mended."""
    return _mended(about.prompt.form, data, about)


def _mended(form: type[Form], data: Mapping[str, Any], about: SpokenOf) -> dict[str, Any]:
    marks, forms = meanings(form), inner_forms(form)

    def value(name: str, given: Any) -> Any:  # noqa: ANN401 - any JSON
        if isinstance(given, list):
            entries = [value(name, entry) for entry in given]
            return _each_once(entries) if _is_set(marks.get(name), forms.get(name)) else entries
        if isinstance(given, Mapping):
            return _mended(forms[name], given, about) if name in forms else given
        mend = _MENDS.get(marks[name]) if name in marks else None
        return mend(given, data, about) if mend is not None and isinstance(given, str) else given

    return {name: value(name, given) for name, given in data.items()}


def _is_set(mark: Mark | None, form: type[Form] | None) -> bool:
    """Check whether the entries of a list are tags, or things that are told: the same one twice is once."""
    return isinstance(mark, Cites) or (form is not None and Meant.TOLD in meanings(form).values())


def _each_once(entries: list[Any]) -> list[Any]:
    return [entry for at, entry in enumerate(entries) if entry not in entries[:at]]


def _emoji(text: str, beside: Mapping[str, Any], about: SpokenOf) -> str:
    return text.strip() if is_emoji(text) else ""


def _state(text: str, beside: Mapping[str, Any], about: SpokenOf) -> str:
    thing = about.things.get(str(beside.get("thing", "")))
    return next((state for state in thing.states if bare(state) == bare(text)), text) if thing else text


def _worded(text: str, beside: Mapping[str, Any], about: SpokenOf) -> str:
    """Return a text with the paths of rooms in it in words."""
    language = about.prompt.language
    town_phrases = phrases(language)
    is_own = base(town_phrases.language) == base(language)
    for path in about.prompt.choices.get("place", ()) if "/" in text and is_own else ():
        if "/" in path and text != path:
            room = town_phrases.room(Room(path=path, name=path))
            article = room.partition(" ")[0] if town_phrases.has_article(room) else ""
            before = rf"(?:\b{re.escape(article)} )?" if article else ""
            text = re.sub(before + re.escape(path), room.replace("\\", r"\\"), text)
    return text


def _said(text: str, beside: Mapping[str, Any], about: SpokenOf) -> str:
    spoken = _worded(text.strip(), beside, about)
    for _ in range(_ROUNDS):
        before = spoken
        spoken = _unlabelled(spoken, about)
        spoken = _unquoted(spoken)
        spoken = _LEADING.sub("", _STARRED.sub(_unstarred, spoken)).strip()
        if spoken == before:
            break
    return spoken


def _done(text: str, beside: Mapping[str, Any], about: SpokenOf) -> str:
    """Return an activity without the name of whoever does it: `take a shower` for `Ann takes a shower`.

    A memory that is repeated stays as it is, and is no activity.
    """
    spaced = "" if has_unspaced(text) else " "
    name = next((name for name in about.prompt.own_names if text.startswith(f"{name}{spaced}")), "")
    done = text[len(name) :].strip()
    if base(about.prompt.language) == "en":
        done = _begun(done)
    if not name or not done or bare(text) in about.transcript:
        return _worded(text, beside, about)
    return _worded(done, beside, about)


def _begun(done: str) -> str:
    """Return what is told of somebody as an activity: `take a shower` for `takes a shower`.

    The result is empty for a text that is no activity.
    """
    first, gap, rest = done.partition(" ")
    if base_form(first) in _AUXILIARIES and rest.partition(" ")[0].endswith("ing"):
        return rest
    verb = base_form(first)
    return f"{verb}{gap}{rest}" if verb and verb not in _AUXILIARIES else ""


def _unlabelled(text: str, about: SpokenOf) -> str:
    """Return a text without the speaker's own name before it: `Ann: ...`, `Ann Miller said to Ben: "..."`."""
    label = about.spoken.label.match(text)
    if label is None:
        return text
    rest = text[label.end() :].strip()
    is_quoted = any(rest.startswith(opens) for opens, _ in _QUOTES)
    return rest if is_quoted or not label["more"] else text


def _unquoted(text: str) -> str:
    """Return a text without one pair of quotation marks around all of it."""
    for opens, closes in _QUOTES:
        inner = text[len(opens) : -len(closes)]
        if len(text) > 2 and text.startswith(opens) and text.endswith(closes) and closes not in inner:
            return inner.strip()
    return text


def _unstarred(starred: re.Match[str]) -> str:
    """Return nothing for a stage direction between asterisks, and the words alone for a stressed one."""
    before, after = starred.string[: starred.start()], starred.string[starred.end() :].lstrip()
    acted = _ENDED.search(before) and not after[:1].islower()
    return "" if acted else starred[2]


_MENDS: Mapping[Mark, Mend] = {
    Meant.EMOJI: _emoji,
    Meant.STATE: _state,
    Meant.SAID: _said,
    Meant.TOLD: _worded,
    Meant.ACTIVITY: _done,
    Meant.CLAUSE: _worded,
}
