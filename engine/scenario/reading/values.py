"""From nodes to the values that a part's model validates."""

from __future__ import annotations

import functools
import re
import types
from collections.abc import Mapping
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, RootModel

from engine.scenario.reading.nodes import Items, Node, Scalar, Table

_WHOLE = re.compile(r"[-+]?(0|[1-9]\d{0,17})")
_NUMBER = re.compile(r"[-+]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][-+]?\d{1,3})?")


def to_values(node: Node, wanted: object) -> object:
    """Convert a node for the validator: a text becomes a number only where a number is expected."""
    return _values(node, kinds(wanted))


def _values(node: Node, wants: tuple[Any, ...]) -> object:
    if isinstance(node, Scalar):
        return _leaf(node, wants)
    if isinstance(node, Items):
        item = kinds(next((get_args(kind)[0] for kind in wants if get_origin(kind) is list), object))
        return [_values(child, item) for child in node.items]
    model = next((kind for kind in wants if isinstance(kind, type) and issubclass(kind, BaseModel)), None)
    if model is not None and not issubclass(model, RootModel):
        return _fields(node, model)
    if model is not None:
        root: Any = model.model_fields["root"].annotation
        wants = kinds(root)
    value = kinds(next((get_args(kind)[1] for kind in wants if get_origin(kind) is dict), object))
    return {key: _values(child, value) for key, child in node.values.items()}


def _fields(node: Table, model: type[BaseModel]) -> dict[str, object]:
    fields, others = _wanted(model)
    values: dict[str, object] = {}
    for key, child in node.values.items():
        field = fields.get(key)
        if field is not None and isinstance(child, Scalar) and child.is_null:
            continue  # nothing said: as if the key were not there
        values[key] = _values(child, field if field is not None else others)
    return values


@functools.cache
def _wanted(model: type[BaseModel]) -> tuple[Mapping[str, tuple[Any, ...]], tuple[Any, ...]]:
    """Return the types of each key of a model, and of the keys it does not name."""
    others = extra_of(model) if model.model_config.get("extra") == "allow" else object
    return {key: kinds(field) for key, field in fields_of(model).items()}, kinds(others)


def _leaf(scalar: Scalar, wants: tuple[Any, ...]) -> object:
    text = scalar.text
    if not scalar.plain and (str in wants or bool in wants):
        return text  # in quotes a number is a number all the same, where no text is wanted
    if bool in wants and text in ("true", "false"):
        return text == "true"
    if int in wants and _WHOLE.fullmatch(text):
        return int(text)
    if float in wants and _NUMBER.fullmatch(text):
        return float(text)
    if scalar.is_null and any(isinstance(kind, type) and issubclass(kind, BaseModel) for kind in wants):
        return {}
    return text


@functools.cache
def fields_of(model: type[BaseModel]) -> Mapping[str, object]:
    """Return the types of a model's keys, under their names in a file."""
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


@functools.cache
def extra_of(model: type[BaseModel]) -> object:
    """Return the type of the keys that a model does not name."""
    return get_args(get_type_hints(model)["__pydantic_extra__"])[1]


@functools.cache
def kinds(wanted: object) -> tuple[Any, ...]:
    """Return the plain types a field may have, without annotations and unions."""
    origin = get_origin(wanted)
    if origin is Annotated:
        return kinds(get_args(wanted)[0])
    if origin in (Union, types.UnionType):
        return tuple(kind for option in get_args(wanted) for kind in kinds(option))
    return (wanted,)
