"""The SQL of a sift: shown, or edited, tried and stored, with the list of views beside it."""

from __future__ import annotations

import streamlit as st

from engine.api.run import Sift, Table, found_in
from engine.api.workspace import Run
from engine.errors import BadInput, TownwrightError
from studio import session
from studio.basics.kept_field import keep_field
from studio.basics.table import table
from studio.basics.text import escape_md, plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_error, tr_in, tr_worded
from studio.frame.dialogs import close_dialog, is_open, open_dialog
from studio.frame.page import complain
from studio.sifts.asking import ask
from studio.sifts.findings import show_found
from studio.sifts.sift_list import NEW, open_sift, write_sift

LONGEST_NAME, LONGEST_SAYS, LONGEST_SQL = 60, 300, 20_000
EXAMPLES = {
    marked("Who spoke most"): (
        "SELECT p.name, count(*) AS lines\nFROM line l JOIN person p ON p.agent = l.speaker\n"
        "GROUP BY p.agent ORDER BY lines DESC"
    ),
    marked("Lines about money"): (
        "SELECT row, minute, speaker AS agent, text AS sentence\nFROM line\nWHERE text LIKE '%money%'"
    ),
    marked("Thought but not said"): (
        "SELECT row, minute, speaker AS agent,\n  'Said: ' || text || ' Thought: ' || thought AS sentence\n"
        "FROM line\nWHERE thought <> ''\nORDER BY minute"
    ),
    marked("What mattered most to each person"): (
        "SELECT max(row) AS row, agent, text AS sentence, max(importance) AS importance\n"
        "FROM memory WHERE kind <> 'seed' GROUP BY agent ORDER BY importance DESC"
    ),
}
_ASKED = "sift-asked"


def sql_editor(run: Run, sift: Sift) -> None:
    """Draw the SQL of a sift: the studio's own to be read and copied, the author's own to be edited."""
    left, right = st.columns([3, 2], gap="medium")
    with left:
        if sift.is_own:
            _own(run, sift)
        else:
            _bundled(sift)
    with right:
        _views(run)


def _bundled(sift: Sift) -> None:
    st.code(sift.sql, language=None, wrap_lines=True)
    st.button(
        tr("Copy to a new pattern"),
        key="copy-sift",
        icon=":material/content_copy:",
        type="tertiary",
        on_click=_copy,
        args=(sift.sql,),
    )


def _copy(sql: str) -> None:
    _begin_with(_field(NEW), sql)
    write_sift()


def _field(name: str) -> str:
    return f"tw-sql-{name}"


def _own(run: Run, sift: Sift) -> None:
    key = _field(sift.name or NEW)
    sql = _typed(key, sift)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        pressed = st.button(tr("Run it"), key="run-sift", icon=":material/play_arrow:", type="primary")
        if sift.name:
            _delete(sift)
        else:
            _examples(key)
    if pressed:
        session.remember(_ASKED, (run.number, session.minute(), sql, ask(run, sql)))
    _answer(run, sql)
    if run.store.read_only:
        plain(tr("This workspace is read-only, so you can't save."), muted=True, small=True)
        return
    _keep(sift, sql, key)


def _typed(key: str, sift: Sift) -> str:
    """Draw the field; it begins with unsent text, else the sift's SQL or an example. Return its text."""
    unsent = session.workspace().unsent.of(key).text
    begins = sift.sql or next(iter(EXAMPLES.values()))
    session.begin_widget(key, lambda: unsent or begins)
    sql = st.text_area(
        tr("SELECT query over the views"),
        key=key,
        height=240,
        max_chars=LONGEST_SQL,
        help=tr(
            "With a column `row`, each row becomes a finding with a Why button; `sentence`, "
            "`minute`, `agent`, `other` and `rows` add details. Without `row`, the result is a "
            "table."
        ),
    )
    keep_field(session.workspace(), key, begins=begins)
    return sql


def _examples(key: str) -> None:
    with st.popover(tr("Start from an example"), icon=":material/lightbulb:", type="tertiary"):
        for name, text in EXAMPLES.items():
            st.button(
                tr(name), key=f"example-{name}", type="tertiary", on_click=_begin_with, args=(key, text)
            )


def _begin_with(key: str, sql: str) -> None:
    session.workspace().unsent.forget(key)
    session.set_widget(key, sql)


def _answer(run: Run, sql: str) -> None:
    """Draw the last result of the SQL, if it is of this run and moment."""
    number, at, asked, found = session.recalled(_ASKED, (0, None, "", None))
    if found is None or (number, at) != (run.number, session.minute()):
        return
    if isinstance(found, BadInput):
        complain(tr_error(found))
    elif isinstance(found, Table):
        if asked != sql:
            plain(tr("Results of the previous query:"), muted=True, small=True)
        show_found(run, found_in(found, run.at(at)), key="asked", none=_nothing)


def _nothing() -> None:
    plain(tr("No results at this moment."), muted=True)


def _keep(sift: Sift, sql: str, key: str) -> None:
    with st.form("keep-sift", border=True):
        name = st.text_input(
            tr("Name"), sift.name, max_chars=LONGEST_NAME, placeholder=tr("Talked about the flood")
        )
        says = st.text_input(tr("Description, in one sentence"), sift.says, max_chars=LONGEST_SAYS)
        pressed = st.form_submit_button(tr_in("in a form", "Save"), icon=":material/save:")
    if not pressed:
        return
    try:
        kept = session.workspace().sifts.keep(name, sql, says=says, was=sift.name)
    except TownwrightError as error:
        complain(tr_error(error))
        return
    session.workspace().unsent.forget(key)
    open_sift(kept.name)
    st.rerun()


def _delete(sift: Sift) -> None:
    """Draw the button that deletes an author's sift, with a confirmation."""
    if is_open("drop-sift") != sift.name:
        st.button(
            tr("Delete"),
            key="drop-sift",
            icon=":material/delete:",
            type="tertiary",
            on_click=open_dialog,
            args=("drop-sift", sift.name),
        )
        return
    st.caption(tr("Delete permanently?"), width="content")
    st.button(tr("Delete"), key="drop-sift-yes", type="primary", on_click=_drop, args=(sift.name,))
    st.button(tr("Cancel"), key="drop-sift-no", type="tertiary", on_click=close_dialog)


def _drop(name: str) -> None:
    close_dialog()
    session.workspace().sifts.drop(name)
    open_sift(None)


def _views(run: Run) -> None:
    """Draw the views with their columns."""
    st.markdown(tr("**Available views**"))
    plain(
        tr("Each view is read-only and shows this run up to the selected moment."),
        muted=True,
        small=True,
    )
    column, says = tr("column"), tr("content")
    with st.container(height=560, border=False, key="tw-views"):
        for view in run.views:
            with st.expander(f"`{view.name}` {escape_md(tr_worded(view.about))}"):
                columns = [{column: name, says: tr_worded(said)} for name, said in view.columns.items()]
                table(columns, key=f"view-{view.name}")
