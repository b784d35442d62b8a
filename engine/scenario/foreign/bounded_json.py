"""JSON from strangers: read only if it is not too long, too deeply nested, or too large in number of
values.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from engine.errors import worded

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]

_MOST_DEPTH = 32
NO_JSON = worded("it is not JSON")


class NoJson(ValueError):
    """A fault in a text that should be JSON, in words that continue "it is" or "its JSON is"."""


def parsed(text: bytes, most_values: int | None = None) -> Json:
    """Parse a JSON text. Raises NoJson if it is malformed, nested too deep, or, if `most_values` is given,
    has more lists, objects and parts than that.
    """
    if most_values is not None and sum(text.count(mark) for mark in (b"[", b"{", b",")) > most_values:
        raise NoJson(worded("it has more than {most:,} values", most=most_values))
    try:
        value: Json = json.loads(text.decode("utf-8-sig"), parse_constant=_no_number, parse_float=_number)
    except RecursionError as error:
        raise NoJson(worded("its JSON is nested too deeply")) from error
    except ValueError as error:  # no UTF-8, no JSON, or a number of thousands of digits
        raise NoJson(NO_JSON) from error
    _check_depth(value)
    return value


def _check_depth(value: Json) -> None:
    level: list[Json] = [value]
    for _ in range(_MOST_DEPTH):
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return
    raise NoJson(worded("its JSON is nested more than {most} levels deep", most=_MOST_DEPTH))


def _inside(value: Json) -> Sequence[Json]:
    """Return the lists and objects directly inside a value."""
    if isinstance(value, Mapping):
        return [one for one in value.values() if isinstance(one, (Mapping, list))]
    return [one for one in value if isinstance(one, (Mapping, list))] if isinstance(value, list) else []


def _no_number(said: str) -> float:
    raise ValueError(said)


def _number(said: str) -> float:
    number = float(said)
    if number in (float("inf"), float("-inf")):
        raise ValueError(said)
    return number
