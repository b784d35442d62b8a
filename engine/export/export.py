"""What every export says of itself: its name, what its file is, what it is made from and what it yields."""

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
    """A way out. `name` is what `--as` takes, `suffix` how its files end, `title` what a button says.

    `summary` goes on after the name ("the log as text"); `about` is what its reader should know of it.
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
    """A way out for a run. `write` yields the bytes of an excerpt, piece by piece, and notes what it had to
    drop, rename, change or escape on the way.

    One that `is_whole` holds all of a run, and cannot end at a moment before. `narrows` says by what it can
    be narrowed, `reader` with which others it is listed, and `shapes` which shapes it can have.
    """

    write: Callable[[Excerpt, Notes], Iterator[bytes]]
    is_whole: bool = False
    narrows: tuple[By, ...] = ()
    reader: Reader = "programs"
    shapes: tuple[Shape, ...] = ("chain",)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableExport(Export):
    """A way out for the rows of any table. `write` returns its bytes."""

    write: Callable[[Rows], bytes]
