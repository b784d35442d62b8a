"""The timeline of a notebook: what was changed, saved and run, newest first, with a way back to each text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import streamlit as st

from engine.api.scenarios import PastText
from engine.api.writing.notebooks import CellRun
from engine.notebook.changes import changes_between, some_named
from engine.notebook.reading.read import notebook_of
from studio import session
from studio.authoring.editor.diff import show_changes
from studio.basics.text import capital, escape_md, plain, shorten, time_words
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_worded
from studio.frame.dialogs import close_dialog, dialog, is_open, open_dialog
from studio.notebook.writing import Desk, edit

TIMELINE = "notebook-timeline"
_MOST_SHOWN, _MANY, _HIGH = 200, 8, 460


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineStep:
    """A change, save or run of a notebook: its time, its description, and the notebook's text after it; None
    if it was deleted.
    """

    at: str
    words: str
    icon: str
    text: str | None


def timeline_button(desk: Desk) -> None:
    """Draw the button that opens the timeline."""
    st.button(
        tr("Timeline"), key=f"nb-timeline-{desk.key}", type="tertiary", icon=":material/history:",
        on_click=open_dialog, args=(TIMELINE, desk.key),
        help=tr("Lists recent changes, saves and runs. You can restore the text from any of them."),
    )  # fmt: skip
    if is_open(TIMELINE) == desk.key:
        _timeline(desk)


def steps_of(past: Sequence[PastText], runs: Sequence[CellRun]) -> tuple[TimelineStep, ...]:
    """Return the steps, newest first: each text with what was changed in it, and cells that were run between
    two changes as one step. `past` and `runs` are newest first.
    """
    return tuple(_steps(past, list(runs)))


def _steps(past: Sequence[PastText], runs: list[CellRun]) -> Iterator[TimelineStep]:
    """Yield each text below the runs that came after it."""
    for newer, older in pairwise((*past, None)):
        assert newer is not None
        ran = runs if older is None else [run for run in runs if run.at > newer.at]
        same = [run for run in runs[len(ran) :] if run.at == newer.at]
        if all(_is_asked(run, newer) for run in same):  # else, in the same second, the change came after them
            ran = runs[: len(ran) + len(same)]
        runs = runs[len(ran) :]
        if ran:
            words = tr("Ran {cells}", cells=tr_worded(some_named(_in_order(ran, newer))))
            yield TimelineStep(at=ran[0].at, words=words, icon="play_arrow", text=newer.text)
        icon = "save" if newer.version is not None else "edit"
        yield TimelineStep(at=newer.at, words=_text_words(newer, older), icon=icon, text=newer.text)


def _in_order(ran: Sequence[CellRun], past: PastText) -> list[str]:
    """Return the ids of cells that were run, in the order in which a text has them."""
    ids = {run.cell for run in ran}
    there = [cell.id for cell in notebook_of(past.text or "").cells if cell.id in ids]
    return [*there, *sorted(ids.difference(there))]


def _is_asked(run: CellRun, past: PastText) -> bool:
    """Return whether a text has the cell that was run as it was then."""
    cells = notebook_of(past.text or "").cells
    return any((cell.id, cell.body) == (run.cell, run.asked) for cell in cells)


def _text_words(past: PastText, older: PastText | None) -> str:
    """Describe a change of a notebook by its text before and after it."""
    if past.text is None:
        return tr("Deleted")
    if past.version is not None:
        note = tr_worded(past.words)
        if not note:
            return tr("Saved as v{version}", version=past.version)
        return tr("Saved as v{version}: {note}", version=past.version, note=shorten(note, 60))
    if older is None or older.text is None:
        return tr("Created")
    changes = changes_between(notebook_of(older.text), notebook_of(past.text))
    return capital(tr_worded(changes)) if changes else tr("Changed blank lines")


@dialog(marked("Timeline"), width="large", icon=":material/history:")
def _timeline(desk: Desk) -> None:
    workspace = session.workspace()
    past = workspace.scenarios.past_texts(desk.scenario, desk.writing.path)
    steps = steps_of(past[:_MOST_SHOWN], workspace.notebooks.runs(desk.key))
    if not steps:
        plain(tr("No changes or runs yet. Each change, save and run is listed here."))
        return
    # With its number: two steps may read alike, and a radio tells its options apart by their labels.
    labels = [
        f"{len(steps) - n}\\. :material/{step.icon}: {escape_md(step.words)}" for n, step in enumerate(steps)
    ]
    high: int | Literal["content"] = _HIGH if len(steps) > _MANY else "content"
    left, right = st.columns(2, gap="medium")
    with left, st.container(height=high, border=False, key="tw-nb-timeline"):
        chosen = st.radio(
            tr("History"), range(len(steps)), key=f"nb-step-{desk.key}-{len(steps)}-{steps[0].at}",
            format_func=labels.__getitem__, captions=[time_words(step.at) for step in steps],
        )  # fmt: skip
    with right:
        _chosen(desk, steps[chosen])


def _chosen(desk: Desk, step: TimelineStep) -> None:
    """Draw the differences between a step's text and the notebook as it stands, and the button to go back."""
    text, now = step.text, desk.writing.text
    if text is None:
        plain(tr("The notebook was deleted here."), muted=True)
        return
    if text == now:
        plain(tr("This is the current text."), muted=True)
        return
    if st.button(
        tr("Restore this text"), key="nb-go-back", icon=":material/settings_backup_restore:",
        help=tr("Restores this text as one change, which you can undo. Results of the same cells are kept."),
    ):  # fmt: skip
        edit(desk, lambda _: text)
        close_dialog()
        st.rerun()  # the whole page, and not only the dialog
    show_changes(text, now, left=time_words(step.at), right=tr("now"))
