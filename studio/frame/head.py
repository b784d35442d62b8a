"""The head of every page: one bar that stays in view and shows the page, the place and the moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.workspace import Run
from studio import session
from studio.basics.text import alike, escape_md, plain, shorten
from studio.catalogue.tr import tr
from studio.frame.moment.moment_bar import model_words, moment_bar
from studio.frame.presenting import leave_button, present, present_button
from studio.frame.side.sidebar import About, scenario_words, sidebar, workspace_words
from studio.frame.tabs import page_tabs
from studio.frame.towns import counts_words, drafted_town, titles
from studio.pages import PageInfo, file_of, titled
from studio.tour.tour import tour
from studio.words.explained import watch_words, word_help

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

NAME_LETTERS = 28


def open_page(
    title: str, *, lead: str = "", words: Sequence[str] = (), about: About = "run", replays: bool = False
) -> DeltaGenerator:
    """Draw the sidebar and the bar of a page about a run, a scenario or the workspace. The title is marked
    for translation. `lead` and the glossary `words` are behind the question mark of the title. A page that
    `replays` a day by itself needs no play button in the bar.

    Returns the place in the bar for the page's own widgets.
    """
    session.open_page(title, is_of_run=about == "run")
    sidebar(title, about)
    if session.presents():
        present(about)
    with (
        st.container(key="tw-bar"),
        st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="tw-bar-row"),
    ):
        with st.container(width="content", key="tw-bar-title"):
            st.header(
                tr(title),
                anchor=False,
                help="\n\n".join(filter(None, (lead, word_help(*words), _help_on(titled(title))))),
                width="content",
            )
        _PLACES[about]()
        if about == "run" and session.run() is not None:
            moment_bar(plays=not replays)
        if session.presents():
            leave_button()
        own = st.container(
            horizontal=True,
            horizontal_alignment="right",
            vertical_alignment="center",
            gap="xsmall",
            key="tw-bar-own",
        )
    asked = watch_words()
    if asked is not None:
        st.switch_page(file_of("glossary"), query_params={"word": asked})
    page_tabs(titled(title))
    tour(title)
    return own


def _help_on(page: PageInfo) -> str:
    """Return the link to the section of the documentation about a page."""
    return "" if page.name == "help" else f"[{tr('Open the help')}](help?topic=page-{page.name})"


def _the_run() -> None:
    run = session.run()
    if run is None:
        if session.sought_town() is None:
            st.markdown(tr(":material/wb_twilight: **No runs yet**"), width="content")
        return
    name, town = run.row.name, run.scenario.town
    label = town if alike(name, town) or alike(name, run.row.scenario) else f"{town} · {name}"
    with _place(label, ":material/theater_comedy:"):
        _about_run(run)


def _about_run(run: Run) -> None:
    row = run.row
    plain(tr("Run {name!r} of {town}, seed {seed}", name=row.name, town=run.scenario.town, seed=row.seed))
    plain(tr("Model: {model}", model=model_words(row.model)), muted=True, small=True)
    present_button()
    whole = run.at(session.minute()).fingerprint if run.is_founded else ""
    st.code(whole or tr("no fingerprint yet: run day 1 first"), language=None, wrap_lines=True)
    st.caption(word_help("fingerprint"))
    st.caption(tr("Run {id}. Choose another run in the sidebar.", id=escape_md(row.id)))


def _the_scenario() -> None:
    name = session.town()
    if name is None:
        st.markdown(tr(":material/holiday_village: **No scenario yet**"), width="content")
        return
    workspace = session.workspace()
    with _place(titles(workspace)[name], ":material/holiday_village:"):
        plain(counts_words(drafted_town(workspace, name)))
        plain(scenario_words(name), muted=True, small=True)
        st.caption(tr("Scenario {name}. Choose another scenario in the sidebar.", name=escape_md(name)))


def _the_workspace() -> None:
    folder = session.workspace().store.path.parent
    with _place(folder.name, ":material/folder:"):
        plain(workspace_words())
        st.code(str(folder), language=None, wrap_lines=True)


def _place(label: str, icon: str) -> DeltaGenerator:
    return st.popover(escape_md(shorten(label, NAME_LETTERS)), icon=icon, type="tertiary", key="tw-bar-place")


_PLACES: Mapping[About, Callable[[], None]] = MappingProxyType(
    {"run": _the_run, "scenario": _the_scenario, "workspace": _the_workspace}
)
