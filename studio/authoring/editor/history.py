"""The history: every saved version, any two of them side by side, and a way to restore each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from engine.api.scenarios import ScenarioVersion
from engine.api.workspace import Workspace
from studio import session
from studio.authoring.editor.diff import show_diff
from studio.basics.text import escape_md, plain, shorten, time_words
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_worded
from studio.frame.dialogs import close_dialog, dialog
from studio.frame.page import in_plain_words

MOST_SHOWN, MOST_DIFFERENCES = 200, 60
_NOW_WORDS = marked("Current draft")
_MOST_HIGH, _MOST_LINES = 280, 9
_NOW = 0  # in place of the number of a version: as it is written by now
_ICONS = {"added": "add", "removed": "remove", "changed": "edit", "moved": "arrow_forward", "renamed": "edit"}


@dialog(marked("History"), width="large", icon=":material/history:")
def history(name: str, path: str) -> None:
    """Draw the versions of a scenario, as far as they concern one of its files."""
    workspace = session.workspace()
    kept = workspace.scenarios.versions(name)[:MOST_SHOWN]
    drafted = bool(workspace.scenarios.drafts.of(name))
    if len(kept) < 2 and not drafted:
        st.caption(tr("Every saved version is listed here. There is only one so far."))
        return
    st.caption(
        tr(
            "Versions of {file} in {town}: {n}. All of them are kept.",
            file=escape_md(path),
            town=escape_md(name),
            n=len(kept),
        )
    )
    by_number = {version.number: version for version in kept}
    before, after = _two(kept, f"{name}-{path}", drafted=drafted)
    in_meaning(workspace, name, before, after)
    show_diff(
        workspace.scenarios.files(name, before).get(path, ""),
        _files(workspace, name, after).get(path, ""),
        left=version_words(by_number[before]),
        right=version_words(by_number[after]) if after != _NOW else tr(_NOW_WORDS),
    )
    _restore(workspace, name, path, by_number[before], kept[0])


def in_meaning(workspace: Workspace, name: str, before: int, after: int) -> None:
    """Draw in words the differences in the whole town between two versions, or from one to the current drafts
    (0).
    """
    found = workspace.store.unchanged(
        ("differences", name, before, after),
        lambda: workspace.scenarios.differences(name, before, None if after == _NOW else after),
    )
    if not found:
        st.caption(tr("No differences in meaning."))
        return
    st.markdown(tr("**Differences in the town**"))
    with st.container(
        gap="xxsmall", height=_MOST_HIGH if len(found) > _MOST_LINES else "content", border=False
    ):
        for one in found[:MOST_DIFFERENCES]:
            with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
                st.markdown(f":material/{_ICONS[one.how]}:", width="content")
                plain(tr_worded(one.words))
    if len(found) > MOST_DIFFERENCES:
        st.caption(tr("{n} more, shown in the text below.", n=len(found) - MOST_DIFFERENCES))


def _files(workspace: Workspace, name: str, version: int) -> Mapping[str, str]:
    if version == _NOW:
        return workspace.scenarios.drafts.files(name)
    return workspace.scenarios.files(name, version)


def version_words(version: ScenarioVersion) -> str:
    """Return a version in words, such as `v3 · 20 Nov, 11:04 · restored from v1`."""
    note = f" · {shorten(tr_worded(version.note), 50)}" if version.note else ""
    return f"v{version.version} · {time_words(version.created)}{note}"


def _two(kept: Sequence[ScenarioVersion], key: str, *, drafted: bool) -> tuple[int, int]:
    numbers = [version.number for version in kept]
    words = {version.number: version_words(version) for version in kept}
    later = [_NOW, *numbers] if drafted else numbers
    words[_NOW] = tr(_NOW_WORDS)
    left, right = st.columns(2)
    before = left.selectbox(
        tr("Compare"),
        numbers,
        index=0 if drafted else 1,
        format_func=words.__getitem__,
        key=f"history-before-{key}",
    )
    after = right.selectbox(
        tr("With"), later, index=0, format_func=words.__getitem__, key=f"history-after-{key}"
    )
    return before, after


def _restore(
    workspace: Workspace, name: str, path: str, version: ScenarioVersion, newest: ScenarioVersion
) -> None:
    with st.container(horizontal=True):
        one = st.button(
            tr("Restore this file from v{version}", version=version.version),
            key=f"restore-file-{name}-{path}",
            icon=":material/settings_backup_restore:",
            disabled=version.number == newest.number,
        )
        whole = st.button(
            tr("Restore the whole town from v{version}", version=version.version),
            key=f"restore-town-{name}-{path}",
            type="tertiary",
            disabled=version.number == newest.number,
            help=tr("Restores all files as one new version; later versions stay in the history"),
        )
    if not (one or whole):
        return
    with in_plain_words():
        now = workspace.scenarios.restore(name, version, path if one else None)
        close_dialog()
        said = tr("Saved as v{version}. The history is kept.", version=now.version)
        st.toast(escape_md(said))
        st.rerun()
