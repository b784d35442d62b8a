"""The timeline of a notebook: what was changed, saved and run, newest first, with a way back to each text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import streamlit as st

from engine.api.scenarios import PastText
from engine.notebook.changes import changes_between
from studio import session
from studio.authoring.editor.diff import show_changes
from studio.basics.text import capital, escape_md, plain, shorten, time_words
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_worded
from studio.frame.dialogs import close_dialog, dialog, is_open, open_dialog
from studio.notebook.writing import Desk, edit, parsed

TIMELINE = "notebook-timeline"
_MOST_SHOWN, _MOST_NAMED, _MANY, _HIGH = 100, 3, 8, 460


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Something that was done with a notebook: when, in words, and what the notebook said after it."""

    at: str
    words: str
    icon: str
    text: str


def timeline_button(desk: Desk) -> None:
    """Draw the button that opens the timeline."""
    st.button(
        tr("Timeline"), key=f"nb-timeline-{desk.key}", type="tertiary", icon=":material/history:",
        on_click=open_dialog, args=(TIMELINE, desk.key),
        help=tr("What was changed, saved and run here, and a way back to each text"),
    )  # fmt: skip
    if is_open(TIMELINE) == desk.key:
        _timeline(desk)


def steps_of(past: Sequence[PastText], runs: Sequence[tuple[str, str]]) -> tuple[Step, ...]:
    """Return the steps, newest first: each text with what was changed in it, and cells that were run between
    two changes as one step. `runs` has the time and the id of each cell that was run.
    """
    texts = [one for one in past if one.text is not None]
    marks: list[tuple[str, PastText | str]] = [(one.at, one) for one in texts] + list(runs)
    marks.sort(key=lambda mark: mark[0], reverse=True)
    older = dict(zip(map(id, texts), [*texts[1:], None], strict=True))
    return tuple(_steps(marks, older))


def _steps(marks: Sequence[tuple[str, PastText | str]], older: dict[int, PastText | None]) -> Iterator[Step]:
    ran: list[tuple[str, str]] = []  # until it is known in which text
    for at, past in marks:
        if isinstance(past, str):
            ran.append((at, past))
            continue
        text = past.text or ""
        if ran:
            cells = list(dict.fromkeys(cell for _, cell in reversed(ran)))
            yield Step(at=ran[0][0], words=_run_words(cells), icon="play_arrow", text=text)
            ran = []
        icon = "save" if past.version is not None else "edit"
        yield Step(at=at, words=_text_words(past, older[id(past)]), icon=icon, text=text)


def _run_words(cells: Sequence[str]) -> str:
    named = ", ".join(cells[:_MOST_NAMED])
    if len(cells) > _MOST_NAMED:
        return tr("Ran {cells} and {n} more", cells=named, n=len(cells) - _MOST_NAMED)
    return tr("Ran {cells}", cells=named)


def _text_words(past: PastText, older: PastText | None) -> str:
    if past.version is not None:
        note = tr_worded(past.words)
        if not note:
            return tr("Saved as v{version}", version=past.version)
        return tr("Saved as v{version}: {note}", version=past.version, note=shorten(note, 60))
    if older is None or older.text is None:
        return tr("Begun")
    changes = changes_between(parsed(older.text), parsed(past.text or ""))
    return capital(tr_worded(changes or past.words))


@dialog(marked("Timeline"), width="large", icon=":material/history:")
def _timeline(desk: Desk) -> None:
    workspace = session.workspace()
    past = workspace.scenarios.past_texts(desk.scenario, desk.writing.path, _MOST_SHOWN)
    steps = steps_of(past, workspace.notebooks.runs(desk.key))[:_MOST_SHOWN]
    if not steps:
        plain(tr("Nothing was changed or run yet. Each change, save and run is listed here."))
        return
    left, right = st.columns(2, gap="medium")
    with (
        left,
        st.container(height=_HIGH if len(steps) > _MANY else "content", border=False, key="tw-nb-timeline"),
    ):
        chosen = st.radio(
            tr("What was done"), range(len(steps)), key=f"nb-step-{desk.key}-{len(steps)}-{steps[0].at}",
            format_func=lambda n: f":material/{steps[n].icon}: {escape_md(steps[n].words)}",
            captions=[time_words(step.at) for step in steps],
        )  # fmt: skip
    with right:
        _chosen(desk, steps[chosen])


def _chosen(desk: Desk, step: Step) -> None:
    """Draw what differs between a step's text and the notebook as it stands, and the way back."""
    now = desk.writing.text
    if step.text == now:
        plain(tr("The notebook says this now."), muted=True)
        return
    st.button(
        tr("Go back to this text"), key="nb-go-back", icon=":material/settings_backup_restore:",
        on_click=_go_back, args=(desk, step.text), disabled=bool(session.workspace().read_only),
        help=tr("As one change, which Undo takes back. Results of the same cells are still there."),
    )  # fmt: skip
    show_changes(step.text, now, left=time_words(step.at), right=tr("now"))


def _go_back(desk: Desk, text: str) -> None:
    edit(desk, lambda _: text)
    close_dialog()
