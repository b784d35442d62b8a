"""Actions on a scenario of the gallery: run it, copy it, rename it, hide it, create a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import streamlit as st

from engine.api.scenarios import MOST_PEOPLE, ScenarioVersion, bundled
from studio import session
from studio.authoring.editor.run_it import run_it
from studio.authoring.template_cards import begin_from
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.dialogs import close_dialog, dialog, go_button, is_open
from studio.frame.page import WORLD, complain, in_plain_words
from studio.runs import cassettes

BLANK, COPY, GENERATED = (
    marked("Small example"),
    marked("Copy of a bundled town"),
    marked("Generated town"),
)
_BEGINNINGS: Mapping[str, str] = MappingProxyType(
    {
        BLANK: marked("Two people and four places, with comments that explain every key."),
        COPY: marked("A copy of a town that comes with Townwright, for you to change."),
        GENERATED: marked(
            "Homes, jobs, friendships and news are generated from the random seed. The same "
            "seed gives the same town."
        ),
    }
)


def dialogs() -> None:
    """Draw the open dialog, if there is one."""
    for kind, draw in (("run", run_it), ("copy", duplicate), ("rename", rename)):
        about = is_open(kind)
        if about is not None and about in session.workspace().scenarios.names():
            draw(about)
    template = is_open("template")
    if template is not None:
        begin_from(template)
    if is_open("new") is not None:
        new_town()
    if is_open("cassette") is not None:
        cassettes.open_one()


@dialog(marked("New town"), icon=":material/add_home:")
def new_town() -> None:
    """Create a scenario from a template, and open it for editing."""
    kind = st.radio(
        tr("Start with"), [BLANK, COPY, GENERATED], format_func=tr, key="new-kind", horizontal=True
    )
    plain(tr(_BEGINNINGS[kind]), muted=True)
    with st.form("new-town", border=False):  # its button is ready while the name is still being typed
        called = st.text_input(tr("Name"), max_chars=80, key="new-name", placeholder=tr("Green Hollow"))
        make = _beginning(kind)
        go = go_button(tr("Create"), key="new-make")
    if not go:
        return
    if not called.strip():
        complain(tr("Enter a name for the new town above."))
    else:
        with in_plain_words():
            session.choose_town(make(called).scenario)
            close_dialog()
            st.switch_page(WORLD)


def _beginning(kind: str) -> Callable[[str], ScenarioVersion]:
    """Draw the fields of a way to begin; return the function that creates the town."""
    workspace = session.workspace()
    if kind == COPY:
        town = st.selectbox(tr("Town"), bundled(), key="new-from")
        return lambda name: workspace.scenarios.new_from_bundled(name, town)
    if kind == GENERATED:
        left, right = st.columns(2)
        people = int(left.number_input(tr("People"), 1, MOST_PEOPLE, 12, key="new-people"))
        seed = int(right.number_input(tr("Random seed"), 0, 2**53 - 1, 1, key="new-seed"))
        return lambda name: workspace.scenarios.new_generated(name, people, seed)
    return workspace.scenarios.new_blank


@dialog(marked("Duplicate"), icon=":material/content_copy:")
def duplicate(name: str) -> None:
    """Copy a scenario under another name."""
    with st.form("duplicate", border=False):
        called = st.text_input(
            tr("Name of the copy"), key="copy-called", value=f"{name} 2"[:80], max_chars=80
        )
        go = go_button(tr("Duplicate"), key="copy-go")
    if go:
        with in_plain_words():
            made = session.workspace().scenarios.duplicate(name, called)
            _say(tr("{copy} is a copy of {town}.", copy=made.scenario, town=name), made.scenario)


@dialog(marked("Rename"), icon=":material/edit:")
def rename(name: str) -> None:
    """Rename a scenario."""
    with st.form("rename", border=False):
        called = st.text_input(tr("New name"), key="rename-called", value=name, max_chars=80)
        go = go_button(tr("Rename"), key="rename-go")
    plain(
        tr(
            "Its versions, drafts and runs are kept. To change the name of the town itself, edit “Town name” "
            "on the World page."
        ),
        muted=True,
    )
    if go:
        with in_plain_words():
            now = session.workspace().scenarios.rename(name, called)
            _say(tr("{before} is now called {now}.", before=name, now=now), now)


def hide(name: str) -> None:
    """Hide a scenario from the gallery."""
    session.workspace().scenarios.hide(name)
    said = tr("{town} is hidden. Its runs are kept. You can restore it below the gallery.", town=name)
    session.remember("gallery-said", said)


def bring_back(name: str) -> None:
    """Show a hidden scenario in the gallery again."""
    session.workspace().scenarios.hide(name, hidden=False)


def _say(text: str, name: str) -> None:
    session.remember("gallery-said", text)
    session.choose_town(name)
    close_dialog()
    st.rerun()
