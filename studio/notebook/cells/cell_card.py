"""A cell on the page: what it is and how it stands, what it says, as form and as text, and what it found."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import streamlit as st

from engine.notebook.editing import with_body, with_prose
from engine.notebook.parts import Cell, Notebook, Prose
from engine.notebook.running.session import CellState, Session
from engine.notebook.showing.edition import without_found
from engine.notebook.showing.page import prose as prose_html
from engine.notebook.showing.words import asked_words, kind_words
from engine.notebook.specs import Branch, Edit, Event, Note, Predict, Run
from engine.records import Scenario
from studio import session
from studio.basics.kept_field import keep_field
from studio.basics.text import capital, escape_md, plain, shorten, story, time_words
from studio.catalogue.moments import duration_words
from studio.catalogue.tr import tr, tr_worded
from studio.notebook.cells.cell_form import cell_form
from studio.notebook.cells.cell_keys import place_of, text_of
from studio.notebook.cells.cell_kinds import STATUS_WORDS, kind_of, title_of
from studio.notebook.cells.cell_menu import add_menu, cell_menu
from studio.notebook.cells.predicting import prediction
from studio.notebook.looking import Look
from studio.notebook.results.found import found
from studio.notebook.writing import Desk, edit

LONGEST = 20_000
_LANGUAGES = {"yaml": "yaml", "sql": "sql", "python": "python"}
_LINE, _LEAST, _MOST = 22, 140, 420  # pixels


def cell_card(
    desk: Desk,
    state: CellState,
    opened: Session | None,
    look: Look,
    town: Scenario,
    *,
    busy: bool,
    says_held: bool,
    leads: bool,
) -> str | None:
    """Draw a cell; what of it is to be run is returned: `cell` for itself, `to` for all up to it."""
    cell = state.cell
    is_open = look.writes and session.linked("cell") == cell.id
    with st.container(border=not look.presents, key=place_of(desk, cell.id), gap="small"):
        asked = _head(desk, state, look, is_open=is_open, busy=busy)
        if state.why and not look.presents:
            plain(_why(state), muted=True, small=True)
        if is_open:
            _editor(desk, cell, town)
        else:
            _says(cell, look, town)
        if isinstance(cell.spec, Predict) and opened is not None:
            prediction(opened, state, look, key=f"{desk.key}-{cell.id}")
        elif cell.kind == "note":
            st.html(f'<div class="tw-prose">{prose_html(cell.body)}</div>')
        else:
            found(state, student=look.student, says_held=says_held, leads=leads, key=f"{desk.key}-{cell.id}")
    return asked


def _head(desk: Desk, state: CellState, look: Look, *, is_open: bool, busy: bool) -> str | None:
    cell, kind = state.cell, kind_of(state.cell.kind)
    title = escape_md(shorten(title_of(cell, student=look.student), 80))
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"tw-nb-head-{desk.key}-{cell.id}"
    ):
        words = title if look.student else f"{tr(kind.word)} · {title}"
        st.subheader(f"{kind.icon} {words}", anchor=f"cell-{cell.id}", width="content")
        return None if look.presents else _buttons(desk, state, look, is_open=is_open, busy=busy)


def _buttons(desk: Desk, state: CellState, look: Look, *, is_open: bool, busy: bool) -> str | None:
    """Draw how a cell stands and what is done with it; what is to be run is returned."""
    cell, asked = state.cell, None
    is_done = state.status in ("fresh", "frozen")
    runs = not isinstance(cell.spec, Predict | Note)
    if runs:
        icon, words = STATUS_WORDS[state.status]
        since = f" · {time_words(state.found)}" if state.found else ""
        since += f" · {duration_words(state.seconds)}" if state.seconds and state.seconds >= 1 else ""
        st.markdown(f":small[{icon} {tr(words)}{since}]", width="content", help=_about(state) or None)
    if runs and state.status not in ("off", "unsupported") and (is_open or not is_done):
        pressed = st.button(
            tr("Run"), key=f"nb-run-{desk.key}-{cell.id}", icon=":material/play_arrow:", type="tertiary",
            disabled=busy or is_done or bool(session.workspace().read_only),
            shortcut="Ctrl+Enter" if is_open else None,
            help=tr("Runs this cell and the cells it depends on"),
        )  # fmt: skip
        asked = "cell" if pressed else None
    if look.writes:
        st.button(
            tr("Close") if is_open else tr("Edit"), key=f"nb-edit-{desk.key}-{cell.id}", type="tertiary",
            icon=":material/check:" if is_open else ":material/edit:",
            on_click=session.link, args=("cell", None if is_open else cell.id),
        )  # fmt: skip
        asked = cell_menu(desk, cell) or asked
    return asked


def _about(state: CellState) -> str:
    """Return why a cell is stale or failed, and how long it took when it was run last."""
    took = (
        "" if state.seconds is None else tr("The last run took {time}.", time=duration_words(state.seconds))
    )
    return " ".join(filter(None, (_why(state), took)))


def _why(state: CellState) -> str:
    """Return why a cell is stale or failed, as a sentence."""
    said = tr_worded(state.why).rstrip(".。")
    return tr("{why}.", why=capital(said)) if said else ""


def _says(cell: Cell, look: Look, town: Scenario) -> None:
    """Show what a cell says; to a student and on slides only what changes the town, and what is pinned."""
    if cell.kind == "note" or (isinstance(cell.spec, Predict) and cell.spec.key and look.student):
        return
    is_deed = isinstance(cell.spec, Run | Edit | Event | Branch)
    if (look.student or look.presents) and not (is_deed or cell.is_marked("pin")):
        return
    names = {persona.id: persona.name for persona in town.personas}
    if not look.writes and (words := asked_words(cell, names)) is not None:
        story(tr_worded(words or kind_words(cell)))
        return
    st.code(cell.shown.rstrip("\n") or " ", language=_LANGUAGES.get(cell.lang), wrap_lines=True)


# ---- writing in it


def _editor(desk: Desk, cell: Cell, town: Scenario) -> None:
    if cell.kind in ("sql", "note", "python"):
        cell_form(desk, cell, town)
        _text(desk, cell)
        return
    form, text = st.columns(2, gap="medium")
    with form:
        cell_form(desk, cell, town)
    with text:
        _text(desk, cell)


def _text(desk: Desk, cell: Cell) -> None:
    """Draw the text of a cell: what is typed in it is spliced into the notebook."""
    key, body = text_of(desk, cell.id), as_typed(cell.body)
    # By what the cell says: what was typed over another text of it does not come back.
    kept_under = f"{key}-{mark_of(body)}"

    def spliced(notebook: Notebook, left: str) -> str:
        return with_body(notebook, cell.id, left)

    _take_up(desk, key, kept_under, body, spliced, cell.id)
    session.follow_widget(key, body, typed=True)
    lines = body.count("\n") + 2
    st.text_area(
        tr("{kind} as text", kind=tr(kind_of(cell.kind).word)), body, key=key, max_chars=LONGEST,
        height=min(_MOST, max(_LEAST, lines * _LINE)), on_change=_typed,
        args=(desk, cell.id, key, kept_under),
        help=tr(
            "Ctrl+Enter or a click elsewhere applies your changes; Shift+Enter runs the cell and "
                "goes to the next one"
        ),
    )  # fmt: skip
    keep_field(session.workspace(), key, begins=body, name=kept_under)


def as_typed(text: str) -> str:
    """Return a text as a field of a browser holds it: with plain ends of lines."""
    return text.replace("\r\n", "\n")


def mark_of(text: str) -> str:
    """Return a few letters that tell a text from others."""
    return f"{zlib.crc32(text.encode()):08x}"


def _take_up(
    desk: Desk, key: str, kept_under: str, now: str, make: Callable[[Notebook, str], str], cell: str = ""
) -> None:
    """Splice in what was typed here before the page was left: it came to the door, and not to this page."""
    unsent = session.workspace().unsent
    left = "" if key in st.session_state else unsent.of(kept_under).text
    if left and left != now:
        edit(desk, lambda notebook: make(notebook, left), cell)
        unsent.forget(kept_under, sent=left)
        st.rerun()


def _typed(desk: Desk, cell: str, key: str, kept_under: str) -> None:
    if session.is_echo(key):
        return
    typed = session.widget_value(key)
    session.workspace().unsent.forget(kept_under, sent=typed)
    edit(desk, lambda notebook: with_body(notebook, cell, typed), cell)


# ---- prose


def prose_card(
    desk: Desk, part: Prose, place: int, look: Look, adding: Scenario | None, *, called: str
) -> None:
    """Draw the prose between cells; an author can open it as text. `called` names this passage of it."""
    text = as_typed(part.source.strip())
    chosen = f"nb-prose-{desk.key}"
    is_open = look.writes and session.recalled(chosen, -1) == place
    with st.container(key=f"tw-nb-{called}", gap="xxsmall"):
        if is_open:
            _prose_editor(desk, text, place)
        else:
            st.html(f'<div class="tw-prose">{prose_html(without_found(text))}</div>')
        if look.writes:
            with st.container(horizontal=True, gap="small", key=f"tw-nb-under-{place}"):
                st.button(
                    tr("Close") if is_open else tr("Edit text"),
                    key=f"nb-prose-{desk.key}-{place}", type="tertiary",
                    icon=":material/check:" if is_open else ":material/edit:",
                    on_click=session.remember, args=(chosen, -1 if is_open else place),
                )  # fmt: skip
                if adding is not None:
                    add_menu(desk, place + 1, adding)


def _prose_editor(desk: Desk, text: str, place: int) -> None:
    # By its words, not by its place: what is left over of one prose never comes into another.
    key = f"nb-words-{desk.key}-{mark_of(text)}"
    _take_up(desk, key, key, text, lambda notebook, left: with_prose(notebook, place, left))
    session.follow_widget(key, text, typed=True)
    lines = text.count("\n") + 2
    st.text_area(
        tr("Text (Markdown)"), text, key=key, max_chars=LONGEST,
        height=min(_MOST, max(_LEAST, lines * _LINE)), on_change=_prose_typed, args=(desk, place, key),
    )  # fmt: skip
    keep_field(session.workspace(), key, begins=text)


def _prose_typed(desk: Desk, place: int, key: str) -> None:
    typed = session.widget_value(key)
    session.workspace().unsent.forget(key, sent=typed)
    edit(desk, lambda notebook: with_prose(notebook, place, typed))
