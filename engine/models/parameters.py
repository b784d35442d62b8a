"""Parameters of every request to a server, as people write them: `NAME=VALUE`, a line each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from engine.errors import BadInput, worded


def with_parameters(lines: Iterable[str], known: Mapping[str, object]) -> dict[str, object]:
    """Return the known parameters, changed by some lines; an empty value removes a parameter.

    A name with dots sets a part of a parameter: `chat_template_kwargs.enable_thinking=false`. Raises BadInput
    for a line that is not a parameter.
    """
    made: dict[str, object] = dict(known)
    for line in lines:
        path, given, value = (part.strip() for part in line.partition("="))
        *outer, name = path.split(".")
        if not given or not all([*outer, name]):
            raise BadInput(
                worded(
                    "{line!r} is not a parameter; write it as NAME=VALUE, such as temperature=0.7", line=line
                )
            )
        inner = made
        for part in outer:
            before = inner.get(part)
            inner[part] = dict(before) if isinstance(before, dict) else {}
            inner = cast("dict[str, object]", inner[part])
        inner[name] = _typed(value)
        if not value:
            del inner[name]
    return {name: value for name, value in made.items() if value != {}}


def parameter_lines(parameters: Mapping[str, object], before: str = "") -> Iterator[str]:
    """Yield parameters as the lines that `with_parameters` reads."""
    for name, value in parameters.items():
        if isinstance(value, dict):
            yield from parameter_lines(value, f"{before}{name}.")
        else:
            yield f"{before}{name}={_written(value)}"


def _typed(text: str) -> object:
    """Return a value as the number, truth value or other JSON that it is written as, else as text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _written(value: object) -> str:
    is_plain = isinstance(value, str) and value == value.strip() != "" and _typed(value) == value
    return str(value) if is_plain else json.dumps(value, ensure_ascii=False)
