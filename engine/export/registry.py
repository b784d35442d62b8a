"""Registry: every export there is, found in the files of this folder by the `EXPORT` that they declare."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TypeVar

import engine.export
from engine.errors import BadInput
from engine.export.export import Export, RunExport, TableExport
from engine.moments import meant
from engine.moments.meant import When
from engine.moments.whole_run import WholeRun

E = TypeVar("E", bound=Export)


def run_exports() -> Mapping[str, RunExport]:
    """Return the ways out for a run, by name."""
    return _of(RunExport)


def table_exports() -> Mapping[str, TableExport]:
    """Return the ways out for a table, by name."""
    return _of(TableExport)


def exported(run: WholeRun, form: str, when: When | None = None) -> Iterator[bytes]:
    """Return the bytes of a run in a form, piece by piece, up to a moment.

    Raises NotFound when there is no such form, and BadInput when it cannot end at a moment.
    """
    ways = run_exports()
    way = ways[meant.one_of(form, "form of an export", tuple(ways))]
    if way.is_whole and when is not None:
        raise BadInput(f"a {way.name} holds a whole run; fork it at that moment, and export the fork")
    return way.write(run, run.at(when).minute)


def _of(kind: type[E]) -> dict[str, E]:
    files = pkgutil.iter_modules(engine.export.__path__, f"{engine.export.__name__}.")
    declared = (getattr(import_module(file.name), "EXPORT", None) for file in files)
    return {way.name: way for way in declared if isinstance(way, kind)}
