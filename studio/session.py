"""What a person is looking at: the only user of Streamlit's session state and of the address line."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import streamlit as st

from engine.api.models import Keys
from engine.api.workspace import FIRST_TOWN, Run, Workspace, open_workspace
from engine.errors import WorkspaceDamaged
from engine.records import AgentId
from studio.catalogue.read import ENGLISH, LANGUAGES
from studio.catalogue.tr import KEY as LANGUAGE, tr_error

if TYPE_CHECKING:
    from engine.api.run import RunRow, Town

COOKIE = "townwright-language"  # in which a browser keeps the language that was chosen in it
WORKSPACE_VARIABLE = "TOWNWRIGHT_WORKSPACE"
LINKED = ("town", "run", "at", "agent")
_LINK, _RUN, _WHY, _PAGE, _CHOSEN = "tw-link", "tw-living", "tw-why", "tw-page-", "tw-chosen-"
_FOLLOWS, _KEYS, _WINDOW, _MADE = "tw-follows-", "tw-keys", "tw-window", "tw-made-"
_TOLD, _OFTEN = "tw-told-", 3  # how often a widget was told what it shows, and how often it is at most
_SHOWED = "tw-showed-"  # what a widget showed before it was set
_OPEN = "tw-open"
_LANG = "lang"
_SOUGHT = "tw-sought"  # the town of which a link asked for no certain run
_ECHO = 2.0  # seconds in which a browser may not have heard yet what a widget was set to

T = TypeVar("T")


def begin() -> None:
    """Take over a deep link that is new, and keep the address line one; called first in every script run."""
    st.session_state.pop(_RUN, None)
    window()
    said = {name: st.query_params[name] for name in LINKED if name in st.query_params}
    if said and said != st.session_state.get(_LINK):
        _adopt(said)
    here = run()
    if here is not None and _chosen("run") is None:
        _choose("run", here.row.id)
    _write_link()


def read_in() -> None:
    """Settle in which language this window reads the studio: what its link says, else what its browser has
    kept, else what its browser speaks, else English. Called first of all, since everything is said in it.
    """
    if LANGUAGE in st.session_state:
        return
    spoken = st.context.locale or ""
    asked = (st.query_params.get(_LANG), st.context.cookies.get(COOKIE), spoken.split("-")[0].lower())
    st.session_state[LANGUAGE] = next((one for one in asked if one in LANGUAGES), ENGLISH)


def choose_language(language: str) -> None:
    """Read the studio in another language from now on, in this window; the link says so too, for a browser
    that keeps nothing.
    """
    st.session_state[LANGUAGE] = language
    st.query_params[_LANG] = language


def keys() -> Keys:
    """Return the keys of this person: those typed in this window, else those of the studio's environment."""
    typed: dict[str, str] = st.session_state.get(_KEYS, {})
    return Keys(typed)


def type_key(profile: str, key: str) -> None:
    """Keep a key in the memory of this window's session, and nowhere else; an empty one is forgotten."""
    typed: dict[str, str] = {**st.session_state.get(_KEYS, {}), profile: key}
    st.session_state[_KEYS] = {name: value for name, value in typed.items() if value}


def window() -> str:
    """Return the name of this window: another one whenever the page is loaded anew."""
    return _window()[0]


def opened() -> str:
    """Return the wall time at which this window was opened, as rows of the store have it."""
    return _window()[1]


def read_newest() -> None:
    """Open the workspace and read the newest run's town before anybody asks; needs no person's session."""
    place = workspace()
    if rows := place.runs.all():
        row = rows[-1]
        _town(str(place.store.path), row.number, place, row)


def workspace() -> Workspace:
    """Return the workspace that this studio serves, opened once."""
    return _open(str(folder()))


def folder() -> Path:
    """Return the folder of the workspace that this studio serves."""
    return Path(os.environ.get(WORKSPACE_VARIABLE, "workspace"))


def damage() -> str:
    """Return what is wrong with the workspace, in words; empty when it can be opened."""
    try:
        workspace()
    except WorkspaceDamaged as error:
        return tr_error(error)
    return ""


# ---- what is looked at


def run() -> Run | None:
    """Return the run looked at: the chosen one, or the newest, of the town alone that a link asked for; None
    when there is none yet.
    """
    held = st.session_state.get(_RUN)
    if held is None:
        row = _row()
        held = None if row is None else _run_of(workspace(), row)
        st.session_state[_RUN] = held
    return held


def choose_run(run_id: str | None) -> None:
    """Look at another run, as far as it has come."""
    if run_id != _chosen("run"):
        _choose("at", None)
    _choose("run", run_id)
    st.session_state.pop(_RUN, None)
    st.session_state.pop(_SOUGHT, None)


def missing_run() -> str | None:
    """Return the run that a link asked for and that this workspace does not have."""
    asked = _chosen("run")
    here = run()
    return asked if asked and (here is None or here.row.id != asked) else None


def sought_town() -> str | None:
    """Return the town of which a link asked for the newest run, as long as no run was chosen of it; a town
    that is not here is not sought.
    """
    name: str | None = st.session_state.get(_SOUGHT)
    is_sought = name is not None and name == _chosen("town") and _chosen("run") is None
    return name if is_sought and name in workspace().scenarios.names() else None


def missing_town() -> str | None:
    """Return the town that a link asked for and that this workspace does not have."""
    name: str | None = st.session_state.get(_SOUGHT)
    is_here = name is None or name in workspace().scenarios.names()
    return None if is_here or name != _chosen("town") else name


def town() -> str | None:
    """Return the scenario being edited: the chosen one, the current run's, the one to begin with, or the
    first.
    """
    names = workspace().scenarios.names()
    here = run()
    for name in (_chosen("town"), here.row.scenario if here else None, FIRST_TOWN):
        if name in names:
            return name
    return names[0] if names else None


def choose_town(name: str | None) -> None:
    """Edit another scenario."""
    _choose("town", name)


def minute() -> int | None:
    """Return the minute looked at; None for as far as the town has come."""
    said, here = _chosen("at"), run()
    if said is None or here is None or not (said.isascii() and said.isdecimal()) or len(said) > 9:
        return None
    return int(said) if int(said) <= here.clock else None


def choose_moment(minute: int | None) -> None:
    """Look at another minute of the run, or (None) as far as the town has come."""
    _choose("at", None if minute is None else str(minute))


def agent() -> AgentId | None:
    """Return whose mind is looked at; None when nobody was chosen or the run has no such person."""
    who, here = _chosen("agent"), run()
    return who if here is not None and who in here.town.cast.personas else None


def asked_agent() -> AgentId | None:
    """Whoever a link or a choice named, though the run may have no such person: a scenario may."""
    return _chosen("agent")


def choose_agent(agent: AgentId | None) -> None:
    """Look at somebody else."""
    _choose("agent", agent)


def linked(name: str) -> str | None:
    """Return what the address line says of a thing that only one page lets one choose."""
    said = st.query_params.get(name)
    return said or None


def link(name: str, value: str | None) -> None:
    """Put a thing that only one page lets one choose into the address line; None takes it out."""
    if value is None:
        st.query_params.pop(name, None)
    elif st.query_params.get(name) != value:
        st.query_params[name] = value


def open_page(title: str, *, is_of_run: bool) -> None:
    """Note which page is drawn, and whether it is about a run at a moment."""
    st.session_state[_OPEN] = (title, is_of_run)


def page_open() -> tuple[str, bool]:
    """Return the title of the page that is drawn, and whether it is about a run at a moment."""
    noted: tuple[str, bool] = st.session_state.get(_OPEN, ("", False))
    return noted


def presents() -> bool:
    """Return whether the page is shown to a room: large, by itself, with nothing secret on it."""
    return linked("view") == "present"


def explained() -> int | None:
    """Return the row that the Why panel explains."""
    row: int | None = st.session_state.get(_WHY)
    return row


def explain(row_id: int | None) -> None:
    """Have a row explained, or close the panel."""
    st.session_state[_WHY] = row_id


def remember(key: str, value: object) -> None:
    """Keep a small thing of a page until the browser's window is closed."""
    st.session_state[_PAGE + key] = value


def recalled(key: str, default: T) -> T:
    """Return a small thing that a page has kept."""
    value: T = st.session_state.get(_PAGE + key, default)
    return value


def made_once(key: str, make: Callable[[], T]) -> T:
    """Return what was made for this window, made when it is first asked for."""
    if _MADE + key not in st.session_state:
        st.session_state[_MADE + key] = make()
    value: T = st.session_state[_MADE + key]
    return value


def follow_widget(key: str, value: object, *, typed: bool = False) -> None:
    """Have a widget show what was chosen elsewhere: by a link, another page, another widget. What it shows
    already is not set again: that would put back what is chosen in it while the page is drawn.

    What it is told comes with one drawing of the page, which may be lost: another that begins just then takes
    the place of what was not sent yet, and the widget would be empty, and say so at the next press. So it is
    told a few times. A field in which one types (`typed`) is told once, or what is being typed would go; it
    is given the same as its own `value`, with which it begins whatever was lost.
    """
    state = st.session_state
    is_news = key not in state or state.get(_FOLLOWS + key) != value
    if is_news and state.get(key) != value:
        if key in state:
            state[_SHOWED + key] = (state[key], time.monotonic())
        state[key], state[_TOLD + key] = value, 1
    elif not is_news:
        state.pop(_SHOWED + key, None)
        state[_TOLD + key] = told = state.get(_TOLD + key, _OFTEN) + 1
        if not typed and told <= _OFTEN:
            state[key] = state[key]
    state[_FOLLOWS + key] = value


def note_widget(key: str, value: object) -> None:
    """Note what was chosen in a widget that follows, so that its next choice is not taken for an old one."""
    st.session_state[_FOLLOWS + key] = value


def is_echo(key: str) -> bool:
    """Return, in the callback of a widget that follows, whether it only says again what it showed before it
    was set: the browser sent it before it heard of that. It is set again then, and nothing is to be written.

    What comes later than `_ECHO` is meant: somebody chooses again what was just undone.
    """
    showed, since = st.session_state.pop(_SHOWED + key, (None, None))
    if since is None or time.monotonic() - since > _ECHO or showed != st.session_state[key]:
        return False
    st.session_state[key] = st.session_state[_FOLLOWS + key]
    return True


def widget_value(key: str) -> str:
    """Return what a widget of text says, for the callback that it calls."""
    return str(st.session_state[key])


def begin_widget(key: str, make: Callable[[], object]) -> None:
    """Have a widget begin with something, where it is not there yet."""
    if key not in st.session_state:
        st.session_state[key] = make()


def set_widget(key: str, value: object) -> None:
    """Have a widget say something else from now on; for the callback of another one."""
    st.session_state[key] = value


# ---- how


def _window() -> tuple[str, str]:
    here: tuple[str, str] | None = st.session_state.get(_WINDOW)
    if here is None:
        here = st.session_state[_WINDOW] = (secrets.token_hex(6), workspace().store.stamp_now())
    return here


def _chosen(name: str) -> str | None:
    value: str | None = st.session_state.get(_CHOSEN + name)
    return value


def _choose(name: str, value: str | None) -> None:
    st.session_state[_CHOSEN + name] = value
    _write_link()


def _adopt(said: Mapping[str, str]) -> None:
    for name in LINKED:
        st.session_state[_CHOSEN + name] = said.get(name)
    st.session_state[_SOUGHT] = None if "run" in said else said.get("town")


def _write_link() -> None:
    link = {name: value for name in LINKED if (value := _chosen(name)) is not None}
    for name in LINKED:
        if name not in link:
            st.query_params.pop(name, None)
        elif st.query_params.get(name) != link[name]:
            st.query_params[name] = link[name]
    st.session_state[_LINK] = link


def _row() -> RunRow | None:
    sought, asked = sought_town(), _chosen("run")
    rows = [row for row in workspace().runs.all() if sought in (None, row.scenario)]
    found = next((row for row in rows if row.id == asked), None)
    if found is None and asked is not None:  # one that no list shows, as a notebook's are
        found = next((row for row in workspace().runs.all(archived=True) if row.id == asked), None)
    return found or (rows[-1] if rows else None)


def _run_of(place: Workspace, row: RunRow) -> Run:
    return Run(place.store, row, _town(str(place.store.path), row.number, place, row), keys())


@st.cache_resource(show_spinner=False, on_release=lambda opened: opened.close())
def _open(folder: str) -> Workspace:
    return open_workspace(folder)


@st.cache_resource(show_spinner=False, max_entries=8)
def _town(path: str, number: int, _place: Workspace, _row: RunRow) -> Town:
    """Return a run's town, read once: that takes a while, and a run never changes what it was begun with."""
    return Run(_place.store, _row).town
