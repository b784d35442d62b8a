"""Notebooks in a terminal: created, checked, run, tested and exported. Nothing runs without being asked
to.
"""

from __future__ import annotations

import dataclasses
import os
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from engine.api.forecast import amount_words
from engine.api.text import size_words, write_whole
from engine.api.workspace import Workspace, open_workspace
from engine.api.workspace_file import file_of
from engine.cli.naming import count_words, next_command
from engine.cli.screen.colour import Painted, Tone
from engine.cli.screen.stopping import stopping
from engine.cli.screen.terminal import INTERRUPTED, Terminal
from engine.errors import BadInput
from engine.notebook.embedding import with_outputs
from engine.notebook.jupyter.ipynb import ipynb
from engine.notebook.jupyter.percent import percent
from engine.notebook.jupyter.taking_in import read_ipynb
from engine.notebook.outputs import Grid, Output, Say, as_it_is
from engine.notebook.parts import SUFFIX, Cell, Fault, Notebook, NotebookFaults
from engine.notebook.reading.read import read_notebook
from engine.notebook.running.cleaning import clear, unneeded
from engine.notebook.running.paying import recorded_words, time_words
from engine.notebook.running.session import MARKS, CellState, Session
from engine.notebook.showing.markdown import HELD, markdown
from engine.notebook.showing.page import page
from engine.notebook.showing.report import Case, cases_of, facts, junit
from engine.notebook.specs import Python
from engine.notebook.starter import lesson_text, lesson_titles, starter

_BAR = 30  # letters of the longest bar
_FORMS = {
    "html": page,
    "markdown": markdown,
    "md": markdown,
    "ipynb": ipynb,
    "py": percent,
    "town": with_outputs,
}


def notebook(given: Namespace, terminal: Terminal) -> int:
    """Run the requested action on a notebook."""
    doing = {
        "run": _run, "test": _test, "check": _check, "export": _export, "import": _import, "new": _new,
        "allow": _allow, "forbid": _allow, "clean": _clean,
    }  # fmt: skip
    if given.file is None and given.action not in ("allow", "forbid", "clean"):
        raise BadInput(f"`notebook {given.action}` needs a FILE; name the notebook")
    return doing[given.action](given, terminal)


# ---- what is asked


def _run(given: Namespace, terminal: Terminal) -> int:
    """Run all cells, or those named, and print their results."""
    with _opened(given) as session:
        for said in given.predict:
            cell, _, answer = said.partition("=")
            session.predict(cell.strip(), answer)
        ended = _live(session, given, terminal)
        withhold = not given.reveal
        states = [state for state in session.states if not given.cell or state.cell.id in given.cell]
        if given.json:
            terminal.data({"file": given.file.name, "cells": facts(states, withhold=withhold)})
        else:
            for state in states:
                _say(state, terminal, withhold=withhold)
            _say_what_waits(states, given, terminal, withhold=withhold)
        return ended or int(any(state.status == "failed" for state in states))


def _test(given: Namespace, terminal: Terminal) -> int:
    """Run all cells, and print which expectations hold; return 1 if one does not."""
    with _opened(given) as session:
        ended = _live(session, given, terminal)
        cases = cases_of(session.states)
        if given.junit is not None:
            _write([junit(given.file.name, cases)], given.junit)
        passed = [case for case in cases if case.outcome == "passed"]
        if given.json:
            points = {"points": sum(case.points for case in passed), "of": sum(case.points for case in cases)}
            terminal.data({**points, "tests": [dataclasses.asdict(case) for case in cases]})
        else:
            for case in cases:
                _say_case(case, given, terminal)
            terminal.say(f"{len(passed)} of {len(cases)} expectations hold")
        return ended or int(len(passed) < len(cases))


def _check(given: Namespace, terminal: Terminal) -> int:
    """Print every fault and warning, or else the state of every cell; 1 if there is an error."""
    found = read_notebook(given.file)
    with _workspace(given, of=found) as workspace:
        faults, states = _faults_and_states(workspace, found, given)
    errors = [fault for fault in faults if fault.severity == "error"]
    if given.json:
        problems = [dataclasses.asdict(fault) for fault in faults]
        cells = facts(states, withhold=True)
        terminal.data({"file": given.file.name, "problems": problems, "cells": cells})
        return int(bool(errors))
    if states:
        terminal.table(
            [
                (MARKS[state.status], state.cell.id, state.cell.kind, state.status, state.why)
                for state in states
            ]
        )
    for fault in faults:
        _say_fault(fault, given, terminal)
    warnings = len(faults) - len(errors)
    verdict = (
        [count_words(len(errors), "error"), count_words(warnings, "warning")] if faults else ["no problems"]
    )
    last = "it does not run until the errors are fixed" if errors else count_words(len(states), "cell")
    terminal.say(f"{given.file.name}: {', '.join(verdict)}; {last}")
    return int(bool(errors))


def _faults_and_states(
    workspace: Workspace, found: Notebook, given: Namespace
) -> tuple[tuple[Fault, ...], tuple[CellState, ...]]:
    try:
        session = _session(workspace, found, given)
    except NotebookFaults as error:
        return error.faults, ()
    return session.warnings, session.states


def _say_fault(fault: Fault, given: Namespace, terminal: Terminal) -> None:
    is_error = fault.severity == "error"
    mark = Painted(fault.code, Tone.BAD) if is_error else Painted(f"{fault.code} warning:", Tone.WARNING)
    cell = f" {fault.cell}:" if fault.cell else ""
    terminal.say(f"{given.file.name}:{fault.line} ", mark, f"{cell} {fault.message} ({fault.remedy})")


def _export(given: Namespace, terminal: Terminal) -> int:
    """Write a notebook with the results of its cells so far; nothing is run."""
    form = given.to or given.form
    if form not in _FORMS:
        raise BadInput(f"there is no format {form!r:.60}; use one of: {', '.join(_FORMS)}")
    with _opened(given) as session:
        states = session.states
        say = _in_language(session.notebook.front.lang)
        pieces = _FORMS[form](session.notebook, states, given.edition, say)
        if given.output == "-":
            terminal.write_bytes(pieces)
        else:
            _write(pieces, Path(given.output))
        bare = sum(
            state.status in ("stale", "never run") and state.cell.kind != "predict" for state in states
        )
        if bare:
            run = next_command(given, "notebook", "run", str(given.file))
            terminal.note(f"cells without results: {bare}; run them first: {run}")
    return 0


def _in_language(language: str) -> Say:
    """Return a function that translates the product's own texts into the language of a notebook."""
    # Only here: the catalogues are the studio's.
    from studio.catalogue.read import LANGUAGES
    from studio.catalogue.worded import worded_in

    return partial(worded_in, language=language) if language in LANGUAGES else as_it_is


def _import(given: Namespace, terminal: Terminal) -> int:
    """Write the notebook that a Jupyter file was made from; existing files are not overwritten."""
    found = read_ipynb(given.file)
    beside = given.file.with_name(f"{given.file.name.removesuffix('.ipynb')}{SUFFIX}")
    path = beside if given.output == "-" else Path(given.output)
    _refuse_taken(path)
    _write([found.text.encode()], path)
    return _say_written(path, given, terminal)


def _allow(given: Namespace, terminal: Terminal) -> int:
    """Show the programs of a notebook and allow them, or forbid them; without a notebook, forbid all programs
    in this workspace, or undo that.
    """
    allowed = given.action == "allow"
    with open_workspace(given.workspace) as workspace:
        if given.file is None:
            workspace.notebooks.forbid_python(forbidden=not allowed)
            terminal.say(
                "Python in notebooks is now off in this workspace"
                if not allowed
                else "Python in notebooks is now on in this workspace, for programs that you allowed"
            )
            return 0
        found = read_notebook(given.file)
        cells = [(cell, cell.spec) for cell in found.cells if isinstance(cell.spec, Python)]
        for cell, spec in cells:
            terminal.say(Painted(f"line {cell.line}, {cell.title}", Tone.HEAD))
            terminal.say(f"{spec.code.rstrip()}\n")
            workspace.notebooks.allow_python(spec.code, allowed=allowed)
        done = "now allowed in this form" if allowed else "no longer allowed"
        terminal.say(f"{given.file.name}: {count_words(len(cells), 'program')} {done}")
        if allowed and workspace.notebooks.python_forbidden:
            lift = next_command(given, "notebook", "allow")
            terminal.note("Python in notebooks is still off in this workspace; to turn it on: ", lift)
    return 0


def _clean(given: Namespace, terminal: Terminal) -> int:
    """Print which stored results no notebook needs any more, and remove them with --yes."""
    with open_workspace(given.workspace) as workspace:
        found = unneeded(workspace)
        freed = clear(workspace, found) if given.yes and found else None
        count = found.count
        if given.json:
            runs = [row.id for row in found.runs]
            batches = [row.id for row in found.batches]
            sizes = {"keys": len(found.keys), "bytes": found.size, "freed": freed}
            terminal.data({"runs": runs, "batches": batches, **sizes})
            return 0
        if not found:
            terminal.say("there is nothing to clean up")
        elif freed is not None:
            terminal.say(
                f"permanently removed {count_words(count, 'run')}; {size_words(freed)} are free again"
            )
        else:
            terminal.say(f"runs that no notebook needs any more: {count}, about {size_words(found.size)}")
            words = next_command(given, "notebook", "clean", "--yes")
            terminal.note("to remove them permanently: ", Painted(words, Tone.COMMAND))
    return 0


def _refuse_taken(path: Path) -> None:
    if os.path.lexists(path):
        raise BadInput(f"{str(path)!r} already exists; choose another name")


def _new(given: Namespace, terminal: Terminal) -> int:
    """Write a notebook to begin with; existing files are not overwritten."""
    if given.lesson == "list":
        terminal.table([(name, title) for name, title in lesson_titles().items()])
        return 0
    _refuse_taken(given.file)
    if given.lesson is not None:
        _write([lesson_text(given.lesson).encode()], given.file)
        return _say_written(given.file, given, terminal)
    with _workspace(given) as workspace:
        checked = workspace.scenarios.checked(workspace.scenarios.taken_in(given.town).scenario)
        if checked.scenario is None:
            raise BadInput(f"the scenario {given.town!r} has errors; `townwright check` lists them")
        _write([starter(checked.scenario, given.town).encode()], given.file)
    return _say_written(given.file, given, terminal)


def _say_written(path: Path, given: Namespace, terminal: Terminal) -> int:
    run = next_command(given, "notebook", "run", str(path))
    terminal.say(f"created {path}\nto run it: ", Painted(run, Tone.COMMAND))
    return 0


# ---- how


@contextmanager
def _opened(given: Namespace) -> Iterator[Session]:
    """Open a notebook in the workspace. A faulty one is refused before anything is written. If there is no
    workspace yet, a temporary one is used for the check.
    """
    found = read_notebook(given.file)
    with _workspace(given, of=found) as workspace:
        yield _session(workspace, found, given)


@contextmanager
def _workspace(given: Namespace, of: Notebook | None = None) -> Iterator[Workspace]:
    there = os.path.lexists(file_of(given.workspace))
    if not there and (of is None or given.action in ("check", "export")):
        with tempfile.TemporaryDirectory() as folder, open_workspace(folder) as workspace:
            yield workspace
        return
    if not there and of is not None:
        with tempfile.TemporaryDirectory() as folder, open_workspace(folder) as workspace:
            _session(workspace, of, given)
    with open_workspace(given.workspace) as workspace:
        yield workspace


def _session(workspace: Workspace, found: Notebook, given: Namespace) -> Session:
    name = str(given.file.resolve())
    return Session(workspace, found, name, folder=given.file.resolve().parent)


def _live(session: Session, given: Namespace, terminal: Terminal) -> int:
    """Run the requested cells; return the exit status if the user stopped it."""

    def watch(cell: Cell, done: bool) -> None:
        if not done and not given.json and not given.quiet:
            terminal.note(f"{MARKS['running']} {cell.id}")

    _say_what_it_takes(session, given, terminal)
    with stopping(
        session.stop, terminal, "stopping when the turns in progress end; everything so far is kept"
    ):
        if given.to:
            session.run_to(given.to, watch=watch)
        else:
            session.run(*given.cell, watch=watch)
    if session.pause.asked:
        terminal.note("stopped; run the same command again to continue")
        return INTERRUPTED
    return 0


def _say_what_it_takes(session: Session, given: Namespace, terminal: Terminal) -> None:
    """Print what a served model may cost for it. Raises BadInput if that has to be paid and the user has not
    agreed.
    """
    cells = () if given.to else given.cell
    found = session.estimate(*cells, to=given.to or "")
    if found is None:
        return
    days = f"{found.days:g} {'day' if found.days == 1 else 'days'}"
    lived = f"{days} and {count_words(found.questions, 'question')}"
    said = f"{lived} with {session.town.model} may take {amount_words(found.whole)}"
    costs = found.whole.micros is None or found.whole.micros.most
    terminal.note(recorded_words(found))
    terminal.note(time_words(found))
    if costs and not given.yes:
        raise BadInput(f"{said}; nothing was run; add --yes to run it")
    terminal.note(said)


def _write(pieces: Iterator[bytes] | list[bytes], path: Path) -> None:
    try:
        write_whole(pieces, path)
    except OSError as error:
        raise BadInput(f"{str(path)!r} cannot be written ({error.strerror}); name another file") from error


# ---- what is said


def _say(state: CellState, terminal: Terminal, *, withhold: bool) -> None:
    tone = {"failed": Tone.BAD}.get(state.status, Tone.HEAD)
    kept = f", stored as {state.output.run}" if state.output is not None and state.cell.changes_town else ""
    how = f"  {state.cell.kind}, {state.status}{kept}"
    terminal.say(Painted(f"{MARKS[state.status]} {state.cell.title}", tone), how)
    if state.why:
        terminal.say(f"  {state.why}")
    if withhold and state.withheld:
        terminal.say(f"  {HELD}")
    elif state.output is not None:
        _say_output(state.output, terminal)
    terminal.say("")


def _say_output(output: Output, terminal: Terminal) -> None:
    for line in (line for sentence in output.sentences for line in sentence.splitlines()):
        terminal.say(f"  {line}")
    for grid in output.grids:
        _say_grid(grid, terminal)
    asked = ""
    for quote in output.quotes:
        if quote.asked != asked:
            terminal.say(f"  {quote.asked}")
        asked = quote.asked
        terminal.say(f"    {quote.who}: {quote.text}")


def _say_grid(grid: Grid, terminal: Terminal) -> None:
    if grid.title:
        terminal.say(f"  {grid.title}")
    told = grid.as_table
    rows: list[tuple[object, ...]] = [
        tuple("" if cell is None else cell for cell in row) for row in told.rows
    ]
    if grid.plot == "bars":
        most = max((row[1] for row in rows if isinstance(row[1], int | float)), default=0) or 1
        rows = [(*row, "#" * round(float(str(row[1])) / most * _BAR)) for row in rows]
        terminal.table([(*grid.columns, ""), *rows], headed=True, indent="  ")
    elif grid.columns:
        terminal.table([told.columns, *rows], headed=True, indent="  ")
    if grid.more:
        terminal.say("  more rows are not shown")


def _say_what_waits(states: list[CellState], given: Namespace, terminal: Terminal, *, withhold: bool) -> None:
    """Print how to make the predictions that the withheld results wait for."""
    if not (withhold and any(state.withheld for state in states)):
        return
    for state in states:
        if state.cell.kind == "predict" and state.output is None:
            words = ("notebook", "run", str(given.file), "--predict", f"{state.cell.id}=ANSWER")
            terminal.note("to predict: ", Painted(next_command(given, *words), Tone.COMMAND))


def _say_case(case: Case, given: Namespace, terminal: Terminal) -> None:
    mark = MARKS["fresh"] if case.outcome == "passed" else MARKS["failed"]
    terminal.say(f"{mark} line {case.line}, {case.cell}: {case.said}")
    if case.outcome == "failed" and case.where:
        if case.where.startswith("batch-"):
            look = next_command(given, "repeat", case.where)
        else:
            look = next_command(given, "paper", case.where, "--at", case.moment)
        terminal.say("    to see it: ", Painted(look, Tone.COMMAND))
