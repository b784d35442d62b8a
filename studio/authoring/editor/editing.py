"""Writing one file of a scenario: the editor, its problems, and drafts that survive everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import streamlit as st

from engine.api.scenarios import Problem, Severity
from engine.api.workspace import Workspace
from engine.api.writing.drafts import Base, Standing
from studio import session
from studio.authoring.editor.choosing import choose_between, set_aside, set_aside_button
from studio.authoring.editor.history import history
from studio.authoring.editor.way import choose_file, follow_choice, want_line, wanted_line
from studio.authoring.editor.yaml_editor import Document, EditorProblem, EditorState, yaml_editor
from studio.basics.text import escape_md, plain, shorten
from studio.frame.dialogs import is_open, open_dialog
from studio.frame.page import in_plain_words
from studio.frame.towns import read_draft

MOST_SHOWN, MOST_FILES_SHOWN = 30, 12
_SIGNS: Mapping[Severity, str] = MappingProxyType(
    {
        "error": ":red[:material/error:]",
        "warning": ":yellow[:material/warning:]",
        "notice": ":blue[:material/info:]",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """One file as this window writes it: what is saved, what stands on the screen, and what is beside it."""

    name: str
    path: str
    text: str
    newest: int  # the number of the version
    version: int
    writer: str
    standing: Standing
    base: Base | None  # what the draft was begun on; None without a draft

    @property
    def key(self) -> str:
        """Return what the page's widgets for this file are called."""
        return f"{self.name}-{self.path}"

    @property
    def is_rival(self) -> bool:
        """Return whether what was typed here stands beside what another window made of the file."""
        mine = self.standing.by_writer.get(self.writer)
        return mine is not None and mine.state == "rival"

    @property
    def must_choose(self) -> bool:
        """Return whether saving would put a text in place of one that was not seen when it was begun."""
        return self.is_rival or (self.base is not None and self.base.moved_on)


def open_file(workspace: Workspace, name: str, path: str) -> Writing:
    """Return the file as this window has it: with its own text, where another window has changed it
    meanwhile.
    """
    newest, writer = workspace.scenarios.versions(name)[0], session.window()
    now = workspace.scenarios.drafts.standing(name, path)
    mine = now.by_writer.get(writer)
    text = mine.text if mine is not None and mine.state == "rival" else now.text
    return Writing(
        name=name,
        path=path,
        text=text or "",
        newest=newest.number,
        version=newest.version,
        writer=writer,
        standing=now,
        base=workspace.scenarios.drafts.base(name, path, now.draft.base_version) if now.draft else None,
    )


def edit_file(workspace: Workspace, name: str, path: str, *, label: str, height: int = 560) -> None:
    """Draw the editor of one file with its state, its buttons and its problems."""
    above = st.container()
    below = st.container()
    writing = open_file(workspace, name, path)
    _, checked = read_draft(workspace, name)
    mine = [problem for problem in checked.problems if problem.file == path]
    with below:
        state = _editor(workspace, writing, mine, label, height)
        if state.typed is not None:
            with in_plain_words():
                workspace.scenarios.drafts.type_in(name, state.typed)
                if not state.saved:
                    st.rerun()
            writing = open_file(workspace, name, path)
        problems(checked.problems, path, name=name)
    with above:
        _toolbar(workspace, writing, pressed=state.saved)


def problems(found: Sequence[Problem], path: str, *, name: str) -> None:
    """The problems of this file, each with a way to its line; and the ways to those of other files."""
    mine = [problem for problem in found if problem.file == path]
    if not found:
        st.markdown(":green[:material/check_circle:] No problems. This town can live.")
        return
    st.markdown(
        f"**{count_words(mine)}** in this file"
        if mine
        else ":green[:material/check_circle:] This file is sound."
    )
    for number, problem in enumerate(mine[:MOST_SHOWN]):
        _problem(problem, name, number)
    if len(mine) > MOST_SHOWN:
        st.caption(f"{len(mine) - MOST_SHOWN} more below; mend these first.")
    _elsewhere([problem for problem in found if problem.file != path], name, path)


def _elsewhere(found: Sequence[Problem], name: str, path: str) -> None:
    """A way to the first problem of every other file that has some."""
    by_file: dict[str, list[Problem]] = {}
    for problem in found:
        by_file.setdefault(problem.file, []).append(problem)
    if not by_file:
        return
    st.markdown("**In other files**")
    for file, theirs in list(by_file.items())[:MOST_FILES_SHOWN]:
        first = min(theirs, key=lambda problem: (list(_SIGNS).index(problem.severity), problem.line))
        st.button(
            f"{_SIGNS[first.severity]} {escape_md(shorten(file))}, line {first.line}: {count_words(theirs)}",
            key=f"elsewhere-{name}-{path}-{file}",
            type="tertiary",
            help=escape_md(f"{first.message}: {first.remedy}"),
            on_click=choose_file,
            args=(name, file, first.line),
        )
    if len(by_file) > MOST_FILES_SHOWN:
        st.caption(f"{len(by_file) - MOST_FILES_SHOWN} more files; mend these first.")
    follow_choice()


def count_words(found: Sequence[Problem]) -> str:
    """`2 errors, 1 warning`."""
    counts = Counter(problem.severity for problem in found)
    parts = [(counts[kind], kind) for kind in _SIGNS]
    return ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in parts if n) or "no problems"


def _problem(problem: Problem, name: str, number: int) -> None:
    where, what = st.columns([1, 4], gap="small", vertical_alignment="center")
    if where.button(
        f"{_SIGNS[problem.severity]} Line {problem.line}",
        key=f"jump-{name}-{problem.file}-{number}",
        type="tertiary",
        help=f"{problem.severity} {problem.code}: go there",
    ):
        want_line(name, problem.file, problem.line)
        st.rerun()
    with what:
        plain(f"{problem.message}: {problem.remedy}")


def _editor(
    workspace: Workspace, writing: Writing, mine: Sequence[Problem], label: str, height: int
) -> EditorState:
    now = writing.standing
    return yaml_editor(
        Document(
            scenario=writing.name,
            path=writing.path,
            text=writing.text,
            mark=now.mark,
            revision=now.revision,
            version=writing.newest,
            writer=writing.writer,
            heard=now.heard(writing.writer),
            is_own=now.is_of(writing.writer),
        ),
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
        workspace=workspace.mark,
        height=height,
        label=label,
        jump=wanted_line(writing.name, writing.path),
        plain=session.recalled("plain-editor", False),
    )


def _toolbar(workspace: Workspace, writing: Writing, *, pressed: bool) -> None:
    has_draft = writing.standing.draft is not None or writing.is_rival
    with st.container(horizontal=True, vertical_alignment="center"):
        save = st.button(
            "Save",
            key=f"save-{writing.key}",
            type="primary",
            icon=":material/save:",
            disabled=not has_draft or writing.must_choose,
            help="Makes a new version; every version is kept",
        )
        drop = st.button(
            "Discard draft",
            key=f"discard-{writing.key}",
            icon=":material/undo:",
            type="tertiary",
            disabled=not has_draft or writing.must_choose,
        )
        _state(writing)
        st.button(
            "History",
            key=f"history-{writing.key}",
            type="tertiary",
            icon=":material/history:",
            on_click=open_dialog,
            args=("history", writing.key),
        )
        set_aside_button(writing.standing, writing.key)
        _plain_toggle(writing)
    if is_open("history") == writing.key:
        history(writing.name, writing.path)
    set_aside(workspace, writing.name, writing.path, writing.standing, writing.key)
    choose_between(workspace, writing)
    if (save or pressed) and writing.must_choose:
        st.toast("Choose first which of the two texts this file goes on with.", icon=":material/alt_route:")
    elif save or (pressed and has_draft):
        with in_plain_words():
            now = workspace.scenarios.save_file(
                writing.name, writing.path, writing.text, writer=writing.writer
            )
            st.toast(f"Saved · v{now.version}", icon=":material/check:")
            st.rerun()
    if drop:
        workspace.scenarios.drafts.discard(writing.name, writing.path)
        st.toast(escape_md(f"Back to v{writing.version}, as it was saved."), icon=":material/undo:")
        st.rerun()


def _state(writing: Writing) -> None:
    if writing.must_choose:
        words = ":red[:material/alt_route: Two texts: choose one]"
    elif writing.base is not None:
        words = f":yellow[:material/edit_note: Draft on v{writing.base.version}]"
    else:
        words = f":green[:material/check: Saved · v{writing.version}]"
    st.markdown(f":small[{words}]", width="content")


def _plain_toggle(writing: Writing) -> None:
    wanted = st.toggle(
        "Plain text",
        value=session.recalled("plain-editor", False),
        key=f"plain-{writing.key}",
        help="A simple text field instead of the editor",
    )
    if wanted != session.recalled("plain-editor", False):
        session.remember("plain-editor", wanted)
        st.rerun()
