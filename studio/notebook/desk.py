"""One notebook: its cells and the prose between them, to be written in, run, read and shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import streamlit as st

from engine.errors import worded
from engine.notebook.editing import as_title, with_title
from engine.notebook.parts import SUFFIX, Cell, Fault, Notebook, NotebookFaults, Part, Prose
from engine.notebook.running.session import CellState, Session
from engine.notebook.showing.edition import is_answer, without_found
from engine.notebook.showing.page import level_words
from engine.records import Scenario
from studio import session
from studio.authoring.editor.editing import saving_bar
from studio.basics.text import bulleted, escape_md, plain, shorten
from studio.catalogue.tr import tr, tr_n, tr_worded
from studio.frame.linked_fields import linked_words
from studio.frame.page import complain
from studio.frame.presenting import present_button
from studio.frame.towns import read_saved
from studio.notebook.cells.cell_card import cell_card, prose_card
from studio.notebook.cells.cell_keys import cell_keys, key_list, lead_to, next_cell
from studio.notebook.cells.cell_kinds import STATUS_WORDS, kind_of, title_of
from studio.notebook.cells.cell_menu import add_menu
from studio.notebook.downloads import downloads
from studio.notebook.looking import Look, look
from studio.notebook.results.found import first_held
from studio.notebook.results.past_results import past_results
from studio.notebook.running import (
    DONE,
    ask_to_run,
    below_the_bar,
    is_being_run,
    run_bar,
    standing,
    states_now,
)
from studio.notebook.slides import begins_slide, notes_link, passages
from studio.notebook.timeline import timeline_button
from studio.notebook.whole_text import fault_list, whole_text
from studio.notebook.writing import SAID, Desk, edit, open_desk, opened


def notebook_desk(scenario: str, name: str) -> None:
    """Draw a notebook of a scenario."""
    desk, how = open_desk(scenario, name), look()
    here = opened(desk)
    faults = here.faults if isinstance(here, NotebookFaults) else here.warnings
    _say_what_failed()
    if how.writes and session.linked("text") == "whole":
        _back_to_cells()
        whole_text(desk, faults)
        return
    run = here if isinstance(here, Session) else None
    if how.writes:
        _tools(desk, run)
    if faults and (how.writes or run is None):
        fault_list(desk, faults)
    went_on, states = is_being_run(desk), _states(desk, run, faults)
    if not how.presents:
        _by_keys(desk, run, how, states)
    wanted = ""
    if not how.presents:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tw-nb-row"):
            asked = run_bar(desk, run, states) if run is not None else []
            said_last = st.container(width="content")
            wanted = _find(desk, states, how)
        if run is not None:
            with st.container(key="tw-nb-below"):  # so that what stands below it keeps its place
                below_the_bar(desk, run, asked, went_on=went_on)
    _lesson(desk.notebook, how)
    _parts(desk, run, states, how, wanted)
    if run is not None and not how.presents:
        with said_last:
            standing(desk, [state for state in states if _is_shown(state.cell, how)], student=how.student)


def _by_keys(desk: Desk, run: Session | None, how: Look, states: Sequence[CellState]) -> None:
    """Do what a key asks for: to run a cell and go on to the next."""
    pressed = cell_keys(desk, how)
    if pressed is None or run is None or is_being_run(desk):
        return
    lead_to(next_cell(desk, pressed.cell))
    undone = {one.cell.id for one in states if one.status not in DONE}
    ask_to_run(desk, run, [cell for cell in run.line_of(pressed.cell) if cell in undone])
    st.rerun()


def _say_what_failed() -> None:
    said = session.recalled(SAID, "")
    if said:
        session.remember(SAID, "")
        complain(said)


def _states(desk: Desk, run: Session | None, faults: Sequence[Fault]) -> tuple[CellState, ...]:
    return states_now(desk, run) if run is not None else _unknown(desk.notebook, faults)


def _unknown(notebook: Notebook, faults: Sequence[Fault]) -> tuple[CellState, ...]:
    """Return the states of the cells of a notebook with errors: of none it is known how it stands, and those
    with an error say which.
    """
    wrong: dict[str, str] = {}
    for fault in faults:
        if fault.severity == "error":
            wrong.setdefault(
                fault.cell, worded("{message}; {remedy}", message=fault.message, remedy=fault.remedy)
            )
    return tuple(
        CellState(cell=cell, status="failed" if cell.id in wrong else "unknown", why=wrong.get(cell.id, ""))
        for cell in notebook.cells
    )


def _tools(desk: Desk, run: Session | None) -> None:
    """Draw what saves the notebook, and what is done with it as a whole."""

    def beside() -> None:
        _title_field(desk)
        timeline_button(desk)
        st.button(
            tr("As text"), key="nb-whole", icon=":material/code:", type="tertiary",
            on_click=session.link, args=("text", "whole"),
            help=tr("Opens the whole {suffix} file in the editor", suffix=SUFFIX),
        )  # fmt: skip
        downloads(desk, run)
        key_list()
        if run is not None and session.workspace().notebooks.predictions(desk.key):
            st.button(
                tr("Predict again"), key="nb-forget", icon=":material/restart_alt:", type="tertiary",
                on_click=session.workspace().notebooks.forget_predictions, args=(desk.key,),
                help=tr("Deletes the predictions made here so that another person can predict"),
            )  # fmt: skip

    saving_bar(session.workspace(), desk.writing, beside=beside)
    past_results(run)


def _title_field(desk: Desk) -> None:
    """Draw the field for the title, which stands in lists and above exports."""
    key, title = f"nb-title-{desk.key}", desk.notebook.front.title
    with st.popover(tr("Title"), icon=":material/title:", type="tertiary"):
        session.follow_widget(key, title, typed=True)
        st.text_input(
            tr("Notebook title"), title, key=key, max_chars=120, on_change=_retitled, args=(desk, key),
            help=tr("Appears in the list of notebooks and at the top of downloads"),
        )  # fmt: skip


def _retitled(desk: Desk, key: str) -> None:
    if session.is_echo(key):
        return
    title = as_title(session.widget_value(key))
    session.note_widget(key, title)
    if title:
        edit(desk, lambda notebook: with_title(notebook, title))


def _back_to_cells() -> None:
    st.button(
        tr("Back to the cells"), key="nb-cells", icon=":material/view_agenda:", type="tertiary",
        on_click=session.link, args=("text", None),
    )  # fmt: skip


def _lesson(notebook: Notebook, how: Look) -> None:
    lesson = notebook.front.lesson
    if lesson is None or how.presents:
        return
    facts = [
        tr("{n} minutes", n=lesson.minutes) if lesson.minutes else "",
        tr_worded(level_words(lesson.level)),
    ]
    with st.expander(tr("About this lesson"), icon=":material/school:", expanded=how.student):
        plain(" · ".join(filter(None, facts)), muted=True, small=True)
        bulleted(lesson.aims)


# ---- finding one's way


def _find(desk: Desk, states: Sequence[CellState], how: Look) -> str:
    """Draw the outline and the field to find words by; the words are returned."""
    present_button()
    if how.writes:
        notes_link()
    with st.popover(tr("Outline"), icon=":material/toc:", type="tertiary"):
        _outline(desk.notebook, states, how)
    return linked_words(tr("Find in this notebook"), link="find", key="nb-find", width=220)


def _outline(notebook: Notebook, states: Sequence[CellState], how: Look) -> None:
    by_id = {state.cell.id: state for state in states}
    lines = []
    for part in notebook.parts:
        if isinstance(part, Prose):
            heads = (line.strip() for line in part.source.splitlines() if line.startswith("#"))
            lines += [f"**{escape_md(shorten(head.lstrip('#').strip(), 60))}**" for head in heads]
        elif _is_shown(part, how):
            icon, words = STATUS_WORDS[by_id[part.id].status]
            title = title_of(part, student=how.student)
            link = f"[{escape_md(shorten(title, 50))}](#cell-{part.id})"
            lines.append(f"{kind_of(part.kind).icon} {link} :small[{icon} {tr(words)}]")
    st.markdown("  \n".join(lines) or tr("This notebook is empty."))


# ---- its parts


def _parts(desk: Desk, run: Session | None, states: Sequence[CellState], how: Look, wanted: str) -> None:
    adds = how.writes and not wanted
    town = read_saved(session.workspace(), desk.scenario)[0]
    if adds:
        add_menu(desk, 0, town)
    shown = list(_shown(desk.notebook, how, wanted))
    asked = _drawn(desk, run, states, how, shown, town if adds else None)
    if wanted:
        plain(_found_words(len(shown), wanted), muted=True)
    elif not shown:
        plain(tr("This notebook is empty. Add a Run cell to simulate a day, then ask about it."), muted=True)
    if asked and run is not None:
        ask_to_run(desk, run, asked)


def _found_words(count: int, wanted: str) -> str:
    if not count:
        return tr("No part of this notebook contains {wanted!r}.", wanted=wanted)
    return tr_n("{n} part contains {wanted!r}.", "{n} parts contain {wanted!r}.", count, wanted=wanted)


def _drawn(
    desk: Desk,
    run: Session | None,
    states: Sequence[CellState],
    how: Look,
    shown: Sequence[tuple[int, Part]],
    adding: Scenario | None,
) -> list[str]:
    """Draw the parts, each with the way to a new one behind it (`adding`); the cells that are to be run are
    returned.
    """
    by_id = {state.cell.id: state for state in states}
    busy = run is None or is_being_run(desk)
    town = read_saved(session.workspace(), desk.scenario)[0]
    asked: list[str] = []
    held = first_held(states)
    parts = [part for _, part in shown]
    way: tuple[str, int] | None = None  # to the run and the moment of the cell above
    for number, (place, part) in enumerate(shown):
        if isinstance(part, Prose):
            goes_on = how.presents and not begins_slide(parts, number)
            called = f"{'more' if goes_on else 'prose'}-{place}-{part.line}"
            prose_card(desk, part, place, how, adding, called=called)
            continue
        output = by_id[part.id].output
        before, way = way, (output.run, output.minute) if output is not None else way
        pressed = cell_card(
            desk, by_id[part.id], run, how, town, busy=busy, says_held=part.id in held, leads=way != before
        )
        if pressed and run is not None:
            asked = _upto(run, part, pressed)
        if adding is not None:
            add_menu(desk, place + 1, adding)
    return asked


def _upto(run: Session, cell: Cell, how: str) -> list[str]:
    if how == "cell":
        return list(run.line_of(cell.id))
    cells = run.notebook.cells
    return [one.id for one in cells[: cells.index(run.notebook.cell(cell.id)) + 1]]


def _shown(notebook: Notebook, how: Look, wanted: str) -> Iterator[tuple[int, Part]]:
    """Yield the parts to be drawn with their places: no blank ones, and for a student no answers."""
    for place, part in enumerate(notebook.parts):
        if isinstance(part, Prose) and not without_found(part.source).strip():
            continue
        if isinstance(part, Cell) and not _is_shown(part, how):
            continue
        if isinstance(part, Prose) and how.presents:
            yield from ((place, passage) for passage in passages(part))
            continue
        if wanted.casefold() in part.source.casefold():
            yield place, part


def _is_shown(cell: Cell, how: Look) -> bool:
    return not (how.student and (is_answer(cell) or cell.is_marked("hidden")))
