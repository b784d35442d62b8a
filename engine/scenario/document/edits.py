"""The edits of a scenario: what a form, a tree or a map asks of its files, each a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import Worded, worded
from engine.records import AgentId
from engine.scenario.document.values import Said
from engine.scenario.reading.nodes import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class SetField:
    """Say something at a path of a file; keys on the way that are not there come to be."""

    file: str
    path: Path
    value: Said

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        return worded("changed {path} in {file}", path=_spelt(self.path), file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class Add:
    """Add an item to the list at a path, before the one of that number; as the last by default."""

    file: str
    path: Path
    value: Said
    before: int | None = None

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        return worded("added to {path} in {file}", path=_spelt(self.path), file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove:
    """Take away what stands at a path: a key with its value, or an item."""

    file: str
    path: Path

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        return worded("took away {path} in {file}", path=_spelt(self.path), file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Put an item, or a key, at another place among its neighbours, counted from 0."""

    file: str
    path: Path
    to: int

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        return worded("moved {path} in {file}", path=_spelt(self.path), file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameKey:
    """Give the key at a path another name; nothing that refers to it follows."""

    file: str
    path: Path
    name: str

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        return worded(
            "renamed {path} in {file} to {name}", path=_spelt(self.path), file=self.file, name=self.name
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AddFile:
    """Add a file that is not there yet."""

    file: str
    text: str

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        return worded("added {file}", file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPerson:
    """Add the file of somebody, and to the town's facts what they bring along."""

    file: str
    text: str
    facts: tuple[Said, ...] = ()

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        if self.facts:
            return worded("added {file}, and {count} to the facts", file=self.file, count=len(self.facts))
        return worded("added {file}", file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveFile:
    """Take a file away."""

    file: str

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        return worded("took {file} away", file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenamePlace:
    """Give a place (`Quay`) or a room (`Quay/hut`) another name, wherever it is meant."""

    place: str
    name: str

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        return worded("renamed {what} to {name}", what=self.place, name=self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenamePerson:
    """Give somebody another name, and another id if one is given, wherever they are meant."""

    agent: AgentId
    name: str
    new_id: AgentId = ""

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        return worded("renamed {what} to {name}", what=self.agent, name=self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameFragment:
    """Give a fragment another name, in the town and in everybody who includes it."""

    fragment: str
    name: str

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        return worded("renamed the fragment {what} to {name}", what=self.fragment, name=self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveFragment:
    """Take a fragment out of the town, and out of everybody who includes it."""

    fragment: str

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        return worded("took the fragment {what} away", what=self.fragment)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mend:
    """Mend what a problem is about: what that `does`, as one says it of a button, and its edits in order."""

    does: str
    edits: tuple[Edit, ...]

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        return worded("mended: {does}", does=self.does)


@dataclass(frozen=True, slots=True, kw_only=True)
class StateExactly:
    """State what a first memory of somebody asks in fields, as intentions, in place of the memory: the first
    of them is remembered in its words.
    """

    file: str
    memory: str
    intends: tuple[Mapping[str, Said], ...]

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        return worded("stated in fields: {memory}", memory=self.memory)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePart:
    """Put a room of the world into another place, or an object into another room: into the table at a path.
    Whoever lives, works or goes there every day goes along.
    """

    path: Path
    into: Path

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        goal = [str(part) for part in self.into if part not in ("rooms", "objects")]
        return worded("moved {what} to {where}", what=self.path[-1], where=" › ".join(goal))


@dataclass(frozen=True, slots=True, kw_only=True)
class PutOnMap:
    """Put places on the map, each at its point, in minutes from west and north."""

    points: Mapping[str, tuple[float, float]]

    @property
    def words(self) -> Worded:
        """Return what it does, for the list of what was done."""
        if len(self.points) == 1:
            return worded("moved {what} on the map", what=next(iter(self.points)))
        return worded("moved {count} places on the map", count=len(self.points))


FileEdit = SetField | Add | Remove | Move | RenameKey
Edit = (
    FileEdit
    | AddFile
    | AddPerson
    | RemoveFile
    | RenamePlace
    | RenamePerson
    | RenameFragment
    | RemoveFragment
    | MovePart
    | PutOnMap
    | Mend
    | StateExactly
)


def _spelt(path: Path) -> str:
    """Return a path as people read it: items are counted from 1."""
    return " › ".join(str(part + 1) if isinstance(part, int) else part for part in path)
