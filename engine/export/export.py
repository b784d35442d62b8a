"""The description of an export: its name, its file, its input and its output."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.export.excerpt import By, Excerpt, Shape
from engine.export.report import Notes

Rows: TypeAlias = Sequence[Mapping[str, object]]
Reader = Literal["writers", "games", "tables", "programs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """An export. `name` is the value for `--as`, `suffix` the ending of its files, `title` the label of its
    button.

    `summary` continues the name ("the log as text"); `about` is information for its reader.
    """

    name: str
    suffix: str
    media_type: str
    title: str
    icon: str
    summary: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunExport(Export):
    """An export of a run. `write` yields the bytes of an excerpt, piece by piece, and notes what it had to
    drop, rename, change or escape.

    One that `is_whole` has all of a run, and cannot end at an earlier moment. `narrows` says by what it can
    be limited, `reader` with which others it is listed, and `shapes` which shapes it can have.
    """

    write: Callable[[Excerpt, Notes], Iterator[bytes]]
    is_whole: bool = False
    narrows: tuple[By, ...] = ()
    reader: Reader = "programs"
    shapes: tuple[Shape, ...] = ("chain",)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableExport(Export):
    """An export of the rows of any table. `write` returns its bytes."""

    write: Callable[[Rows], bytes]
