"""Writing in a notebook: its text is the truth, each edit a splice of it that is kept at once and can be
undone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from engine.api.scenarios import notebook_file, notebook_named
from engine.api.workspace import Workspace
from engine.api.writing.drafts import Standing, Typed
from engine.errors import TownwrightError, worded
from engine.notebook.parts import SUFFIX, Notebook, NotebookFaults
from engine.notebook.reading.read import notebook_of
from engine.notebook.running.session import Session
from studio import session
from studio.authoring.editor.editing import Writing, open_file
from studio.catalogue.tr import tr_error

FOLDER = "notebooks/"
SAID = "notebook-said"


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A notebook of a scenario as this window writes it."""

    scenario: str
    name: str
    writing: Writing
    notebook: Notebook

    @property
    def key(self) -> str:
        """Return what its cells are remembered by, and its widgets are called."""
        return key_of(self.scenario, self.name)


def key_of(scenario: str, name: str) -> str:
    """Return what the cells of a notebook of a scenario are remembered by."""
    return f"{scenario}/{notebook_file(name)}"


def notebooks_of(workspace: Workspace, scenario: str) -> dict[str, str]:
    """Return the notebooks of a scenario with what is typed in them: their texts by their names."""
    files = workspace.scenarios.drafts.files(scenario)
    return {name: text for path, text in files.items() if (name := notebook_named(path)) is not None}


def open_desk(scenario: str, name: str) -> Desk:
    """Return a notebook as this window has it."""
    writing = open_file(session.workspace(), scenario, notebook_file(name))
    return Desk(scenario=scenario, name=name, writing=writing, notebook=parsed(writing.text))


@st.cache_resource(show_spinner=False, max_entries=64)
def parsed(text: str) -> Notebook:
    """Return the notebook that a text is, read once."""
    return notebook_of(text)


def opened(desk: Desk) -> Session | NotebookFaults:
    """Return the notebook as it can be run, checked once for each text of it and of its town; or what is
    wrong with it.
    """
    workspace = session.workspace()
    towns = tuple(
        (name, workspace.scenarios.versions(name)[0].number) for name in workspace.scenarios.names()
    )
    return _opened(str(workspace.store.path), desk.key, desk.writing.text, towns, workspace)


@st.cache_resource(show_spinner=False, max_entries=24)
def _opened(
    path: str, key: str, text: str, towns: tuple[tuple[str, int], ...], _workspace: Workspace
) -> Session | NotebookFaults:
    try:
        return Session(_workspace, notebook_of(text), key)
    except NotebookFaults as faults:
        return faults


# ---- edits


def edit(desk: Desk, make: Callable[[Notebook], str], cell: str = "") -> None:
    """Have the notebook say what an edit makes of it, or say why it cannot; a button's callback.

    It is made in the newest text where that is this window's own (two edits may come before the page is
    drawn anew), or where no other window has changed the `cell` meanwhile: it undoes nothing of theirs. Any
    other is made in the text that was seen, and may have to be chosen between.
    """
    base, on = desk.notebook, desk.writing.standing.mark
    now = _standing(desk)
    is_own = now.draft is not None and now.draft.writer == session.window()
    if now.text is not None and not desk.writing.is_rival:
        newest = parsed(now.text)
        if is_own or (cell and _source(newest, cell) == _source(base, cell)):
            base, on = newest, now.mark
    try:
        text = make(base)
        if text != base.text:
            _type(desk, text, on)
    except TownwrightError as error:
        session.remember(SAID, tr_error(error))


def _standing(desk: Desk) -> Standing:
    return session.workspace().scenarios.drafts.standing(desk.scenario, desk.writing.path)


def _type(desk: Desk, text: str, on: str) -> None:
    writer = session.window()
    seq = _standing(desk).heard(writer) + 1
    typed = Typed(path=desk.writing.path, text=text, writer=writer, seq=seq, on=on)
    session.workspace().scenarios.drafts.type_in(desk.scenario, typed)


def _source(notebook: Notebook, cell: str) -> str:
    return next((one.source for one in notebook.cells if one.id == cell), "")


# ---- whole notebooks


def add(scenario: str, name: str, text: str, note: str) -> str:
    """Keep a new notebook with a scenario, under a name that none has; the name is returned."""
    workspace = session.workspace()
    taken = {one.casefold() for one in notebooks_of(workspace, scenario)}
    wanted = name.removesuffix(SUFFIX).strip() or "notebook"
    free = next(
        one for n in range(1, len(taken) + 2)
        if (one := wanted if n == 1 else f"{wanted}-{n}").casefold() not in taken
    )  # fmt: skip
    workspace.scenarios.save_file(scenario, notebook_file(free), text, note)
    return free


def take_away(scenario: str, name: str) -> None:
    """Take a notebook away; what it said, saved or only typed, can be brought back."""
    workspace, path = session.workspace(), notebook_file(name)
    draft = workspace.scenarios.drafts.of(scenario).get(path)
    if draft is not None:
        workspace.scenarios.save_file(scenario, path, draft.text, worded("{name}, as last edited", name=name))
    workspace.scenarios.save_file(scenario, path, None, worded("deleted the notebook {name}", name=name))


def open_notebook(scenario: str | None, name: str | None, cell: str | None = None) -> None:
    """Open a notebook, or (None) the list of them; a button's callback."""
    if scenario is not None:
        session.choose_town(scenario)
    session.link("notebook", name)
    session.link("cell", cell)
