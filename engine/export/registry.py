"""Registry: all exports, found in the files of this folder by their `EXPORT`."""

from __future__ import annotations

import functools
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TypeVar, get_args

import engine.export
from engine.clock import minute_at, worded_moment
from engine.errors import BadInput, with_commas, worded
from engine.export.excerpt import Excerpt, Shape
from engine.export.export import Export, RunExport, TableExport
from engine.export.report import Notes, Report
from engine.moments import meant
from engine.moments.meant import When
from engine.moments.whole_run import WholeRun
from engine.records import AgentId
from engine.store.writing.pins import pins_of

E = TypeVar("E", bound=Export)


def run_exports() -> Mapping[str, RunExport]:
    """Return the exports of a run, by name."""
    return _of(RunExport)


def table_exports() -> Mapping[str, TableExport]:
    """Return the exports of a table, by name."""
    return _of(TableExport)


class Exported(Iterator[bytes]):
    """The bytes of an exported run, piece by piece. `report` is complete after the last piece."""

    def __init__(self, way: RunExport, excerpt: Excerpt) -> None:
        self._notes = Notes()
        self._pieces = way.write(excerpt, self._notes)

    def __next__(self) -> bytes:
        return next(self._pieces)

    @property
    def report(self) -> Report:
        """Return the report so far: items kept, dropped, renamed, changed and escaped."""
        return self._notes.report()


def exported(
    run: WholeRun,
    form: str,
    when: When | None = None,
    *,
    days: Sequence[int] = (),
    agent: AgentId | None = None,
    pins: bool = False,
    shape: Shape = "chain",
) -> Exported:
    """Export a run in a form, piece by piece, up to a moment; limited to some days, one person or pinned
    rows; for a game, in a shape.

    Raises NotFound if there is no such form or shape, and BadInput if the form cannot end at a moment, be
    limited so, or have that shape.
    """
    ways = run_exports()
    way = ways[meant.one_of(form, worded("export format"), tuple(ways))]
    if way.is_whole and when is not None:
        raise BadInput(
            worded(
                "a {name} always contains the whole run; fork the run at the chosen moment, and "
                "export the fork",
                name=way.name,
            )
        )
    minute = run.at(when).minute
    who = None if agent is None else meant.agent_meant(run.town, agent)
    excerpt = Excerpt(
        run=run,
        minute=minute,
        days=_days(days, run.clock, minute),
        agent=who,
        pins=_pinned(run) if meant.yes_or_no(pins, worded("`pins`")) else None,
        shape=meant.one_of(shape, worded("export shape"), get_args(Shape)),
    )
    _refuse_narrowing(way, excerpt)
    if excerpt.shape not in way.shapes:
        could = [other.name for other in ways.values() if excerpt.shape in other.shapes]
        raise BadInput(
            worded(
                "the format {name!r} does not support the shape {shape!r}; use one of these formats: {could}",
                name=way.name,
                shape=excerpt.shape,
                could=with_commas(could),
            )
        )
    return Exported(way, excerpt)


def _days(said: Sequence[int], clock: int, minute: int) -> tuple[int, ...]:
    """Return the wanted days, each once. Raises BadInput if one has not begun by the end of the export."""
    if isinstance(said, str) or not isinstance(said, Sequence):
        raise BadInput(worded("{said!r:.60} is not a list of days; use a list such as [1]", said=said))
    days = tuple(sorted({meant.lived_day(day, clock) for day in said}))
    for day in days:
        if minute_at(day, 0) >= max(1, minute):
            raise BadInput(
                worded(
                    "day {day} starts after {minute}, when the export ends; choose an earlier day",
                    day=day,
                    minute=worded_moment(minute),
                )
            )
    return days


def _pinned(run: WholeRun) -> frozenset[int]:
    rows = frozenset(pin.row for pin in pins_of(run.store, run.number))
    if not rows:
        raise BadInput(
            worded("this run has no pins; open an explanation in the studio and pin an item first")
        )
    return rows


def _refuse_narrowing(way: RunExport, excerpt: Excerpt) -> None:
    asked = {
        "days": bool(excerpt.days),
        "agent": excerpt.agent is not None,
        "pins": excerpt.pins is not None,
    }
    for by, is_asked in asked.items():
        if is_asked and by not in way.narrows:
            could = with_commas([other.name for other in run_exports().values() if by in other.narrows])
            raise BadInput(_cannot_narrow(by, way.name, could))


def _cannot_narrow(by: str, name: str, could: str) -> str:
    if by == "days":
        return worded(
            "the format {name!r} cannot be limited to certain days; use one of these formats: {could}",
            name=name,
            could=could,
        )
    if by == "agent":
        return worded(
            "the format {name!r} cannot be limited to one person; use one of these formats: {could}",
            name=name,
            could=could,
        )
    return worded(
        "the format {name!r} cannot be limited to pinned items; use one of these formats: {could}",
        name=name,
        could=could,
    )


@functools.cache  # to look through the folder takes longer than all else that a page does with it
def _of(kind: type[E]) -> Mapping[str, E]:
    files = pkgutil.walk_packages(engine.export.__path__, f"{engine.export.__name__}.")
    declared = (getattr(import_module(file.name), "EXPORT", None) for file in files)
    return MappingProxyType({way.name: way for way in declared if isinstance(way, kind)})
