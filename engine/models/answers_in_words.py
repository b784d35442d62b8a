"""Put answers in JSON into words, for people, to whom the names of fields mean nothing."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "answer": "“{}”",
        "because": "based on {}",
        "cannot_say": "cannot say",
        "day": "day {}",
        "doing": "meanwhile: {}",
        "ends": "says goodbye",
        "engagements": "now intends to: {}",
        "feelings": "feels different: {}",
        "importance": "importance {}",
        "learned": "learned: {}",
        "line": "line {}",
        "minutes": "{} minutes",
        "off": "no longer bound by {}",
        "others": "with {}",
        "person": "to {}",
        "ratings": "importance: {}",
        "reason": "why: {}",
        "says": "“{}”",
        "settled": "settled: {}",
        "skips": "leaves out {}",
        "tells": "passes on {}",
        "thought": "thinking: {}",
    }
)
_PLAIN = (  # what they say needs no word before it
    "activity", "blocks", "change", "choice", "emoji", "engagement", "gist", "insights", "note", "number",
    "pieces", "place", "questions", "resolve", "start", "summary", "text", "thing", "thing_state", "time",
    "why",
)  # fmt: skip
_DECISIONS = {"continue": "continues the plan", "talk": "talks", "act": "does something else"}
_DECISIONS |= {"wait": "waits"}
_ASIDE = (
    "place", "thing", "thing_state", "importance", "because", "line", "day", "time", "note", "doing",
)  # fmt: skip
_FIRST = ("decision", "person", "others", "activity", "minutes")  # all else stays as it is asked for
_TOGETHER = ("decision", "person", "others")  # read as one: talks to Nell with Otto
_PATHS = ("place", "thing")
_EMPTY: tuple[object, ...] = ("", 0, False, [], None, {})


def in_words(answer: str, but: Collection[str] = ()) -> str:
    """Return an answer in JSON as a few words: what is said or decided in it, without empty fields.

    For a decision, the fields in `but` are left out.
    """
    if not answer:
        return "nothing usable"
    given = json.loads(answer)
    left_out = but if "decision" in given else ()
    return _told({name: value for name, value in given.items() if name not in left_out})


def _told(given: Mapping[str, object]) -> str:
    """Return some fields as a phrase, with secondary ones in brackets at the end."""
    names = sorted(given, key=lambda name: _FIRST.index(name) if name in _FIRST else len(_FIRST))
    there = {name: given[name] for name in names if given[name] not in _EMPTY}
    lead = " ".join(_phrase(name, there[name]) for name in _TOGETHER if "decision" in there and name in there)
    rest = [
        _phrase(name, there[name]) for name in there if name not in (*_ASIDE, *(_TOGETHER if lead else ()))
    ]
    said = ", ".join(filter(None, [lead, *rest]))
    aside = "; ".join(_phrase(name, value) for name, value in there.items() if name in _ASIDE)
    return f"{said} ({aside})" if said and aside else said or aside


def _phrase(name: str, value: object) -> str:
    value = _DECISIONS.get(str(value), value) if name == "decision" else value
    words = "; ".join(_each(value)) if isinstance(value, list) and _holds_objects(value) else _flat(value)
    if name in _PATHS:
        words = ", ".join(reversed(words.split("/")))  # from the inside out
    if name == "decision" or name in _PLAIN:
        return words
    said = _WORDS.get(name, f"{name.replace('_', ' ')}: {{}}")
    return said.replace("{}", words, 1)


def _flat(value: object) -> str:
    return ", ".join(_each(value)) if isinstance(value, list) else next(iter(_each(value)))


def _each(value: object) -> Iterator[str]:
    for one in value if isinstance(value, list) else (value,):
        yield _told(one) if isinstance(one, dict) else "yes" if one is True else str(one)


def _holds_objects(value: list[object]) -> bool:
    return any(isinstance(one, dict) for one in value)
