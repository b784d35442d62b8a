"""Outputs: what came of a cell, as sentences, grids, answers and bars that text and HTML both can show."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import reduce
from typing import Any, cast

from engine.api.text import safe_json
from engine.clock import clock_words, day_of
from engine.errors import Worded, worded

Value = str | int | float | None
Say = Callable[[str], str]
"""Says a text of ours in the language of whoever reads it."""


def as_it_is(text: str) -> str:
    """Say a text in English, as it is."""
    return text


_OF_OURS = '{"pattern":'


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Rows under the names of their columns. One that is a picture names it in `plot`, or is drawn in `svg`,
    which holds nothing that runs or is fetched.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    title: str = ""
    plot: str = ""
    more: bool = False
    svg: str = ""

    @property
    def as_table(self) -> Grid:
        """Return it as a table that stands alone: the minutes by which a picture is drawn are left out."""
        if self.plot != "steps" or "minute" not in self.columns:
            return replace(self, plot="")
        at = self.columns.index("minute")
        columns, *rows = (row[:at] + row[at + 1 :] for row in (self.columns, *self.rows))
        return replace(self, columns=cast("tuple[str, ...]", columns), rows=tuple(rows), plot="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """What somebody answered to a question."""

    asked: str
    who: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What came of a cell. Of its sentences one over several lines is shown as it stands; `passed` says of an
    expectation whether it holds. `run` and `minute` are where it was found: the id of a run, and minutes
    since 00:00 of day 1. `batches` are the ids of those in which a comparison was repeated.
    """

    sentences: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()
    quotes: tuple[Quote, ...] = ()
    passed: bool | None = None
    run: str = ""
    minute: int = 0
    batches: tuple[str, ...] = ()

    def as_json(self) -> str:
        """Return it as it is kept: a text of ours with how it was worded, so that it can be said in any
        language afterwards.
        """
        return safe_json(_kept(asdict(self)))


def moment(minute: int) -> str:
    """Return a minute as it is said to people."""
    return worded("day {day} {clock}", day=day_of(minute), clock=clock_words(minute))


def listed(parts: Sequence[str]) -> str:
    """Return texts with commas between them; nothing of none."""
    return reduce(lambda one, other: worded("{one}, {other}", one=one, other=other), parts) if parts else ""


def kept_text(text: str) -> str:
    """Return a text as it is kept where only a text can be: with how it was worded, where that is known."""
    return safe_json(_kept(text)) if isinstance(text, Worded) else text


def text_kept(text: str) -> str:
    """Return a text that was kept so."""
    if not text.startswith(_OF_OURS):
        return text
    try:
        return cast("str", _worded(json.loads(text)))
    except (ValueError, KeyError, IndexError):
        return text


def _kept(value: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    if isinstance(value, Worded):
        return {"pattern": value.pattern, "values": {name: _kept(one) for name, one in value.values.items()}}
    if isinstance(value, dict):
        return {name: _kept(one) for name, one in value.items()}
    return [_kept(one) for one in value] if isinstance(value, list | tuple) else value


def _worded(value: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    if isinstance(value, dict):
        return worded(value["pattern"], **{name: _worded(one) for name, one in value["values"].items()})
    return value


def output_from(text: str) -> Output:
    """Return what was kept as JSON."""
    said: Mapping[str, Any] = json.loads(text)
    return Output(
        sentences=tuple(map(_worded, said["sentences"])),
        grids=tuple(
            Grid(
                columns=tuple(map(_worded, one["columns"])),
                rows=tuple(tuple(map(_worded, row)) for row in one["rows"]),
                title=_worded(one["title"]),
                plot=one["plot"],
                more=one["more"],
                svg=one.get("svg", ""),
            )
            for one in said["grids"]
        ),
        quotes=tuple(Quote(**one) for one in said["quotes"]),
        passed=said["passed"],
        run=said["run"],
        minute=said["minute"],
        batches=tuple(said.get("batches", ())),
    )
