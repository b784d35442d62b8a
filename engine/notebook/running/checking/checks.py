"""Checks: every fault of a notebook, with its town, before anything is simulated or written."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path as FolderPath

from engine.api.interventions import unmeant
from engine.api.many.batch import COUNTED
from engine.api.many.trying import is_sql, statement_meant, tried
from engine.api.scenarios import read_to_live
from engine.api.workspace import Workspace
from engine.api.writing.changes import Setup, changed
from engine.api.writing.yaml_lines import Path
from engine.errors import BadInput, TownwrightError, Worded, message_and_remedy, worded, words_of
from engine.notebook.parts import Cell, Fault, Notebook, NotebookFaults
from engine.notebook.reading.kinds import OF_SOMEBODY
from engine.notebook.reading.places import line_at, line_of_change, line_of_text, line_of_value
from engine.notebook.running.checking.warnings import warnings_of
from engine.notebook.running.town import TownOfNotebook, town_of
from engine.notebook.specs import (
    Branch,
    Chart,
    Compare,
    Edit,
    Event,
    Expect,
    Interview,
    Pin,
    Python,
    Run,
    Sql,
    Survey,
)
from engine.records import Scenario

_PLACED = re.compile(r"line (\d+), column \d+: (.*)", re.DOTALL)
_SECONDS = 0.5  # in a town in which nothing has happened; what takes longer there never ends


@dataclass(frozen=True, slots=True)
class _Query:
    """A SELECT of a cell, the values of its names, and the line it stands in."""

    cell: Cell
    sql: str
    given: Mapping[str, object]
    line: int


def checked(
    workspace: Workspace, notebook: Notebook, folder: FolderPath | None, name: str
) -> tuple[TownOfNotebook | None, tuple[Fault, ...]]:
    """Find the town of a notebook and every fault and warning, by line. Nothing is written.

    A cell that cannot be read is not tried on the town, which is None if it is not found or has errors.
    """
    faults, town = list(notebook.faults), None
    if not any(fault.line <= notebook.front.town_line and not fault.cell for fault in faults):
        try:
            town = town_of(workspace, notebook.front, folder, name)
        except NotebookFaults as error:
            faults += error.faults
    if town is not None:
        unread = {fault.cell for fault in faults}
        faults += (fault for fault in _faults_in_town(workspace, notebook, town, unread))
    faults += warnings_of(workspace, notebook, town)
    return town, tuple(sorted(faults, key=lambda fault: fault.line))


def _faults_in_town(
    workspace: Workspace, notebook: Notebook, town: TownOfNotebook, unread: Collection[str]
) -> Iterator[Fault]:
    """Yield what the cells ask for that cannot be so in their town: people, facts, changes, SQL."""
    asked: list[_Query] = []
    newcomers = False  # whose names no scenario knows
    for cell, setup in setups_of(notebook, town.setup):
        if cell.is_marked("disabled") or cell.id in unread:
            continue
        scenario = _scenario(setup)
        found = _faults(cell, setup, scenario)
        yield from (fault for fault in found if not (newcomers and fault.code == "NB501"))
        newcomers = newcomers or (isinstance(cell.spec, Event) and cell.spec.verb == "add")
        yield from _programs(cell, workspace)
        asked += _queries(cell, scenario)
    queries, given = [query.sql for query in asked], [query.given for query in asked]
    errors = tried(town.setup, queries, given=given, seconds=_SECONDS) if asked else ()
    for query, error in zip(asked, errors, strict=True):
        if error:
            yield _fault_of_query(query, error)


def setups_of(notebook: Notebook, begun: Setup) -> Iterator[tuple[Cell, Setup]]:
    """Yield each cell with the town as it is said to be before it, by the edits above it on its line."""
    after: dict[str, Setup] = {}
    now = begun
    for cell in notebook.cells:
        yield cell, now
        if cell.is_marked("disabled"):
            continue
        if isinstance(cell.spec, Branch):
            now = after.get(cell.spec.start, now)
        elif isinstance(cell.spec, Edit):
            with contextlib.suppress(TownwrightError):  # told where changes are checked
                now = changed(now, cell.spec.changes)
        after[cell.id] = now


def _scenario(setup: Setup) -> Scenario:
    scenario = read_to_live(setup.files, setup.scenario).scenario
    assert scenario is not None
    return scenario


def _faults(cell: Cell, setup: Setup, scenario: Scenario) -> Iterator[Fault]:
    spec = cell.spec
    if isinstance(spec, Interview | Survey):
        yield from _faults_of_names(cell, spec.who or (), scenario, ("who",))
    elif isinstance(spec, Run):
        yield from _faults_of_living(cell, spec, scenario)
    elif isinstance(spec, Chart) and spec.plot in OF_SOMEBODY:
        yield from _faults_of_names(cell, (spec.of,), scenario, ("of",))
    elif isinstance(spec, Event):
        yield from _faults_of_event(cell, spec, scenario)
    elif isinstance(spec, Expect):
        yield from _faults_of_expecting(cell, spec, scenario)
    elif isinstance(spec, Edit):
        yield from _faults_of_changes(cell, spec.changes, setup)
    elif isinstance(spec, Compare):
        yield from _faults_of_comparing(cell, spec, setup, scenario)


def _faults_of_event(cell: Cell, spec: Event, scenario: Scenario) -> Iterator[Fault]:
    codes = {"agent": "NB501", "people": "NB501", "room": "NB506", "thing": "NB506", "intention": "NB507"}
    within = () if cell.kind == "whisper" else (spec.verb,)
    for field, error in unmeant(scenario, spec.verb, spec.asked):
        code = codes.get(field.kind, "NB304")
        line = line_of_value(cell, within, spec.asked[field.name])
        if code == "NB507":
            line = line_at(cell, *within, "intend")
        yield _fault(code, cell, error, line)


def _faults_of_expecting(cell: Cell, spec: Expect, scenario: Scenario) -> Iterator[Fault]:
    if spec.ask:
        yield from _faults_of_names(cell, (spec.who,), scenario, ("who",))
    elif spec.that:
        yield from _faults_of_statements(cell, [spec.that], scenario, ("that",))


def _faults_of_comparing(cell: Cell, spec: Compare, setup: Setup, scenario: Scenario) -> Iterator[Fault]:
    counts = {*COUNTED, *(f"know {fact.id}" for fact in scenario.facts)}
    said = [one for one in spec.measure if one not in counts]
    yield from _faults_of_statements(cell, said, scenario, ("measure",))
    for n, variant in enumerate(spec.variants):
        yield from _faults_of_changes(cell, variant.changes, setup, ("variants", n))


def _faults_of_statements(cell: Cell, said: Iterable[str], scenario: Scenario, at: Path) -> Iterator[Fault]:
    for one in said:
        try:
            statement_meant(one, scenario)
        except TownwrightError as error:
            yield _fault("NB502", cell, error, line_of_text(cell, at, one))


def _programs(cell: Cell, workspace: Workspace) -> Iterator[Fault]:
    """Yield a fault for a program that nobody has allowed here: a notebook may come from anybody."""
    if not isinstance(cell.spec, Python) or workspace.notebooks.allows_python(cell.spec.code):
        return
    if workspace.notebooks.python_forbidden:
        message = worded("Python is off: this workspace forbids it")
        remedy = worded("remove the cell")
    else:
        message = worded("Python is off: this program has not been allowed here")
        remedy = worded("read it, then allow it with `townwright notebook allow FILE`")
    remedy = worded("{remedy}, or mark it disabled=true", remedy=remedy)
    yield Fault(code="NB505", line=cell.line, message=message, remedy=remedy, cell=cell.id)


def _faults_of_living(cell: Cell, spec: Run, scenario: Scenario) -> Iterator[Fault]:
    yield from _faults_of_names(cell, spec.agents, scenario, ("agents",))
    if spec.reflection:
        yield from _faults_of_names(cell, (spec.reflection,), scenario, ("until", "reflection"))
    try:
        if spec.event:
            statement_meant(spec.event, scenario)
    except BadInput:
        return  # words that are to be said, or to happen
    except TownwrightError as error:
        yield _fault("NB502", cell, error, line_at(cell, "until", "event"))


def _faults_of_names(cell: Cell, names: Iterable[str], scenario: Scenario, at: Path) -> Iterator[Fault]:
    people = {word.casefold() for one in scenario.personas for word in (one.id, one.name)}
    for name in names:
        if name.casefold() not in people:
            known = ", ".join(one.id for one in scenario.personas[:12])
            message = worded("nobody in {town!r} is called {name!r:.60}", town=scenario.town, name=name)
            remedy = worded("use one of: {known}", known=known)
            line = line_of_text(cell, at, name)
            yield Fault(code="NB501", line=line, message=message, remedy=remedy, cell=cell.id)


def _faults_of_changes(
    cell: Cell, changes: Mapping[str, object], setup: Setup, at: Path = ()
) -> Iterator[Fault]:
    """Yield what is wrong with changes, each tried on the town as the ones before it have it."""
    for key, value in changes.items():
        try:
            setup = changed(setup, {key: value})
        except TownwrightError as error:
            yield _fault("NB503", cell, error, line_of_change(cell, key, error, at))


def _queries(cell: Cell, scenario: Scenario) -> Iterator[_Query]:
    """Yield the SELECTs of a cell, each with the values of its names and the line in which it stands."""
    spec = cell.spec
    if isinstance(spec, Sql):
        yield _Query(cell, spec.sql, dict(spec.given), cell.own)
    elif isinstance(spec, Run) and is_sql(spec.event):
        yield _Query(cell, spec.event, {}, line_at(cell, "until", "event"))
    elif isinstance(spec, Pin) and not spec.of.isdecimal():
        yield _Query(cell, spec.of, {}, line_at(cell, "of"))
    elif isinstance(spec, Expect) and not spec.ask:
        try:
            sql = spec.sql or statement_meant(spec.that, scenario).sql
        except (BadInput, TownwrightError):  # told where statements are checked
            return
        yield _Query(cell, sql, {}, line_at(cell, "sql" if spec.sql else "that"))


def _fault_of_query(query: _Query, error: str) -> Fault:
    """Return the fault of a query that fails, in its line of the file if SQLite names one."""
    placed = _PLACED.fullmatch(error)
    line, message = query.line, error
    if placed:
        line += int(placed[1]) - 1
        inner = error.values.get("message") if isinstance(error, Worded) else None
        message = inner if isinstance(inner, str) else placed[2]
    message, remedy = message_and_remedy(message)
    remedy = remedy or worded("see docs/views.md for the views and their columns")
    return Fault(code="NB504", line=line, message=message, remedy=remedy, cell=query.cell.id)


def _fault(code: str, cell: Cell, error: TownwrightError, line: int) -> Fault:
    message, remedy = message_and_remedy(words_of(error))
    remedy = remedy or worded("fix it, and run it again")
    return Fault(code=code, line=line, message=message, remedy=remedy, cell=cell.id)
