"""Cleaning up: the checkpoints and findings that no notebook needs any more, and how they are cleared.

A checkpoint is needed while a notebook, as it is written now, comes to it. Never cleared is a run that a
person named, put into the list of runs, forked, talked in or repeats. The batch of a cell that repeats
something is needed while what that cell found is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.api.many.batch import BatchRow
from engine.api.runs import RunRow
from engine.api.scenarios import notebook_file, notebook_named
from engine.api.workspace import Workspace
from engine.errors import TownwrightError
from engine.notebook.reading.read import notebook_of, read_notebook
from engine.notebook.running.checkpoints import CALLED
from engine.notebook.running.session import Session

_REPLAY = "replay:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unneeded:
    """What can be cleared: runs, batches, the keys of checkpoints and findings, and about how many bytes they
    take.
    """

    runs: tuple[RunRow, ...]
    batches: tuple[BatchRow, ...]
    keys: tuple[str, ...]
    size: int

    @property
    def count(self) -> int:
        """Return how many runs it is, with all that batches have lived."""
        return len(self.runs) + sum(row.size for row in self.batches)

    def __bool__(self) -> bool:
        """Return whether there is anything to clear."""
        return bool(self.runs or self.batches or self.keys)


def unneeded(workspace: Workspace) -> Unneeded:
    """Return what is kept of notebooks and needed by none of them. Nothing is changed."""
    needed = _needed_keys(workspace)
    checkpoints, outputs = workspace.notebooks.checkpoints, workspace.notebooks.outputs
    rows = {row.number: row for row in workspace.runs.all(archived=True)}
    made = _with_past({one.run for one in checkpoints.values()}, rows)
    kept = {one.run for key, one in checkpoints.items() if key in needed} | _of_people(workspace, rows, made)
    runs = tuple(rows[one] for one in sorted(made - _with_past(kept, rows)))
    gone = {row.number for row in runs}
    keys = {key for key, one in checkpoints.items() if one.run in gone}
    keys |= {key for key in outputs if key not in needed}
    batches = _batches(workspace, needed)
    size = sum(workspace.runs.taken(row.number).disk for row in runs)
    size += sum(workspace.batches.find(row.number).disk for row in batches)
    size += sum(outputs.get(key, 0) for key in keys)
    return Unneeded(runs=runs, batches=batches, keys=tuple(sorted(keys)), size=size)


def clear(workspace: Workspace, found: Unneeded) -> int:
    """Clear what no notebook needs, and return by how many bytes the workspace is smaller. What was cleared
    is made again where a cell comes to it once more.
    """
    freed = 0
    for row in found.batches:
        batch = workspace.batches.find(row.number)
        freed += batch.disk
        batch.delete()
        workspace.batches.empty(row.number)
    workspace.notebooks.forget(found.keys)
    there = _notebooks_there(workspace)
    for name in workspace.notebooks.names:
        if name not in there:
            workspace.notebooks.forget_past(name)
    return freed + workspace.runs.remove(row.number for row in found.runs)


# ---- what is needed


def _needed_keys(workspace: Workspace) -> set[str]:
    """Return every key that a notebook comes to: those of the workspace as they are saved and as they are
    typed, files beside it, and any other as it was left.
    """
    found: set[str] = set()
    towns = workspace.scenarios.names()
    for town in towns:
        for files in (workspace.scenarios.files(town), workspace.scenarios.drafts.files(town)):
            for path, text in files.items():
                name = notebook_named(path)
                if name is not None:
                    found |= _keys_of(workspace, f"{town}/{notebook_file(name)}", text)
    for name in workspace.notebooks.names:
        if not _is_kept_with_a_town(name):
            found |= _keys_of_file(workspace, name)
    return found


def _notebooks_there(workspace: Workspace) -> set[str]:
    """Return by what the notebooks are remembered that have not been deleted."""
    found = {name for name in workspace.notebooks.names if not _is_kept_with_a_town(name)}
    found = {name for name in found if not Path(name).is_absolute() or Path(name).exists()}
    for town in workspace.scenarios.names():
        paths = {*workspace.scenarios.files(town), *workspace.scenarios.drafts.files(town)}
        found |= {f"{town}/{path}" for path in paths if notebook_named(path) is not None}
    return found


def _is_kept_with_a_town(name: str) -> bool:
    _, slash, path = name.partition("/")
    return bool(slash) and notebook_named(path) is not None


def _keys_of(workspace: Workspace, name: str, text: str, folder: Path | None = None) -> frozenset[str]:
    """Return the keys that a notebook comes to; of one that cannot be run as it is, those it was left at."""
    try:
        return Session(workspace, notebook_of(text), name, folder=folder).keys
    except TownwrightError:
        return _keys_left(workspace, name)


def _keys_of_file(workspace: Workspace, name: str) -> frozenset[str]:
    """Return the keys that a notebook comes to which is a file; none where the file is gone."""
    path = Path(name)
    if not path.is_absolute():  # a program calls its notebooks as it likes
        return _keys_left(workspace, name)
    if not path.exists():
        return frozenset()
    try:
        return _keys_of(workspace, name, read_notebook(path).text, path.parent)
    except (TownwrightError, OSError):
        return _keys_left(workspace, name)


def _keys_left(workspace: Workspace, name: str) -> frozenset[str]:
    rows = workspace.notebooks.cells(name).values()
    return frozenset(key for row in rows for key in (row.key, row.before))


# ---- what was repeated


def _batches(workspace: Workspace, needed: Collection[str]) -> tuple[BatchRow, ...]:
    """Return the batches that cells made and that no finding which is needed tells of. One that a person has
    planned is told of in none.
    """
    made = [one for one in workspace.batches.all() if one.name.startswith(CALLED) and not one.is_live]
    if not made:
        return ()
    told = {True: "", False: ""}
    for key, output in workspace.notebooks.findings.items():
        told[key in needed] += f"\n{output}"
    return tuple(one for one in made if _tells(told[False], one) and not _tells(told[True], one))


def _tells(findings: str, batch: BatchRow) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(batch.id)}(?![\w-])", findings) is not None


# ---- whose runs they are


def _with_past(numbers: Iterable[int], rows: dict[int, RunRow]) -> set[int]:
    """Return some runs with all that they stand on."""
    found: set[int] = set()
    for number in numbers:
        at: int | None = number
        while at is not None and at in rows and at not in found:
            found.add(at)
            at = rows[at].parent
    return found


def _of_people(workspace: Workspace, rows: dict[int, RunRow], made: set[int]) -> set[int]:
    """Return the runs, of those that notebooks made, that a person has made their own, or stands on."""
    found = set(_others(workspace, rows, made))
    for number in made:
        row, root = rows[number], rows[_root(number, rows)]
        named = row.name != root.name or not root.name.startswith(CALLED)
        if named or not row.hidden or workspace.runs.find(number).chats():
            found.add(number)
    return found


def _others(workspace: Workspace, rows: dict[int, RunRow], made: set[int]) -> Iterator[int]:
    """Yield the runs on which something stands that no notebook made: forks, replays, and batches under
    way.
    """
    replayed = set()
    for row in (*rows.values(), *workspace.runs.deleted()):
        if row.number not in made and row.parent is not None:
            yield row.parent
        if row.model.startswith(_REPLAY):
            replayed.add(row.model.removeprefix(_REPLAY))
    yield from (number for number in made if rows[number].id in replayed)
    for batch in (*workspace.batches.all(), *workspace.batches.deleted()):
        if batch.run is not None and batch.state != "done":
            yield batch.run


def _root(number: int, rows: dict[int, RunRow]) -> int:
    while (parent := rows[number].parent) is not None and parent in rows:
        number = parent
    return number
