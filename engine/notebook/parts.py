"""The parts of a notebook as it is written: its front matter, prose, and cells. Joined they are its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.errors import BadInput, NotFound, worded
from engine.notebook.codes import Severity
from engine.notebook.specs import Spec, Sql, is_state

SUFFIX = ".town.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A fault of a notebook: in which line (counted from 1), what is wrong, and what to do.

    `code` is one of `CODES`, `cell` the id of the cell it is in, if it is in one. A notebook with an error
    does not run; one with only warnings does.
    """

    code: str
    line: int
    message: str
    remedy: str
    cell: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        return self.words

    @property
    def words(self) -> str:
        """Return the line, the message and the remedy."""
        return worded(
            "line {line}: {message}; {remedy}", line=self.line, message=self.message, remedy=self.remedy
        )


class NotebookFaults(BadInput):
    """A notebook that cannot be run as it is written. Carries every fault found, not only the first."""

    def __init__(self, name: str, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        first, *others = (fault for fault in self.faults if fault.severity == "error")
        super().__init__(
            worded("{name}, {fault} (and {n} more)", name=name, fault=first.words, n=len(others))
            if others
            else worded("{name}, {fault}", name=name, fault=first.words)
        )
        self.details = "\n".join(map(str, others))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What a notebook says of itself as a lesson."""

    level: str = ""
    minutes: int = 0
    goals: tuple[str, ...] = ()

    @property
    def aims(self) -> tuple[str, ...]:
        """Return its goals as each is shown in a line of its own, however it is written in the file."""
        return tuple(f"{goal[:1].upper()}{goal[1:]}" for goal in self.goals)


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """The front matter: which town the notebook is about, and with what its run is begun."""

    source: str = ""
    line: int = 1
    title: str = ""
    town: str = ""
    town_line: int = 1
    seed: int | None = None
    brain: str = "rehearsal"
    lang: str = "en"
    lesson: Lesson | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """Markdown between cells."""

    source: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell: its text as it stands in the file, where, and what it asks for.

    `spec` is None where the kind is unknown, or what it says could not be understood. `own` is its body's
    first line in the file; `attributes` are all but kind and id, unknown ones too.
    """

    source: str
    line: int
    lang: str
    kind: str
    id: str
    body: str
    own: int
    attributes: Mapping[str, str] = field(default_factory=dict)
    spec: Spec | None = None

    @property
    def title(self) -> str:
        """Return what it is called; its id where it has no title."""
        return self.attributes.get("title", "") or self.id

    @property
    def shown(self) -> str:
        """Return what it says as it is shown: of a query, above it the values of its `:names`."""
        given = self.spec.given if isinstance(self.spec, Sql) else ()
        return "".join(f"-- :{name} = {value}\n" for name, value in given) + self.body

    @property
    def changes_town(self) -> bool:
        """Return whether it makes a checkpoint of its own."""
        return is_state(self.kind, self.spec)

    def is_marked(self, switch: str) -> bool:
        """Return whether a switch is on: `frozen`, `disabled`, `solution`, `speaker`, `hidden` or `pin`."""
        return self.attributes.get(switch, "").casefold() in ("true", "yes", "on", "1")

    @property
    def points(self) -> float:
        """Return how much it counts as a test."""
        try:
            return float(self.attributes.get("points", "1"))
        except ValueError:
            return 1.0


Part: TypeAlias = "Prose | Cell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notebook:
    """A notebook as it is written, and what is wrong with it."""

    front: Front
    parts: tuple[Part, ...]
    faults: tuple[Fault, ...] = ()

    @property
    def text(self) -> str:
        """Return the text of the file: byte for byte as it was read, but for what was changed since."""
        return self.front.source + "".join(part.source for part in self.parts)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return its cells, in order."""
        return tuple(part for part in self.parts if isinstance(part, Cell))

    def cell(self, name: str) -> Cell:
        """Return the cell of an id; NotFound names those there are."""
        found = next((cell for cell in self.cells if cell.id == name), None)
        if found is None:
            named = ", ".join(cell.id for cell in self.cells) or "none"
            raise NotFound(
                worded("the notebook has no cell {name!r:.80}; use one of: {named}", name=name, named=named)
            )
        return found

    def without_faults(self, name: str) -> Notebook:
        """Return it; NotebookFaults where something is wrong with it."""
        if self.faults:
            raise NotebookFaults(name, self.faults)
        return self
