"""A notebook to take away: its file, what it found as a page or Markdown, programs, and a report of tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import streamlit as st

from engine.errors import BadInput, words_of
from engine.notebook.embedding import with_outputs
from engine.notebook.jupyter.ipynb import ipynb
from engine.notebook.jupyter.percent import percent
from engine.notebook.jupyter.pieces import edition_of
from engine.notebook.outputs import Say
from engine.notebook.parts import SUFFIX, Notebook
from engine.notebook.running.session import CellState, Session
from engine.notebook.showing.edition import Edition
from engine.notebook.showing.markdown import markdown
from engine.notebook.showing.page import page
from engine.notebook.showing.report import cases_of, junit
from studio.basics.file_names import in_a_file_name
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import read_in, reads, tr, tr_worded
from studio.notebook.writing import Desk, parsed

Written = Callable[[Notebook, Sequence[CellState], Edition, Say], Iterator[bytes]]
_FORMS: Mapping[str, tuple[str, Written, str]] = {
    "html": (marked("Web page"), page, "text/html"),
    "md": (marked("Markdown"), markdown, "text/markdown"),
    "ipynb": (marked("Jupyter notebook"), ipynb, "application/x-ipynb+json"),
    "py": (marked("Python script"), percent, "text/x-python"),
    "town.md": (marked("Notebook with results"), with_outputs, "text/markdown"),
}
_RUNS = ("ipynb", "py", "town.md")  # which have to run without the answers
_EDITIONS: Mapping[Edition, str] = {
    "student": marked("{form}, for students"),
    "teacher": marked("{form}, with answers"),
}


def downloads(desk: Desk, run: Session | None) -> None:
    """Draw the ways in which a notebook can be taken away; what it found goes along as far as it was run."""
    with st.popover(tr("Download"), icon=":material/download:", type="tertiary"):
        _button(
            tr("Notebook file"),
            f"{desk.name}{SUFFIX}",
            "text/markdown",
            lambda: desk.writing.text.encode(),
            "file",
        )
        if run is None:
            return
        language = reads()
        why_not = _why_no_student(desk.writing.text)
        for form, (title, write, mime) in _FORMS.items():
            for edition, whose in _EDITIONS.items():
                if form in _RUNS and edition == "student" and why_not:
                    continue
                _button(
                    tr(whose, form=tr(title)), f"{in_a_file_name(desk.name)}-{edition}.{form}", mime,
                    partial(_made, write, run, edition, language),
                    f"{form}-{edition}",
                )  # fmt: skip
        if why_not:
            plain(
                tr("There is no runnable edition for students: {why}.", why=tr_worded(why_not)),
                muted=True,
                small=True,
            )
        _button(
            tr("Expectation results (JUnit)"), f"{in_a_file_name(desk.name)}.xml", "text/xml",
            lambda: junit(f"{desk.name}{SUFFIX}", cases_of(run.states)), "junit",
        )  # fmt: skip


def _made(write: Written, run: Session, edition: Edition, language: str) -> bytes:
    """Return a notebook in a form, in the language of whoever takes it away."""
    with read_in(language):
        return b"".join(write(run.notebook, run.states, edition, tr_worded))


@st.cache_resource(show_spinner=False, max_entries=24)
def _why_no_student(text: str) -> str:
    """Return why a notebook cannot be run without its answers, as a program for students is; else nothing."""
    try:
        edition_of(parsed(text), "student")
    except BadInput as error:
        return words_of(error)
    return ""


def _button(label: str, name: str, mime: str, make: Callable[[], bytes], key: str) -> None:
    st.download_button(
        label, data=make, file_name=name, mime=mime, key=f"nb-take-{key}", type="tertiary", on_click="ignore",
        icon=":material/download:",
    )  # fmt: skip
