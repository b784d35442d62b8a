"""Sifts: patterns over the log, the number of findings of each, and all findings of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.run import Sift
from engine.api.workspace import Run
from engine.errors import NotFound, worded
from engine.notebook.editing import Piece
from studio import session
from studio.basics.text import escape_md, plain
from studio.basics.turning import turn_through
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_worded
from studio.frame.empty import empty
from studio.frame.head import open_page
from studio.frame.into_notebook import into_notebook
from studio.frame.page import in_plain_words, the_run
from studio.frame.sections import linked_section
from studio.sifts.findings import findings
from studio.sifts.sift_list import NEW, open_sift, sift_list
from studio.sifts.sql_editor import sql_editor
from studio.why.why import why_panel

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

_SECTIONS: Mapping[str, tuple[str, Callable[[Run, Sift], None]]] = {
    "found": (marked("Results"), findings),
    "sql": (marked("SQL"), sql_editor),
}
BLANK = Sift(name="", title=worded("New pattern"), says="", sql="", is_own=True)


def page(run: Run, bar: DeltaGenerator) -> None:
    """Draw the page of a run: all sifts, or the one that is chosen."""
    sift, asked = _chosen()
    if sift is None and asked:
        plain(tr("There is no pattern called “{name}”.", name=asked), muted=True)
    with bar:
        _choose(sift, asked)
    if sift is None:
        with in_plain_words():
            sift_list(run)
    elif session.presents() and sift.is_own:
        _not_for_a_room()
    else:
        _one(run, sift)


def _one(run: Run, sift: Sift) -> None:
    st.subheader(escape_md(tr_worded(sift.title)), anchor=False)
    if sift.says:
        plain(tr_worded(sift.says), muted=True)
    with in_plain_words():
        if sift is BLANK:
            sql_editor(run, sift)
        elif session.presents():
            findings(run, sift)
        else:
            labels = {name: tr(label) for name, (label, _) in _SECTIONS.items()}
            minute = run.at(session.minute()).minute
            piece = Piece(kind="sql", body=sift.sql, title=tr_worded(sift.title), minute=minute)
            into_notebook(run, lambda: piece, key=f"sift-{run.number}-{sift.name}")
            section = linked_section(tr("View"), labels, key=f"sift-section-{sift.name}")
            _SECTIONS[section][1](run, sift)


def _chosen() -> tuple[Sift | None, str]:
    """Return the sift named in the address line, and its name there."""
    asked = session.linked("sift") or ""
    if not asked:
        return (BLANK if session.linked("section") == NEW else None), ""
    try:
        return session.workspace().sifts.find(asked), asked
    except NotFound:
        return None, asked


def _choose(sift: Sift | None, asked: str) -> None:
    every = session.workspace().sifts.all()
    current = sift.name if sift is not None and sift is not BLANK else None
    if sift is not None or asked:
        st.button(
            tr("All patterns"),
            key="all-sifts",
            icon=":material/arrow_back:",
            type="tertiary",
            on_click=open_sift,
            args=(None,),
        )
    if current is not None:
        labels = {one.name: tr_worded(one.title) for one in every}
        turn_through(
            tr("Pattern"), labels, current, key="sift", on_choice=open_sift, placeholder=tr("Pattern")
        )


def _not_for_a_room() -> None:
    empty(
        tr("Your own patterns may show thoughts, notes or secrets. Exit presentation mode to see them."),
        title=tr("Hidden in presentation mode"),
        icon=":material/visibility_off:",
        key="own-sift-presented",
    )


def main() -> None:
    """Draw the page."""
    lead = tr("Patterns in what happened, such as broken promises and secrets that got out.")
    bar = open_page(marked("Patterns"), lead=lead)
    run = the_run()
    page(run, bar)
    why_panel(run)


main()
