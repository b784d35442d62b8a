"""Writing one file of a scenario: the editor, its problems, and drafts that survive everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import streamlit as st

from engine.records import Scenario
from engine.scenario import Checked, Problem
from engine.scenario.problems import Severity
from engine.town import Workspace
from studio import session
from studio.components.choice import unlike
from studio.components.dialogs import is_open, open_dialog
from studio.components.history import history
from studio.components.page import in_plain_words
from studio.components.text import alike, escape_md, plain, shorten
from studio.components.yaml_editor import EditorJump, EditorProblem, EditorState, yaml_editor

MOST_SHOWN = 30
_SIGNS: Mapping[Severity, str] = MappingProxyType(
    {
        "error": ":red[:material/error:]",
        "warning": ":yellow[:material/warning:]",
        "notice": ":blue[:material/info:]",
    }
)


@dataclass(frozen=True, slots=True)
class Writing:
    """One file as it is being written: what is saved, and what stands on the screen."""

    name: str
    path: str
    saved: str
    text: str
    begun_on: int  # the number of the version that the draft was begun on
    newest: int
    version: int
    is_draft: bool

    @property
    def key(self) -> str:
        """What the page's widgets for this file are called."""
        return f"{self.name}-{self.path}"


def open_file(workspace: Workspace, name: str, path: str) -> Writing:
    """The file with its draft, if there is one."""
    newest = workspace.versions(name)[0]
    saved = workspace.files(name, newest.number).get(path, "")
    draft = workspace.drafts(name).get(path)
    return Writing(
        name=name,
        path=path,
        saved=saved,
        text=draft.text if draft else saved,
        begun_on=draft.base_version if draft else newest.number,
        newest=newest.number,
        version=newest.version,
        is_draft=draft is not None,
    )


def edit_file(workspace: Workspace, name: str, path: str, *, label: str, height: int = 560) -> None:
    """Draw the editor of one file with its state, its buttons and its problems."""
    above = st.container()
    below = st.container()
    writing = open_file(workspace, name, path)
    _, checked = read_draft(workspace, name)
    mine = [problem for problem in checked.problems if problem.file == path]
    with below:
        state = _editor(writing, mine, label, height)
        if _is_typed(writing, state.text):
            workspace.keep_draft(name, path, state.text, writing.begun_on)
            if not state.saved:
                st.rerun()
            writing = open_file(workspace, name, path)
        problems(checked.problems, path, key=writing.key)
    with above:
        _toolbar(workspace, writing, pressed=state.saved)


def read_draft(workspace: Workspace, name: str) -> tuple[Scenario, Checked]:
    """The scenario with all its drafts, as far as it can be read, and its problems."""
    files = workspace.drafted(name)
    return _read(workspace, name, tuple(files.items()))


@st.cache_resource(show_spinner=False, max_entries=24)
def _read(_workspace: Workspace, name: str, files: tuple[tuple[str, str], ...]) -> tuple[Scenario, Checked]:
    return _workspace.sketch(name, dict(files))


def titles(workspace: Workspace) -> dict[str, str]:
    """What people call the scenarios, by their names: the town, and the name too where it says more."""
    towns = {name: read_draft(workspace, name)[0].town for name in workspace.scenarios()}
    return unlike({name: town if alike(name, town) else f"{town} ({name})" for name, town in towns.items()})


def problems(found: Sequence[Problem], path: str, *, key: str) -> None:
    """The problems of this file, each with a way to its line; those of other files in one line."""
    mine = [problem for problem in found if problem.file == path]
    others = sorted({problem.file for problem in found if problem.file != path})
    if not found:
        st.markdown(":green[:material/check_circle:] No problems. This town can live.")
        return
    st.markdown(
        f"**{count_words(mine)}** in this file"
        if mine
        else ":green[:material/check_circle:] This file is sound."
    )
    for number, problem in enumerate(mine[:MOST_SHOWN]):
        _problem(problem, f"{key}-{number}", key)
    if len(mine) > MOST_SHOWN:
        st.caption(f"{len(mine) - MOST_SHOWN} more below; mend these first.")
    if others:
        plain(f"There are problems in other files too: {', '.join(others[:6])}.", muted=True, small=True)


def count_words(found: Sequence[Problem]) -> str:
    """`2 errors, 1 warning`."""
    counts = Counter(problem.severity for problem in found)
    parts = [(counts[kind], kind) for kind in _SIGNS]
    return ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in parts if n) or "no problems"


def _problem(problem: Problem, key: str, jump: str) -> None:
    where, what = st.columns([1, 4], gap="small", vertical_alignment="center")
    if where.button(
        f"{_SIGNS[problem.severity]} Line {problem.line}",
        key=f"jump-{key}",
        type="tertiary",
        help=f"{problem.severity} {problem.code}: go there",
    ):
        serial = session.recalled(f"jump-{jump}", (0, 0))[1]
        session.remember(f"jump-{jump}", (problem.line, serial + 1))
        st.rerun()
    with what:
        plain(f"{problem.message}: {problem.remedy}")


def _editor(writing: Writing, mine: Sequence[Problem], label: str, height: int) -> EditorState:
    line, serial = session.recalled(f"jump-{writing.key}", (0, 0))
    if session.recalled(f"seen-{writing.key}", writing.text) != writing.text:  # written in another window
        session.remember(f"round-{writing.key}", session.recalled(f"round-{writing.key}", 0) + 1)
    session.remember(f"seen-{writing.key}", writing.text)
    return yaml_editor(
        writing.text,
        version=session.recalled(f"round-{writing.key}", 0),
        problems=[
            EditorProblem(
                problem.line,
                problem.col,
                f"{problem.message}: {problem.remedy}",
                "info" if problem.severity == "notice" else problem.severity,
            )
            for problem in mine
        ],
        key=f"editor-{writing.key}",
        height=height,
        label=label,
        jump=EditorJump(line, serial) if serial else None,
        plain=session.recalled("plain-editor", False),
    )


def _is_typed(writing: Writing, text: str) -> bool:
    """Whether the author has typed since the page was drawn last."""
    if text == writing.text:
        return False
    session.remember(f"seen-{writing.key}", text)
    return True


def _toolbar(workspace: Workspace, writing: Writing, *, pressed: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        save = st.button(
            "Save",
            key=f"save-{writing.key}",
            type="primary",
            icon=":material/save:",
            disabled=not writing.is_draft,
            help="Makes a new version; every version is kept",
        )
        drop = st.button(
            "Discard draft",
            key=f"discard-{writing.key}",
            icon=":material/undo:",
            type="tertiary",
            disabled=not writing.is_draft,
        )
        if writing.is_draft:
            st.markdown(f":small[:yellow[:material/edit_note: Draft on v{writing.version}]]", width="content")
        else:
            st.markdown(f":small[:green[:material/check:] Saved · v{writing.version}]", width="content")
        st.button(
            "History",
            key=f"history-{writing.key}",
            type="tertiary",
            icon=":material/history:",
            on_click=open_dialog,
            args=("history", writing.key),
        )
        wanted = st.toggle(
            "Plain text",
            value=session.recalled("plain-editor", False),
            key=f"plain-{writing.key}",
            help="A simple text field instead of the editor",
        )
    if wanted != session.recalled("plain-editor", False):
        session.remember("plain-editor", wanted)
        st.rerun()
    if is_open("history") == writing.key:
        history(writing.name, writing.path)
    _warn_of_another(writing)
    if save or (pressed and writing.is_draft):
        with in_plain_words():
            now = workspace.save_file(writing.name, writing.path, writing.text)
            st.toast(f"Saved · v{now.version}", icon=":material/check:")
            st.rerun()
    if drop:
        workspace.discard_draft(writing.name, writing.path)
        st.toast(escape_md(f"Back to v{writing.version}, as it was saved."), icon=":material/undo:")
        st.rerun()


def _warn_of_another(writing: Writing) -> None:
    if writing.is_draft and writing.begun_on != writing.newest:
        plain(
            f"This draft was begun before v{writing.version} was saved. Saving it replaces "
            f"{shorten(writing.path)} as it stands in v{writing.version}; compare first, under History.",
            muted=True,
        )
