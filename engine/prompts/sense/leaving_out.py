"""Leave out the parts of an answer that make no sense, where that is possible."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from engine.errors import ModelFailed
from engine.prompts.checked import checked
from engine.prompts.forms import Form
from engine.prompts.marked import Where
from engine.prompts.sense.faults import Fault, faults
from engine.prompts.sense.spoken_of import SpokenOf

_ROUNDS = 3  # what is left out may leave something else without sense


class _Needed(Exception):
    """A part that makes no sense cannot be left out."""


def left_out(about: SpokenOf, answer: Form, at_fault: Collection[Fault]) -> Form | None:
    """Return an answer without its faults; None if nothing usable is left.

    A field that may be empty is emptied. An entry of a list that needs the faulty field is removed.
    """
    for _ in range(_ROUNDS):
        rest = without(about, answer, at_fault)
        if rest is None:
            return None
        answer, at_fault = rest, faults(about, rest)
        if not at_fault:
            return answer
    return None


def without(about: SpokenOf, answer: Form, at_fault: Collection[Fault]) -> Form | None:
    """Return an answer without the parts with some faults; None if one of them cannot be left out."""
    try:
        rest: Form = checked(about.prompt, _without(answer, [fault.where for fault in at_fault]))
    except (_Needed, ModelFailed):
        return None
    return rest


def _without(answer: Form, places: Collection[Where]) -> dict[str, Any]:
    """Return the fields of an answer without those at fault. Raises _Needed if one of them is required."""
    kept: dict[str, Any] = {}
    for name, field in type(answer).model_fields.items():
        try:
            kept[name] = _rest(getattr(answer, name), [where[1:] for where in places if where[0] == name])
        except _Needed:
            if field.is_required():
                raise
    return kept


def _rest(value: object, places: Collection[Where]) -> object:
    """Return a value without its faulty parts. Raises _Needed if nothing is left."""
    if () in places:
        raise _Needed
    if isinstance(value, Form):
        return _without(value, places)
    if isinstance(value, (list, tuple)):
        return list(_entries(value, places))
    return value


def _entries(values: list[object] | tuple[object, ...], places: Collection[Where]) -> Iterator[object]:
    for number, value in enumerate(values):
        try:
            yield _rest(value, [where[1:] for where in places if where[0] == number])
        except _Needed:
            continue
