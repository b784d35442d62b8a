"""Two texts of one file, from two windows: both are shown, one is chosen, and the other is set aside, not
lost.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.workspace import Workspace
from engine.api.writing.drafts import Draft, Standing
from studio.authoring.editor.diff import diff_rows, show_changes, show_diff
from studio.basics.text import escape_md, plain, shorten, time_words
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.dialogs import close_dialog, dialog, is_open, open_dialog
from studio.frame.page import in_plain_words

if TYPE_CHECKING:
    from studio.authoring.editor.editing import Writing


_MOST_HIGH, _MOST_LINES = 320, 12


def choose_between(workspace: Workspace, writing: Writing) -> None:
    """Show the text of another window beside this one, and let the author choose."""
    now, settle = writing.standing, partial(_settle, workspace, writing)
    others = [rival for rival in now.of("rival") if rival.writer != writing.writer]
    if writing.is_rival:
        there = tr("draft in another window") if now.draft else _saved_elsewhere(writing)
        _two_texts(
            writing,
            tr(
                "{file} was changed in another window while you edited it here. Nothing is "
                "replaced until you choose, and the other text is kept.",
                file=shorten(writing.path),
            ),
            theirs=(now.text or "", there),
            keep=(tr("Keep mine"), settle("choose", writing.writer)),
            take=(tr("Use the other text"), settle("aside", writing.writer)),
        )
    elif now.draft is not None and writing.base is not None and writing.base.moved_on:
        _two_texts(
            writing,
            tr(
                "{file} was saved elsewhere as v{version} after this draft was started.",
                file=shorten(writing.path),
                version=writing.version,
            ),
            theirs=(now.saved or "", _saved_elsewhere(writing)),
            keep=(tr("Keep mine"), settle("choose", now.draft.writer)),
            take=(
                tr("Use v{version}", version=writing.version),
                settle("aside", now.draft.writer),
            ),
        )
    elif others:
        _two_texts(
            writing,
            tr(
                "{file} was also edited in another window, based on an earlier text.",
                file=shorten(writing.path),
            ),
            theirs=(others[0].text, tr("other window, {when}", when=time_words(others[0].saved))),
            keep=(tr("Keep this one"), settle("aside", others[0].writer)),
            take=(tr("Use the other text"), settle("choose", others[0].writer)),
        )


def _saved_elsewhere(writing: Writing) -> str:
    return tr("v{version}, saved elsewhere", version=writing.version)


def set_aside_button(standing: Standing, key: str) -> None:
    """Draw the button to the texts of the file that were set aside, with their number."""
    if count := len(standing.of("aside")):
        st.button(
            tr("Unused drafts · {n}", n=count),
            key=f"asides-{key}",
            type="tertiary",
            icon=":material/inventory_2:",
            on_click=open_dialog,
            args=("aside", key),
            help=tr("Drafts of this file that were not chosen"),
        )


def set_aside(workspace: Workspace, name: str, path: str, standing: Standing, key: str) -> None:
    """Draw the dialog of the texts that were set aside, if it is open."""
    if is_open("aside") == key:
        _set_aside(workspace, name, path, standing)


def _two_texts(
    writing: Writing,
    words: str,
    *,
    theirs: tuple[str, str],
    keep: tuple[str, Callable[[], None]],
    take: tuple[str, Callable[[], None]],
) -> None:
    with st.container(border=True, key=f"two-texts-{writing.key}"):
        st.markdown(":red[:material/alt_route:] " + tr("**Conflicting texts of this file**"))
        plain(words)
        with st.container(horizontal=True):
            st.button(keep[0], key=f"keep-{writing.key}", type="primary", on_click=keep[1])
            st.button(take[0], key=f"take-{writing.key}", on_click=take[1])
        with st.container(
            height=_MOST_HIGH if many_lines(writing.text, theirs[0]) else "content", border=False
        ):
            show_changes(writing.text, theirs[0], left=tr("this window"), right=theirs[1])


def many_lines(one: str, other: str) -> bool:
    """Return whether the differences are too long to be shown in full above the editor."""
    return len(diff_rows(one, other, context=1)) > _MOST_LINES


def _settle(workspace: Workspace, writing: Writing, how: str, writer: str) -> Callable[[], None]:
    def settled() -> None:
        with in_plain_words():
            if how == "choose":
                workspace.scenarios.drafts.choose(writing.name, writing.path, writer)
            else:
                workspace.scenarios.drafts.put_aside(writing.name, writing.path, writer)

    return settled


@dialog(marked("Unused drafts"), width="large", icon=":material/inventory_2:")
def _set_aside(workspace: Workspace, name: str, path: str, standing: Standing) -> None:
    """Draw every text of the file that was not chosen, beside the file's current text."""
    st.caption(
        tr(
            "{file} of {town}: drafts that were not chosen. They are kept until you delete them.",
            file=escape_md(path),
            town=escape_md(name),
        )
    )
    for text in standing.of("aside"):
        with st.container(border=True):
            when = tr("Edited {when}", when=time_words(text.saved))
            show_diff(standing.text or "", text.text, left=tr("Current text"), right=when)
            _aside_buttons(workspace, name, path, text)


def _aside_buttons(workspace: Workspace, name: str, path: str, text: Draft) -> None:
    with st.container(horizontal=True):
        key = f"{name}-{path}-{text.writer}"
        back = st.button(tr("Restore"), key=f"back-{key}", icon=":material/settings_backup_restore:")
        away = st.button(tr("Delete"), key=f"away-{key}", type="tertiary", icon=":material/delete:")
    if not (back or away):
        return
    with in_plain_words():
        if back:
            workspace.scenarios.drafts.choose(name, path, text.writer)
        else:
            workspace.scenarios.drafts.throw_away(name, path, text.writer)
        if back or len(workspace.scenarios.drafts.standing(name, path).of("aside")) == 0:
            close_dialog()
        st.rerun()
