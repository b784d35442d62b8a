"""Rows: the values of a record's columns, under stable names."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache

Cells = tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Rows with the names of their columns; `total` is the number of rows of which these may be a part."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[Cells, ...]
    total: int


def columns_of(kind: type) -> tuple[str, ...]:
    """Return the names of the columns of a kind of record: its fields, with the minute for a row of the log,
    or the columns of the kind's own `COLUMNS`.
    """
    return tuple(_paths(kind))


def cells_of(record: object) -> Cells:
    """Return the values of a record's columns; None for columns of a missing part."""
    kind: type = type(record)
    return tuple(_at(record, path) for path in _paths(kind).values())


def grid_of(kind: type, records: Sequence[object], caption: str = "", total: int | None = None) -> Grid:
    """Return records of a kind as rows."""
    return Grid(
        caption=caption or kind.__name__,
        columns=columns_of(kind),
        rows=tuple(map(cells_of, records)),
        total=len(records) if total is None else total,
    )


@cache
def _paths(kind: Hashable) -> Mapping[str, str]:
    own = getattr(kind, "COLUMNS", None)
    if own is not None:
        return dict(own)
    if not (isinstance(kind, type) and is_dataclass(kind)):
        return {"value": ""}
    first, *rest = (one.name for one in fields(kind))
    minute = ("minute",) if isinstance(getattr(kind, "minute", None), property) else ()
    return {name: name for name in (first, *minute, *rest)}


def _at(record: object, path: str) -> object:
    for name in path.split(".") if path else ():
        record = None if record is None else getattr(record, name)
    return record
