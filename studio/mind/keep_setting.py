"""Keep setting: turns a setting tried on a thought into the town's own; this can be undone."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.api.scenarios import TOWN_FILE, Change, Settled, Value
from engine.api.workspace import Run
from engine.errors import worded
from studio import session
from studio.basics.text import escape_md, plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.page import in_plain_words
from studio.mind.tuning import Tuning, as_settings, as_yaml

_NOTE = worded("retrieval settings from the Mind page")
_KEPT = "setting-kept"
_ONLY_READ = marked(
    "This workspace is read-only, so nothing can be saved in it. To use these settings elsewhere, "
    "add this to {file}:"
)
_NOT_HERE = marked(
    "This town is not in the workspace, so its settings cannot be saved. To use these settings "
    "elsewhere, add this to {file}:"
)


def keep_setting(run: Run, by: Tuning) -> None:
    """Show what would change in the file of the run's town, with buttons to change it there or in a copy."""
    name, workspace = run.row.scenario, session.workspace()
    known = (*workspace.scenarios.names(), *workspace.scenarios.hidden())
    title = tr("Save as this town’s settings")
    st.markdown(f"**{title}**")
    if workspace.store.read_only or name not in known:
        text = _ONLY_READ if workspace.store.read_only else _NOT_HERE
        plain(tr(text, file=TOWN_FILE), muted=True)
        st.code(as_yaml(by), language="yaml")
        return
    with in_plain_words():
        _kept(name)
        values = as_settings(by)
        changes = workspace.scenarios.would_change(name, values)
        if not changes:
            plain(
                tr(
                    "{file} of {town} already has these settings. New runs use them.",
                    file=TOWN_FILE,
                    town=name,
                ),
                muted=True,
            )
            return
        for change in changes:
            plain(change_words(change))
        plain(
            tr(
                "Saving creates a new version of {file} and changes only these settings. This run "
                "keeps its own settings; new runs use the saved ones.",
                file=TOWN_FILE,
            ),
            muted=True,
            small=True,
        )
        _offer(name, values)


def change_words(change: Change) -> str:
    """Return a change in words: `decay: 0.995 → 0.98`."""
    return f"{change.name}: {_value_words(change.before)} → {_value_words(change.now)}"


def _offer(name: str, values: Mapping[str, Value]) -> None:
    scenarios = session.workspace().scenarios
    with st.container(horizontal=True):
        here = st.button(
            tr("Save to {town}", town=escape_md(name)),
            key="keep-setting",
            icon=":material/save:",
            type="primary",
        )
        copy = st.button(tr("Save to a copy"), key="keep-setting-copy", icon=":material/content_copy:")
    if not (here or copy):
        return
    with session.workspace().store.write(durable=True):
        if copy:
            name = scenarios.duplicate(name, _free_name(name)).scenario
        done = scenarios.settle(name, values, _NOTE)
    if copy:
        session.choose_town(name)
    session.remember(_KEPT, (name, done))
    st.rerun()


def _kept(name: str) -> None:
    """Draw the setting kept last, with an undo while nothing was saved since."""
    kept: tuple[str, Settled] | None = session.recalled(_KEPT, None)
    if kept is None:
        return
    town, done = kept
    scenarios = session.workspace().scenarios
    if town not in scenarios.names() or scenarios.versions(town)[0] != done.now:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="tw-setting-kept"):
        plain(
            tr(
                "Saved to {town}, v{version}: {changes}.",
                town=town,
                version=done.now.version,
                changes=tr("; ").join(map(change_words, done.changes)),
            )
        )
        back = st.button(
            tr("Undo: restore v{version}", version=done.before.version),
            key="undo-setting",
            icon=":material/undo:",
            type="tertiary",
        )
    if back:
        scenarios.restore(town, done.before, TOWN_FILE)
        session.remember(_KEPT, None)
        st.rerun()


def _free_name(name: str) -> str:
    scenarios = session.workspace().scenarios
    taken = {*scenarios.names(), *scenarios.hidden()}
    return next(free for n in range(2, len(taken) + 3) if (free := f"{name} {n}") not in taken)


def _value_words(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_value_words(one)}" for name, one in value.items())
    return f"{value:g}" if isinstance(value, int | float) else str(value)
