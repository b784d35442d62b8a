"""New notebooks: about a town, from a file, and as a copy of a lesson. One with a fault is refused whole."""

from __future__ import annotations

import streamlit as st

from engine.api.scenarios import bundled, is_scenario_file, notebook_file, template_ids
from engine.errors import BadInput, worded
from engine.notebook.embedding import without_outputs
from engine.notebook.jupyter.taking_in import MOST_BYTES as MOST_OF_JUPYTER, notebook_from
from engine.notebook.parts import SUFFIX, NotebookFaults
from engine.notebook.reading.read import MOST_BYTES, notebook_of
from engine.notebook.running.session import Session
from engine.notebook.starter import lesson_text, starter
from studio import session
from studio.basics.select_box import unlike
from studio.basics.text import plain, shorten
from studio.catalogue.tr import tr, tr_worded
from studio.frame.page import complain, in_plain_words
from studio.frame.towns import titles
from studio.notebook.writing import add, key_of, open_notebook

JUPYTER = ".ipynb"


def new_buttons() -> None:
    """Draw the ways to a new notebook."""
    with st.popover(tr("Upload"), icon=":material/upload:", type="tertiary"):
        _upload()
    with st.popover(tr("New notebook"), icon=":material/add:"):
        _new()


def _new() -> None:
    workspace = session.workspace()
    called = {name: shorten(title, 60) for name, title in titles(workspace).items()}
    coming = [one for one in (*bundled(), *template_ids()) if one not in called]
    called |= {one: tr("{town} (will be added)", town=one) for one in coming}
    names = list(called)
    current = session.town()
    with st.form("nb-new", border=False):
        labels = unlike(called)
        town = st.selectbox(
            tr("Town"), names, index=names.index(current) if current in names else 0,
            format_func=labels.__getitem__, key="nb-new-town",
        )  # fmt: skip
        name = st.text_input(tr("Name"), key="nb-new-name", max_chars=60, placeholder="how-news-spreads")
        pressed = st.form_submit_button(tr("Create"), type="primary", key="nb-new-go")
    if pressed:
        with in_plain_words():
            taken = workspace.scenarios.taken_in(town)
            checked = workspace.scenarios.checked(taken.scenario)
            if checked.scenario is None:
                raise BadInput(tr("the town {town!r} has errors; fix them in the Editor first", town=town))
            _go(town, _named(name or "notebook"), starter(checked.scenario, town), worded("a new notebook"))


def _upload() -> None:
    plain(
        tr("The whole notebook is checked. If it has an error, it is not imported."),
        muted=True,
        small=True,
    )
    file = st.file_uploader(
        tr("Notebook (.town.md, or .ipynb downloaded here)"), type=["md", "ipynb"], key="nb-file",
        max_upload_size=MOST_OF_JUPYTER // 1_000_000,
    )  # fmt: skip
    if file is None or not st.button(tr("Import"), key="nb-take-in", type="primary"):
        return
    with in_plain_words():
        try:
            scenario, text = incoming(file.getvalue(), file.name)
        except NotebookFaults as faults:
            _say(faults)
            return
        _go(
            scenario,
            _named(file.name.removesuffix(JUPYTER).removesuffix(".md").removesuffix(".town")),
            text,
            worded("imported from {file}", file=file.name),
        )


def _say(faults: NotebookFaults) -> None:
    for fault in faults.faults[:20]:
        complain(
            tr(
                "line {line}: {message}; {remedy}",
                line=fault.line,
                message=tr_worded(fault.message),
                remedy=tr_worded(fault.remedy),
            )
        )
    plain(tr("The notebook was not imported. Fix the file and import it again."), muted=True)


def incoming(content: bytes, called: str) -> tuple[str, str]:
    """Return which town a notebook from a file is kept with, and its text. NotebookFaults where anything is
    wrong with it; nothing is written then.
    """
    text = notebook_from(content, called).text if called.endswith(JUPYTER) else _text_of(content, called)
    text = without_outputs(notebook_of(text))
    notebook = notebook_of(text).without_faults(called)
    town = notebook.front.town.rstrip("/").rpartition("/")[2]
    workspace = session.workspace()
    if town != notebook.front.town and town in workspace.scenarios.names():
        raise BadInput(
            tr(
                "{file:.80}, line {line}: its town is a folder; write `town: {town}` to use the "
                "town of this workspace",
                file=called,
                line=notebook.front.town_line,
                town=town,
            )
        )
    opened = Session(workspace, notebook, key_of(town, called))
    return opened.town.setup.scenario, text


def _text_of(content: bytes, called: str) -> str:
    if len(content) > MOST_BYTES:
        raise BadInput(
            tr(
                "{file!r:.80} is larger than {most:,} bytes; split it into two notebooks",
                file=called,
                most=MOST_BYTES,
            )
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BadInput(
            tr("{file:.80}, line {line}: this is not UTF-8 text; save it as UTF-8", file=called, line=line)
        ) from error


def take_lesson(lesson: str) -> tuple[str, str]:
    """Copy a lesson into the workspace, with its town if that is missing. Return the town and the name."""
    text = lesson_text(lesson)
    town = session.workspace().scenarios.taken_in(notebook_of(text).front.town).scenario
    note = worded("a copy of the lesson {lesson}", lesson=lesson)
    return town, add(town, lesson.replace(".", "-"), text, note)


def _named(said: str) -> str:
    """Return a name as a file of a scenario may have it; BadInput where it is none."""
    name = "-".join(said.removesuffix(SUFFIX).split())[:60]
    if not is_scenario_file(notebook_file(name)):
        raise BadInput(
            tr("{name!r:.60} is not a valid notebook name; use letters, digits, - and _", name=said)
        )
    return name


def _go(scenario: str, name: str, text: str, note: str) -> None:
    """Keep a new notebook and open it; its town is taken in where it is not there."""
    session.workspace().scenarios.taken_in(scenario)
    open_notebook(scenario, add(scenario, name, text, note))
    st.rerun()
