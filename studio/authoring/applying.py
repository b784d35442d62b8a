"""Apply to a run: brings the current version of a town into one of its runs at rest, from that moment on."""

from __future__ import annotations

import streamlit as st

from engine.api.steering.applying import ToApply, apply_town, to_apply
from engine.api.workspace import Run
from engine.errors import TownwrightError
from studio import session
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_error, tr_n, tr_worded
from studio.frame.dialogs import close_dialog, dialog, is_open, open_dialog
from studio.frame.page import in_plain_words

_APPLY = "apply-to-run"
_MOST_HIGH, _MOST_LINES = 260, 8


def apply_button(name: str) -> None:
    """Draw the button that leads to the runs of a town, if it has lived runs."""
    if not _runs(name):
        return
    st.button(
        tr("Apply to a run"), icon=":material/update:", key=f"apply-{name}", type="tertiary",
        on_click=open_dialog, args=(_APPLY, name),
        help=tr("Applies the saved version of the town to an idle or paused run, from its current moment on"),
    )  # fmt: skip
    if is_open(_APPLY) == name:
        _dialog(name)


@dialog(marked("Apply to a run"), width="large", icon=":material/update:")
def _dialog(name: str) -> None:
    """Draw the changes that would come into a run, those refused, and what would be stale, with the button to
    apply them.
    """
    workspace, runs = session.workspace(), _runs(name)
    if workspace.scenarios.drafts.of(name):
        plain(tr("Unsaved changes are not applied. Save the town first."), muted=True)
    chosen = st.selectbox(
        tr("Run"), list(runs), format_func=lambda one: shorten(runs[one], 60), key=f"apply-which-{name}"
    )
    run = workspace.runs.find(chosen)
    try:
        found = to_apply(run)
    except TownwrightError as error:
        plain(tr("{problem}.", problem=tr_error(error)))
        return
    _told(found, run)
    if found.wanted and _pressed(run, name):
        with in_plain_words():
            turns = apply_town(run)
            close_dialog()
            said = tr_n(
                "One change was applied. You can see and undo it on the Stage page.",
                "{n} changes were applied. You can see and undo them on the Stage page.",
                len(turns),
            )
            st.toast(escape_md(said))
            st.rerun()


def _told(found: ToApply, run: Run) -> None:
    version = f"v{found.version.version}"
    if not found.wanted:
        plain(
            tr(
                "{run} already matches {version} of the town, as far as possible.",
                run=run.row.name,
                version=version,
            )
        )
    else:
        st.markdown(tr("**From {moment} on**", moment=moment_words(found.minute)))
        _list([tr_worded(one) for one in found.words], "check")
    if found.refused:
        st.markdown(tr("**Cannot be applied to this run**"))
        _list(
            [
                tr("{what}: {why}.", what=tr_worded(one.words), why=tr_worded(one.why))
                for one in found.refused
            ],
            "block",
        )
    if found.wanted and found.stale:
        st.markdown(tr("**Effects on plans and knowledge**"))
        _list([tr("{text}.", text=tr_worded(one).replace("`", "")) for one in found.stale], "history")


def _list(lines: list[str] | tuple[str, ...], icon: str) -> None:
    many = len(lines) > _MOST_LINES
    with st.container(gap="xxsmall", height=_MOST_HIGH if many else "content", border=False):
        for line in lines:
            with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
                st.markdown(f":material/{icon}:", width="content")
                plain(line)


def _pressed(run: Run, name: str) -> bool:
    busy = run.busy
    if busy:
        plain(
            tr(
                "{reason}. You can apply changes when the run is idle or paused.",
                reason=f"{busy[0].upper()}{busy[1:]}",
            ),
            muted=True,
        )
    return st.button(
        tr("Apply from now on"), key=f"apply-now-{name}", type="primary", icon=":material/check:",
        disabled=bool(busy),
    )  # fmt: skip


def _runs(name: str) -> dict[str, str]:
    """Return the labels of a town's lived runs by id, newest first."""
    rows = [row for row in session.workspace().runs.all() if row.scenario == name]
    return {row.id: f"{row.name} ({row.id})" for row in reversed(rows)}
