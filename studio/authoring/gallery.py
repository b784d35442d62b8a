"""What can be done with a scenario of the gallery: run it, copy it, rename it, hide it, begin a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import streamlit as st

from engine.api.scenarios import MOST_PEOPLE, ScenarioVersion, bundled, cognition
from studio import session
from studio.basics.table import table_twin
from studio.basics.text import plain, shorten
from studio.frame.dialogs import close_dialog, is_open
from studio.frame.page import STAGE, WORLD, complain, in_plain_words
from studio.models.thinkers import who_thinks
from studio.runs import cassettes

BLANK, COPY, GENERATED, ZIP = "Blank starter", "Copy of a bundled town", "Generated town", "From a zip"
LARGEST_ZIP = 16  # megabytes
_BEGINNINGS: Mapping[str, str] = MappingProxyType(
    {
        BLANK: "Two people and four places, with every key explained in the text.",
        COPY: "A town that comes with Townwright, for you to change.",
        GENERATED: "Homes, jobs, friendships and news come from the seed: the same seed, the same town.",
        ZIP: "town.yaml, world.yaml, personas and prompts are read; anything else is left alone.",
    }
)


def dialogs() -> None:
    """Draw the dialog that is open, if one is."""
    for kind, draw in (("run", run_it), ("copy", duplicate), ("rename", rename)):
        about = is_open(kind)
        if about is not None and about in session.workspace().scenarios.names():
            draw(about)
    if is_open("new") is not None:
        new_town()
    if is_open("cassette") is not None:
        cassettes.open_one()


@st.dialog("Run this town", icon=":material/play_arrow:", on_dismiss=close_dialog)
def run_it(name: str) -> None:
    """Make a run and go to the stage."""
    scenario = session.workspace().scenarios.checked(name).scenario
    if scenario is None:
        plain("The scenario has errors. Mend them first, under World and Personas.")
        return
    plain(f"A run is one life of {scenario.town}. The same seed gives the same days, every time.", muted=True)
    model = who_thinks(name, scenario)
    with st.form("run-it", border=False):
        called = st.text_input(
            "Name of the run", key="run-it-name", value=shorten(scenario.town, 60), max_chars=80
        )
        seed = st.number_input(
            "Seed", key="run-it-seed", min_value=0, max_value=2**53 - 1, value=scenario.seed, step=1
        )
        go = st.form_submit_button("Run it", type="primary", icon=":material/play_arrow:", key="run-it-go")
    settings = cognition(scenario.cognition).model_dump()
    table_twin(
        [{"Setting": key, "Value": str(value)} for key, value in settings.items()],
        key="run-settings",
        label="How these people think",
    )
    if go:
        with in_plain_words():
            run = session.workspace().runs.new(name, seed=int(seed), name=called, model=model)
            session.choose_run(run.row.id)
            close_dialog()
            st.switch_page(STAGE)


@st.dialog("New town", icon=":material/add_home:", on_dismiss=close_dialog)
def new_town() -> None:
    """Begin a scenario from a template or a zip, and go on to write it."""
    kind = st.radio("Begin with", [BLANK, COPY, GENERATED, ZIP], key="new-kind", horizontal=True)
    plain(_BEGINNINGS[kind], muted=True)
    with st.form("new-town", border=False):  # its button is ready while the name is still being typed
        called = st.text_input("Name", max_chars=80, key="new-name", placeholder="Green Hollow")
        make = _beginning(kind)
        go = st.form_submit_button("Make it", type="primary", key="new-make")
    if not go:
        return
    if not called.strip():
        complain("A new town needs a name: write one above.")
    elif make is None:
        complain("There is no zip yet: choose one above.")
    else:
        with in_plain_words():
            session.choose_town(make(called).scenario)
            close_dialog()
            st.switch_page(WORLD)


def _beginning(kind: str) -> Callable[[str], ScenarioVersion] | None:
    """Draw what a way to begin needs to know; what makes the town then, if everything is there."""
    workspace = session.workspace()
    if kind == COPY:
        town = st.selectbox("Town", bundled(), key="new-from")
        return lambda name: workspace.scenarios.new_from_bundled(name, town)
    if kind == GENERATED:
        left, right = st.columns(2)
        people = int(left.number_input("People", 1, MOST_PEOPLE, 12, key="new-people"))
        seed = int(right.number_input("Seed", 0, 2**53 - 1, 1, key="new-seed"))
        return lambda name: workspace.scenarios.new_generated(name, people, seed)
    return _from_zip() if kind == ZIP else workspace.scenarios.new_blank


@st.dialog("Duplicate", icon=":material/content_copy:", on_dismiss=close_dialog)
def duplicate(name: str) -> None:
    """Copy a scenario under another name."""
    with st.form("duplicate", border=False):
        called = st.text_input("Name of the copy", key="copy-called", value=f"{name} 2"[:80], max_chars=80)
        go = st.form_submit_button("Duplicate", type="primary", key="copy-go")
    if go:
        with in_plain_words():
            made = session.workspace().scenarios.duplicate(name, called)
            _say(f"{made.scenario} is a copy of {name}.", made.scenario)


@st.dialog("Rename", icon=":material/edit:", on_dismiss=close_dialog)
def rename(name: str) -> None:
    """Give a scenario another name."""
    with st.form("rename", border=False):
        called = st.text_input("New name", key="rename-called", value=name, max_chars=80)
        go = st.form_submit_button("Rename", type="primary", key="rename-go")
    plain(
        "Its versions, drafts and runs go with it. The name of the town itself stands in its text.",
        muted=True,
    )
    if go:
        with in_plain_words():
            now = session.workspace().scenarios.rename(name, called)
            _say(f"{name} is now called {now}.", now)


def hide(name: str) -> None:
    """Take a scenario out of the gallery."""
    session.workspace().scenarios.hide(name)
    session.remember("gallery-said", f"{name} is hidden. Its runs stay; bring it back below the gallery.")


def bring_back(name: str) -> None:
    """Put a hidden scenario back into the gallery."""
    session.workspace().scenarios.hide(name, hidden=False)


def _from_zip() -> Callable[[str], ScenarioVersion] | None:
    upload = st.file_uploader(
        "The zip of a scenario's folder", type="zip", key="new-zip", max_upload_size=LARGEST_ZIP
    )
    plain(
        "town.yaml, world.yaml, personas, prompts and notebooks are read; anything else is left alone.",
        muted=True,
    )
    if upload is None:
        return None
    content = upload.getvalue()
    return lambda name: session.workspace().scenarios.import_zip(name, content)


def _say(text: str, name: str) -> None:
    session.remember("gallery-said", text)
    session.choose_town(name)
    close_dialog()
    st.rerun()
