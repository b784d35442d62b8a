"""Writing one file of a scenario: the editor, its problems, and drafts that are never lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import streamlit as st

from engine.api.scenarios import Part, Problem, Severity, fragments_in, hints, names_of, part_of
from engine.api.workspace import Workspace
from engine.api.writing.drafts import Base, Standing
from engine.errors import TownwrightError
from studio import session
from studio.authoring.applying import apply_button
from studio.authoring.editor.choosing import choose_between, set_aside, set_aside_button
from studio.authoring.editor.counted import counted
from studio.authoring.editor.history import history
from studio.authoring.editor.mending import (
    SEVERITY_WORDS,
    code_button,
    code_dialog,
    fix_button,
    problem_words,
)
from studio.authoring.editor.run_it import run_button
from studio.authoring.editor.way import choose_file, follow_choice, want_line, wanted_line
from studio.authoring.editor.yaml_editor import Document, EditorProblem, EditorState, yaml_editor
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.kept import kept_by_language
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_error, tr_n, tr_worded
from studio.frame.dialogs import is_open, open_dialog
from studio.frame.page import in_plain_words
from studio.frame.towns import drafted_town, read_draft

MOST_SHOWN, MOST_FILES_SHOWN = 30, 12
_SIGNS: Mapping[Severity, str] = MappingProxyType(
    {
        "error": ":red[:material/error:]",
        "warning": ":yellow[:material/warning:]",
        "notice": ":blue[:material/info:]",
    }
)


_TURNS = (("undo", marked("Undo")), ("redo", marked("Redo")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """One file as this window edits it: the saved text, the text on the screen, and other texts."""

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
        """Return the key prefix of the page's widgets for this file."""
        return f"{self.name}-{self.path}"

    @property
    def is_rival(self) -> bool:
        """Return whether this window's text is a rival of another window's text."""
        mine = self.standing.by_writer.get(self.writer)
        return mine is not None and mine.state == "rival"

    @property
    def must_choose(self) -> bool:
        """Return whether saving would overwrite a text that this window has not seen."""
        return self.is_rival or (self.base is not None and self.base.moved_on)


def open_file(workspace: Workspace, name: str, path: str) -> Writing:
    """Return the file as this window has it: with its own text if another window has changed the file
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
    scenario, checked = read_draft(workspace, name)
    mine = [problem for problem in checked.problems if problem.file == path]
    with below:
        state = text_editor(workspace, writing, list(map(_mark, mine)), label=label, height=height)
        if state.typed is not None:
            with in_plain_words():
                workspace.scenarios.drafts.type_in(name, state.typed)
                if not state.saved:
                    st.rerun()
            writing = open_file(workspace, name, path)
        problems(checked.problems, path, name=name)
        counted(writing.text, path, scenario)
    with above:
        saving_bar(workspace, writing, pressed=state.saved)


def problems(found: Sequence[Problem], path: str, *, name: str) -> None:
    """Draw the problems of this file, each with a link to its line, and links to the problems of other
    files.
    """
    mine = [problem for problem in found if problem.file == path]
    if not found:
        st.markdown(":green[:material/check_circle:] " + tr("No problems. This town can run."))
        return
    st.markdown(
        tr("**{count}** in this file", count=count_words(mine))
        if mine
        else ":green[:material/check_circle:] " + tr("No problems in this file.")
    )
    for number, problem in enumerate(mine[:MOST_SHOWN]):
        _problem(problem, name, number)
    if len(mine) > MOST_SHOWN:
        st.caption(tr("{n} more in this file; fix the problems above first.", n=len(mine) - MOST_SHOWN))
    _elsewhere([problem for problem in found if problem.file != path], name, path)
    code_dialog()


def _elsewhere(found: Sequence[Problem], name: str, path: str) -> None:
    """Draw a link to the first problem of every other file that has some."""
    by_file: dict[str, list[Problem]] = {}
    for problem in found:
        by_file.setdefault(problem.file, []).append(problem)
    if not by_file:
        return
    st.markdown(tr("**In other files**"))
    for file, theirs in list(by_file.items())[:MOST_FILES_SHOWN]:
        first = min(theirs, key=lambda problem: (list(_SIGNS).index(problem.severity), problem.line))
        where = tr(
            "{file}, line {line}: {count}",
            file=escape_md(shorten(file)),
            line=first.line,
            count=count_words(theirs),
        )
        st.button(
            f"{_SIGNS[first.severity]} {where}",
            key=f"elsewhere-{name}-{path}-{file}",
            type="tertiary",
            help=escape_md(problem_words(first)),
            on_click=choose_file,
            args=(name, file, first.line),
        )
    if len(by_file) > MOST_FILES_SHOWN:
        st.caption(tr("{n} more files; fix the problems above first.", n=len(by_file) - MOST_FILES_SHOWN))
    follow_choice()


def count_words(found: Sequence[Problem]) -> str:
    """Return the numbers of problems in words, such as `2 errors, 1 warning`."""
    counts = Counter(problem.severity for problem in found)
    parts: dict[Severity, str] = {
        "error": tr_n("{n} error", "{n} errors", counts["error"]),
        "warning": tr_n("{n} warning", "{n} warnings", counts["warning"]),
        "notice": tr_n("{n} notice", "{n} notices", counts["notice"]),
    }
    return with_commas(said for kind, said in parts.items() if counts[kind]) or tr("no problems")


def _problem(problem: Problem, name: str, number: int) -> None:
    where, what = st.columns([1, 4], gap="small")
    line = tr("Line {line}", line=problem.line)
    if where.button(
        f"{_SIGNS[problem.severity]} {line}",
        key=f"jump-{name}-{problem.file}-{number}",
        type="tertiary",
        help=tr(
            "{severity} {code}: go to line",
            severity=tr(SEVERITY_WORDS[problem.severity]),
            code=problem.code,
        ),
    ):
        want_line(name, problem.file, problem.line)
        st.rerun()
    with what:
        plain(problem_words(problem))
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            code_button(problem, name, number)
            fix_button(problem, name, number)


def _mark(problem: Problem) -> EditorProblem:
    return EditorProblem(
        problem.line,
        problem.col,
        problem_words(problem),
        "info" if problem.severity == "notice" else problem.severity,
    )


def text_editor(
    workspace: Workspace, writing: Writing, marks: Sequence[EditorProblem], *, label: str, height: int
) -> EditorState:
    """Draw the editor of a file with the problems in its margin, and return what was typed."""
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
        problems=marks,
        key=f"editor-{writing.key}",
        workspace=workspace.mark,
        height=height,
        label=label,
        jump=wanted_line(writing.name, writing.path),
        help=_help(workspace, writing),
        plain=session.recalled("plain-editor", False),
    )


def _help(workspace: Workspace, writing: Writing) -> Mapping[str, object] | None:
    """Return the editor's hints for a file: keys from the schema, names from the town as drafted."""
    part = part_of(writing.path)
    if part is None:
        return None
    scenario = drafted_town(workspace, writing.name)
    fragments = fragments_in(workspace.scenarios.drafts.files(writing.name))
    return {
        "hints": _hints_said(part),
        "names": {
            sort: [(name, tr_worded(what)) for name, what in those]
            for sort, those in names_of(scenario, fragments).items()
        },
    }


@kept_by_language(8)
def _hints_said(part: Part) -> object:
    return _said(hints(part))


def _said(hint: object) -> object:
    """Return an editor hint, with all nested ones, in the reader's language."""
    if isinstance(hint, Mapping):
        return {key: _said(one) for key, one in hint.items()}
    return tr_worded(hint) if isinstance(hint, str) else hint


def saving_bar(
    workspace: Workspace, writing: Writing, *, pressed: bool = False, beside: Callable[[], None] | None = None
) -> None:
    """Draw the state of a file, with the buttons to save it, drop its draft and see its history; `beside`
    draws other widgets in place of the history and of the switch to a plain text field.
    """
    has_draft = writing.standing.draft is not None or writing.is_rival
    drafted = sorted(workspace.scenarios.drafts.of(writing.name))
    with st.container(horizontal=True, vertical_alignment="center"):
        save = st.button(
            tr("Save"),
            key=f"save-{writing.key}",
            type="primary",
            icon=":material/save:",
            disabled=not drafted or writing.must_choose,
            help=_keeps(drafted),
        )
        drop = st.button(
            tr("Discard draft"),
            key=f"discard-{writing.key}",
            icon=":material/delete_sweep:",
            type="tertiary",
            disabled=not has_draft or writing.must_choose,
        )
        _state(writing, drafted)
        undo_buttons(writing.name)
        if beside is None:
            _history_button(writing)
        set_aside_button(writing.standing, writing.key)
        if beside is None:
            run_button(writing.name)
            apply_button(writing.name)
            _plain_toggle(writing)
        else:
            beside()
    if is_open("history") == writing.key:
        history(writing.name, writing.path)
    set_aside(workspace, writing.name, writing.path, writing.standing, writing.key)
    choose_between(workspace, writing)
    if (save or pressed) and writing.must_choose:
        st.toast(tr("Choose which text of this file to keep first."), icon=":material/alt_route:")
    elif drafted and (save or pressed):
        with in_plain_words():
            now = workspace.scenarios.save_all(writing.name, writer=writing.writer)
            st.toast(tr("Saved · v{version}", version=now.version), icon=":material/check:")
            st.rerun()
    if drop:
        _discard(workspace, writing)


def _history_button(writing: Writing) -> None:
    st.button(
        tr("History"), key=f"history-{writing.key}", type="tertiary", icon=":material/history:",
        on_click=open_dialog, args=("history", writing.key),
    )  # fmt: skip


def _keeps(drafted: Sequence[str]) -> str:
    """Return the text that says what is saved: a version of the town, with all drafts of its files."""
    if len(drafted) < 2:
        return tr("Saves a new version of the town; every version is kept")
    return tr(
        "Saves a new version of the town with all {n} edited files: {files}; every version is kept",
        n=len(drafted),
        files=escape_md(with_commas(drafted)),
    )


def _discard(workspace: Workspace, writing: Writing) -> None:
    workspace.scenarios.drafts.discard(writing.name, writing.path)
    if writing.standing.saved is not None:
        said = tr(
            "Draft discarded. You are back at v{version}; Undo restores the draft.", version=writing.version
        )
    else:
        said = tr("{file} is removed; Undo restores the draft.", file=writing.path)
    st.toast(escape_md(said), icon=":material/undo:")
    st.rerun()


def undo_buttons(name: str) -> None:
    """Draw the undo and redo buttons for all edits of a scenario, from any page or window."""
    edits = session.workspace().scenarios.edits
    back, on = edits.next_to_undo(name), edits.next_to_redo(name)
    ways = ((back, edits.undo), (on, edits.redo))
    for (way, label), (edit, turn) in zip(_TURNS, ways, strict=True):
        said = tr(label)
        st.button(
            said,
            key=f"tw-{way}-{name}",
            icon=f":material/{way}:",
            type="tertiary",
            disabled=edit is None,
            help=None
            if edit is None
            else tr("{label}: {what}", label=said, what=escape_md(tr_worded(edit.words))),
            on_click=_turned,
            args=(name, turn),
        )


def _turned(name: str, turn: Callable[[str], str]) -> None:
    try:
        turn(name)
    except TownwrightError as error:
        st.toast(escape_md(tr_error(error)), icon=":material/error:")


def _state(writing: Writing, drafted: Sequence[str]) -> None:
    """Draw the state of the town: this file, and the number of other unsaved files."""
    others = [path for path in drafted if path != writing.path]
    if writing.must_choose:
        words, mark = tr("Conflict: choose one"), ":red[:material/alt_route:"
    elif not drafted:
        words, mark = tr("Saved · v{version}", version=writing.version), ":green[:material/check:"
    elif len(others) == len(drafted):
        one = escape_md(shorten(others[0]))
        waits = one if len(others) == 1 else tr("{n} other files", n=len(others))
        words, mark = tr("Not saved yet: {files}", files=waits), ":yellow[:material/edit_note:"
    else:
        words, mark = " · ".join(_drafts(writing, len(others))), ":yellow[:material/edit_note:"
    st.markdown(f":small[{mark} {words}]]", width="content")


def _drafts(writing: Writing, others: int) -> Iterator[str]:
    """Yield in words the draft of this file and the number of other drafts."""
    if writing.standing.saved is None:
        yield tr("New, not saved yet")
    else:
        begun = writing.base.version if writing.base is not None else writing.version
        yield tr("Draft based on v{version}", version=begun)
    if others:
        yield tr_n("{n} other draft", "{n} other drafts", others)


def _plain_toggle(writing: Writing) -> None:
    wanted = st.toggle(
        tr("Plain text"),
        value=session.recalled("plain-editor", False),
        key=f"plain-{writing.key}",
        help=tr("Use a plain text field instead of the editor"),
    )
    if wanted != session.recalled("plain-editor", False):
        session.remember("plain-editor", wanted)
        st.rerun()
