"""The edits of a scenario: changes to its files requested by a form, a tree or a map, each a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import Worded, worded
from engine.records import AgentId
from engine.scenario.document.values import Said
from engine.scenario.reading.nodes import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class SetField:
    """Set the value at a path of a file; missing keys on the way are created."""

    file: str
    path: Path
    value: Said

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        return worded("changed {path} in {file}", path=_spelt(self.path), file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class Add:
    """Add an item to the list at a path, before the item with that number; by default at the end."""

    file: str
    path: Path
    value: Said
    before: int | None = None

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        return worded("added to {path} in {file}", path=_spelt(self.path), file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove:
    """Remove what is at a path: a key with its value, or an item."""

    file: str
    path: Path

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        return worded("removed {path} from {file}", path=_spelt(self.path), file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Move an item or a key to another position among its neighbours, counted from 0."""

    file: str
    path: Path
    to: int

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        return worded("moved {path} in {file}", path=_spelt(self.path), file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameKey:
    """Rename the key at a path; references to it are not changed."""

    file: str
    path: Path
    name: str

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        return worded(
            "renamed {path} in {file} to {name}", path=_spelt(self.path), file=self.file, name=self.name
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AddFile:
    """Add a new file."""

    file: str
    text: str

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        return worded("added {file}", file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPerson:
    """Add a persona's file, and to the town's facts those that the person brings along."""

    file: str
    text: str
    facts: tuple[Said, ...] = ()

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        if self.facts:
            return worded("added {file}; facts added: {count}", file=self.file, count=len(self.facts))
        return worded("added {file}", file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveFile:
    """Remove a file."""

    file: str

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        return worded("removed {file}", file=self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenamePlace:
    """Rename a place (`Quay`) or a room (`Quay/hut`), and every reference to it."""

    place: str
    name: str

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        return worded("renamed {what} to {name}", what=self.place, name=self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenamePerson:
    """Rename a person, give them a new id if wanted, and change every reference to them."""

    agent: AgentId
    name: str
    new_id: AgentId = ""

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        return worded("renamed {what} to {name}", what=self.agent, name=self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameFragment:
    """Rename a fragment in the town and in every persona that includes it."""

    fragment: str
    name: str

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        return worded("renamed the fragment {what} to {name}", what=self.fragment, name=self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveFragment:
    """Remove a fragment from the town and from every persona that includes it."""

    fragment: str

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        return worded("removed the fragment {what}", what=self.fragment)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mend:
    """Fix a problem: a label for the button (`does`), and the edits in order."""

    does: str
    edits: tuple[Edit, ...]

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        return worded("fixed: {does}", does=self.does)


@dataclass(frozen=True, slots=True, kw_only=True)
class StateExactly:
    """Replace a persona's first memory by intentions in fields; the first of them keeps the memory's text."""

    file: str
    memory: str
    intends: tuple[Mapping[str, Said], ...]

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        return worded("converted to fields: {memory}", memory=self.memory)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePart:
    """Move a room into another place, or an object into another room: into the table at a path. References to
    it as a home, a workplace or a usual place follow.
    """

    path: Path
    into: Path

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
        goal = [str(part) for part in self.into if part not in ("rooms", "objects")]
        return worded("moved {what} to {where}", what=self.path[-1], where=" › ".join(goal))


@dataclass(frozen=True, slots=True, kw_only=True)
class PutOnMap:
    """Set the points of places on the map, in minutes from west and north."""

    points: Mapping[str, tuple[float, float]]

    @property
    def words(self) -> Worded:
        """Describe the edit for the edit history."""
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
    """Return a path as people read it; items are counted from 1."""
    return " › ".join(str(part + 1) if isinstance(part, int) else part for part in path)
