"""What was saved before: every version, any two of them side by side, and any of them brought back."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.api.scenarios import ScenarioVersion
from engine.api.workspace import Workspace
from studio import session
from studio.authoring.editor.diff import show_diff
from studio.basics.text import escape_md, shorten, time_words
from studio.frame.dialogs import close_dialog
from studio.frame.page import in_plain_words

MOST_SHOWN = 200


@st.dialog("History", width="large", icon=":material/history:", on_dismiss=close_dialog)
def history(name: str, path: str) -> None:
    """The versions of a scenario, as far as they concern one of its files."""
    workspace = session.workspace()
    kept = workspace.scenarios.versions(name)[:MOST_SHOWN]
    if len(kept) < 2:
        st.caption("Every save is kept here. So far there is only the first version.")
        return
    st.caption(f"{escape_md(path)} of {escape_md(name)}: {len(kept)} versions, every one of them kept.")
    by_number = {version.number: version for version in kept}
    before, after = _two(kept, f"{name}-{path}")
    show_diff(
        workspace.scenarios.files(name, before).get(path, ""),
        workspace.scenarios.files(name, after).get(path, ""),
        left=version_words(by_number[before]),
        right=version_words(by_number[after]),
    )
    _restore(workspace, name, path, by_number[before], kept[0])


def version_words(version: ScenarioVersion) -> str:
    """`v3 · 20 Nov, 11:04 · restored from v1`."""
    note = f" · {shorten(version.note, 50)}" if version.note else ""
    return f"v{version.version} · {time_words(version.created)}{note}"


def _two(kept: Sequence[ScenarioVersion], key: str) -> tuple[int, int]:
    numbers = [version.number for version in kept]
    words = {version.number: version_words(version) for version in kept}
    left, right = st.columns(2)
    before = left.selectbox(
        "Compare", numbers, index=1, format_func=words.__getitem__, key=f"history-before-{key}"
    )
    after = right.selectbox(
        "With", numbers, index=0, format_func=words.__getitem__, key=f"history-after-{key}"
    )
    return before, after


def _restore(
    workspace: Workspace, name: str, path: str, version: ScenarioVersion, newest: ScenarioVersion
) -> None:
    with st.container(horizontal=True):
        one = st.button(
            f"Bring back this file as in v{version.version}",
            key=f"restore-file-{name}-{path}",
            icon=":material/settings_backup_restore:",
            disabled=version.number == newest.number,
        )
        whole = st.button(
            f"Bring back the whole town as in v{version.version}",
            key=f"restore-town-{name}-{path}",
            type="tertiary",
            disabled=version.number == newest.number,
            help="All files, in one new version; what was saved since stays in the history",
        )
    if not (one or whole):
        return
    with in_plain_words():
        now = workspace.scenarios.restore(name, version, path if one else None)
        close_dialog()
        st.toast(escape_md(f"Saved as v{now.version}; nothing of the history is lost."))
        st.rerun()
