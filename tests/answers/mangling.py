"""Mangle good answers in the ways in which models and servers do, so that what is wrong in them is known."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from tests.answers.cases import Case

NOBODY = "Zebulon Quark"
_FOREIGN = {"zh": "I will think about it tomorrow and then we shall see."}
_OTHERWISE = "我明天再想想这件事，然后再说吧。"
_FRAGMENTS = (
    '{"says": ', "As an AI language model, I cannot continue.", "null", "[m1]", "thing_state", "d2 10:00",
    "Here is the JSON object you asked for.", "<|im_start|>assistant", "...", "1.3",
)  # fmt: skip
_NAMED = frozenset({"place", "person", "thing", "decision", "kind", "start", "time", "line", "text_tag"})

_SAID = frozenset({"says", "thought", "text", "answer", "reason", "note", "what"})

Way = tuple[str | int, ...]


def mangled(case: Case, draw: Random) -> str:
    """Return the text of an answer that was good, and what became of it."""
    return draw.choice(_MANGLERS)(case, draw)


def leaves(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Yield every text and number of an answer, with its position."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from leaves(inner, (*way, name))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from leaves(inner, (*way, at))
    elif value is not None:
        yield way, value


def _cut(case: Case, draw: Random) -> str:
    text = _text(case.answer)
    return text[: draw.randrange(1, len(text))]


def _wrapped(case: Case, draw: Random) -> str:
    wrappers: tuple[Callable[[str], str], ...] = (
        lambda text: f'{{"answer": {text}}}',
        lambda text: f"[{text}, {text}]",
        lambda text: f"```json\n{text}\n```\nI hope this helps!",
        json.dumps,
        lambda text: text.replace('": ', '" = ', 1),
        lambda text: text[:-1] + ', "mood": "grand"}',
    )
    return draw.choice(wrappers)(_text(case.answer))


def _swapped(case: Case, draw: Random) -> str:
    """Put a text where a name belongs, and the name where the text was."""
    texts = [(way, value) for way, value in leaves(case.answer) if isinstance(value, str)]
    named = [pair for pair in texts if pair[0][-1] in _NAMED]
    worded = [pair for pair in texts if pair[0][-1] not in _NAMED]
    if not named or not worded:
        return _filled(case, draw)
    (one, name), (other, words) = draw.choice(named), draw.choice(worded)
    return _text(_put(_put(case.answer, one, words), other, name))


def _filled(case: Case, draw: Random) -> str:
    """Put a fragment, the name of a field or another language in place of a text."""
    texts = [way for way, value in leaves(case.answer) if isinstance(value, str) and value]
    if not texts:
        return _cut(case, draw)
    way = draw.choice(texts)
    foreign = _FOREIGN.get(case.prompt.language, _OTHERWISE)
    return _text(_put(case.answer, way, draw.choice((*_FRAGMENTS, str(way[-1]), foreign))))


def _renamed(case: Case, draw: Random) -> str:
    """Put somebody who does not exist in place of somebody who does."""
    names = [name.full for name in case.prompt.names.values()]
    texts = [
        (way, value, name)
        for way, value in leaves(case.answer)
        for name in names
        if isinstance(value, str) and _is_told(way, value, name, case.prompt.language)
    ]
    if not texts:
        return _filled(case, draw)
    way, value, name = draw.choice(texts)
    return _text(_put(case.answer, way, value.replace(name, NOBODY)))


def _is_told(way: Way, value: str, name: str, language: str) -> bool:
    """Return whether a text names a person in a way that no word of an oath or of far-off places has.

    In other languages than English, only a field of names tells a name from a word.
    """
    if language != "en" or name == value:
        return name == value
    if way[-1] not in _SAID:
        return name in value
    return re.search(rf"{re.escape(name)}(?:'s| (?:is|has|was|will|had|wants)) ", value) is not None


_MANGLERS = (_cut, _wrapped, _swapped, _filled, _renamed)


def _text(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False)


def _put(answer: Mapping[str, Any], way: Way, value: object) -> Mapping[str, Any]:
    changed: Any = copy.deepcopy(answer)
    inner = changed
    for part in way[:-1]:
        inner = inner[part]
    inner[way[-1]] = value
    return changed  # type: ignore[no-any-return]
