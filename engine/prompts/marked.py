"""Find the parts of an answer that its form marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from engine.prompts.forms import Cites, Form, Meant

Where = tuple[str | int, ...]
Mark = Meant | Cites


@dataclass(frozen=True, slots=True)
class Part:
    """A marked value of an answer, its position, and the form it is in."""

    where: Where
    value: Any
    mark: Mark
    beside: Form


def marked(answer: Form, where: Where = ()) -> Iterator[Part]:
    """Yield every marked part of an answer, in the order of its fields."""
    marks = meanings(type(answer))
    for name in type(answer).model_fields:
        for inner, value in _values(getattr(answer, name), (*where, name)):
            if isinstance(value, Form):
                yield from marked(value, inner)
            elif name in marks:
                yield Part(inner, value, marks[name], answer)


@cache
def cited(form: type[Form]) -> frozenset[str]:
    """Return the fields of a prompt whose entries an answer of this form cites by number."""
    own = {mark.field for mark in meanings(form).values() if isinstance(mark, Cites)}
    return frozenset(own.union(*map(cited, inner_forms(form).values())))


@cache
def meanings(form: type[Form]) -> Mapping[str, Mark]:
    """Return the marks of a form's fields, by name."""
    marks = ((name, _mark(hint)) for name, hint in _hints(form))
    return MappingProxyType({name: mark for name, mark in marks if mark is not None})


@cache
def inner_forms(form: type[Form]) -> Mapping[str, type[Form]]:
    """Return the forms in the fields of a form, by name."""
    forms = ((name, next(_forms(hint), None)) for name, hint in _hints(form))
    return MappingProxyType({name: inner for name, inner in forms if inner is not None})


def _values(value: object, where: Where) -> Iterator[tuple[Where, object]]:
    if isinstance(value, (list, tuple)):
        yield from (((*where, at), entry) for at, entry in enumerate(value))
    elif value is not None:
        yield where, value


def _hints(form: type[Form]) -> list[tuple[str, Any]]:
    hints = get_type_hints(form, include_extras=True)
    return [(name, hints[name]) for name in form.model_fields]


def _mark(hint: Any) -> Mark | None:  # noqa: ANN401 - any type
    own = hint.__metadata__ if get_origin(hint) is Annotated else ()
    for mark in own:
        if isinstance(mark, (Meant, Cites)):
            return mark
    inner = (_mark(argument) for argument in get_args(hint))
    return next((mark for mark in inner if mark is not None), None)


def _forms(hint: Any) -> Iterator[type[Form]]:  # noqa: ANN401 - any type
    if isinstance(hint, type) and issubclass(hint, Form):
        yield hint
    for inner in get_args(hint):
        yield from _forms(inner)
