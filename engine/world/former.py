"""Former paths: translate paths of places, rooms and objects in old rows to those of now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

from engine.records import (
    Conversation,
    Discovery,
    Event,
    Intention,
    LogEntry,
    Memory,
    Path,
    Place,
    Presence,
    Retraction,
    Sighting,
    Step,
    ThingState,
)

R = TypeVar("R", bound=LogEntry)

_PATHS: Mapping[type[LogEntry], tuple[str, ...]] = MappingProxyType(
    {
        Conversation: ("room",),
        Discovery: ("room",),
        Event: ("room", "thing"),
        Intention: ("place",),
        Memory: ("place",),
        Presence: ("room", "origin"),
        Retraction: ("room",),
        Sighting: ("path",),
        Step: ("room", "thing"),
        ThingState: ("thing",),
    }
)


@dataclass(frozen=True, slots=True)
class Renaming:
    """A change of a path at a row of the log: from `then` to `now`, empty if it is gone.

    `was` is its place, as that was before.
    """

    row: int
    then: Path
    now: Path = ""
    was: Place | None = None


@dataclass(frozen=True, slots=True)
class Called:
    """A path that a part has in the rows of the log from `since` up to `before` (None: to the end)."""

    path: Path
    since: int = 0
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Former:
    """All changes of paths, in the order in which they were made."""

    renamings: tuple[Renaming, ...] = ()

    def __bool__(self) -> bool:
        """Return whether any path ever changed."""
        return bool(self.renamings)

    def now(self, path: Path, row: int) -> Path:
        """Return the present path of what a row of the log calls `path`; empty if it is gone."""
        for one in self.renamings:
            if path and one.row > row and is_in(path, one.then):
                path = one.now + path[len(one.then) :] if one.now else ""
        return path

    def then(self, path: Path) -> tuple[Path, ...]:
        """Return a present path with those that it may have had before, the latest first."""
        found = [path]
        for one in reversed(self.renamings):
            found += [one.then + each[len(one.now) :] for each in found if one.now and is_in(each, one.now)]
        return tuple(dict.fromkeys(found))

    def called(self, path: Path) -> tuple[Called, ...]:
        """Return the paths of a part in the log, each with the range of rows in which it means this part."""
        found = [Called(path)]
        for one in reversed(self.renamings):
            for at, each in enumerate(tuple(found)):
                if one.now and is_in(each.path, one.now) and (each.before is None or one.row < each.before):
                    found[at] = replace(each, since=max(each.since, one.row))
                    found.append(Called(one.then + each.path[len(one.now) :], 0, one.row))
        return tuple(found)

    def row(self, row: R) -> R:
        """Return a row of the log with present paths; a path that is gone is empty in it."""
        return self._with_paths(row, keeps=False)

    def told(self, row: R) -> R:
        """Return a row of the log with present paths; a path that is gone is kept."""
        return self._with_paths(row, keeps=True)

    def place(self, path: Path) -> Place | None:
        """Return the removed place that a path was in; None for any other path."""
        gone = (one.was for one in reversed(self.renamings) if not one.now and is_in(path, one.then))
        return next(gone, None)

    def _with_paths(self, row: R, *, keeps: bool) -> R:
        then = {name: getattr(row, name) for name in _PATHS.get(row.__class__, ())}
        now = {name: self.now(path, row.id) or (path if keeps else "") for name, path in then.items()}
        changed: dict[str, Any] = {name: path for name, path in now.items() if path != then[name]}
        return replace(row, **changed) if changed else row

    def names(self) -> dict[str, Path]:
        """Return present names of renamed places by their former names, the latest last."""
        then = [one.then for one in self.renamings if "/" not in one.then]
        found = {name: self.now(name, 0) for name in then}
        return {name: path for name, path in found.items() if path and "/" not in path}


def is_in(path: Path, above: Path) -> bool:
    """Return whether a path is `above`, or is in it."""
    return path == above or path.startswith(f"{above}/")
