"""What the user is looking at: the only code that uses Streamlit's session state and the address line."""

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
from studio.catalogue.pseudo import PSEUDO
from studio.catalogue.read import ENGLISH, LANGUAGES
from studio.catalogue.tr import KEY as LANGUAGE, read_as, tr_error

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
    """Take over a new deep link, and keep the address line up to date; called first in every script run."""
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
    """Set the language of this window: that of its link, else the one stored by its browser, else the
    browser's own, else English. Called first of all, since every text needs it.
    """
    if LANGUAGE in st.session_state:
        return
    spoken = st.context.locale or ""
    asked = (st.query_params.get(_LANG), st.context.cookies.get(COOKIE), spoken.split("-")[0].lower())
    read_as(next((one for one in asked if one and one in (*LANGUAGES, PSEUDO)), ENGLISH))


def choose_language(language: str) -> None:
    """Switch this window to another language; the link carries it too, for a browser that stores nothing."""
    read_as(language)
    st.query_params[_LANG] = language


def keys() -> Keys:
    """Return the user's keys: those typed in this window, else those of the studio's environment."""
    typed: dict[str, str] = st.session_state.get(_KEYS, {})
    return Keys(typed)


def type_key(profile: str, key: str) -> None:
    """Keep a key in the memory of this window's session, and nowhere else; an empty one is removed."""
    typed: dict[str, str] = {**st.session_state.get(_KEYS, {}), profile: key}
    st.session_state[_KEYS] = {name: value for name, value in typed.items() if value}


def window() -> str:
    """Return the name of this window, which changes whenever the page is reloaded."""
    return _window()[0]


def opened() -> str:
    """Return the wall time at which this window was opened, in the store's format."""
    return _window()[1]


def read_newest() -> None:
    """Open the workspace and read the newest run's town in advance; needs no session."""
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
    """Return in words what is wrong with the workspace, or "" if it can be opened."""
    try:
        workspace()
    except WorkspaceDamaged as error:
        return tr_error(error)
    return ""


# ---- what is looked at


def run() -> Run | None:
    """Return the run looked at: the chosen one, or the newest, only of the town if a link asked for one; None
    if there is none.
    """
    if _RUN not in st.session_state:
        row = _row()
        st.session_state[_RUN] = None if row is None else _run_of(workspace(), row)
    held: Run | None = st.session_state[_RUN]
    return held


def choose_run(run_id: str | None) -> None:
    """Choose another run, at its present."""
    if run_id != _chosen("run"):
        _choose("at", None)
    _choose("run", run_id)
    st.session_state.pop(_RUN, None)
    st.session_state.pop(_SOUGHT, None)


def missing_run() -> str | None:
    """Return the run that a link asked for and that this workspace does not have, or None."""
    asked = _chosen("run")
    here = run()
    return asked if asked and (here is None or here.row.id != asked) else None


def sought_town() -> str | None:
    """Return the town whose newest run a link asked for, as long as no run was chosen; None if the town does
    not exist.
    """
    name: str | None = st.session_state.get(_SOUGHT)
    is_sought = name is not None and name == _chosen("town") and _chosen("run") is None
    return name if is_sought and name in workspace().scenarios.names() else None


def missing_town() -> str | None:
    """Return the town that a link asked for and that this workspace does not have, or None."""
    name: str | None = st.session_state.get(_SOUGHT)
    is_here = name is None or name in workspace().scenarios.names()
    return None if is_here or name != _chosen("town") else name


def town() -> str | None:
    """Return the scenario being edited: the chosen one, the current run's, the default one, or the first."""
    names = workspace().scenarios.names()
    here = run()
    for name in (_chosen("town"), here.row.scenario if here else None, FIRST_TOWN):
        if name in names:
            return name
    return names[0] if names else None


def choose_town(name: str | None) -> None:
    """Choose another scenario to edit."""
    _choose("town", name)


def minute() -> int | None:
    """Return the minute looked at, or None for the present."""
    said, here = _chosen("at"), run()
    if said is None or here is None or not (said.isascii() and said.isdecimal()) or len(said) > 9:
        return None
    return int(said) if int(said) <= here.clock else None


def choose_moment(minute: int | None) -> None:
    """Choose another minute of the run, or (None) the present."""
    _choose("at", None if minute is None else str(minute))


def agent() -> AgentId | None:
    """Return the agent looked at; None if none was chosen, or the run does not have them."""
    who, here = _chosen("agent"), run()
    return who if here is not None and who in here.town.cast.personas else None


def asked_agent() -> AgentId | None:
    """Return the agent named by a link or a choice, even if the run does not have them: a scenario may."""
    return _chosen("agent")


def choose_agent(agent: AgentId | None) -> None:
    """Choose another agent."""
    _choose("agent", agent)


def linked(name: str) -> str | None:
    """Return the value of a page's own parameter in the address line, or None."""
    said = st.query_params.get(name)
    return said or None


def link(name: str, value: str | None) -> None:
    """Set a page's own parameter in the address line; None removes it."""
    if value is None:
        st.query_params.pop(name, None)
    elif st.query_params.get(name) != value:
        st.query_params[name] = value


def open_page(title: str, *, is_of_run: bool) -> None:
    """Record which page is drawn, and whether it is about a run at a moment."""
    st.session_state[_OPEN] = (title, is_of_run)


def page_open() -> tuple[str, bool]:
    """Return the title of the page being drawn, and whether it is about a run at a moment."""
    noted: tuple[str, bool] = st.session_state.get(_OPEN, ("", False))
    return noted


def presents() -> bool:
    """Return whether the page is presented: large, alone, without secrets."""
    return linked("view") == "present"


def explained() -> int | None:
    """Return the row that the Why panel explains, or None."""
    row: int | None = st.session_state.get(_WHY)
    return row


def explain(row_id: int | None) -> None:
    """Show the explanation of a row, or close the panel."""
    st.session_state[_WHY] = row_id


def remember(key: str, value: object) -> None:
    """Store a small value of a page until the browser window is closed."""
    st.session_state[_PAGE + key] = value


def recalled(key: str, default: T) -> T:
    """Return a value stored with `remember`, or `default`."""
    value: T = st.session_state.get(_PAGE + key, default)
    return value


def made_once(key: str, make: Callable[[], T]) -> T:
    """Return an object of this window, created when first asked for."""
    if _MADE + key not in st.session_state:
        st.session_state[_MADE + key] = make()
    value: T = st.session_state[_MADE + key]
    return value


def follow_widget(key: str, value: object, *, typed: bool = False) -> None:
    """Make a widget show a value chosen elsewhere: by a link, another page, another widget. A value it shows
    already is not set again: that would undo a choice made while the page is drawn.

    The value is sent with one drawing of the page, which may be lost: another that begins just then replaces
    what was not sent yet, and the widget would be empty, and report that at the next press. So the value is
    sent a few times. A text field (`typed`) is sent it once, or typing would be lost; it also gets it as its
    own `value`, with which it begins whatever was lost.
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
    """Record the choice in a widget that follows, so that its next choice is not taken for an old one."""
    st.session_state[_FOLLOWS + key] = value


def is_echo(key: str) -> bool:
    """Return, in the callback of a widget that follows, whether it only repeats its value from before it was
    set: the browser sent it before it received the new one. The new value is then set again, and nothing
    should be written.

    After `_ECHO` seconds a repetition is meant: the user chooses again what was just undone.
    """
    showed, since = st.session_state.pop(_SHOWED + key, (None, None))
    if since is None or time.monotonic() - since > _ECHO or showed != st.session_state[key]:
        return False
    st.session_state[key] = st.session_state[_FOLLOWS + key]
    return True


def widget_value(key: str) -> str:
    """Return the value of a text widget, for its callback."""
    return str(st.session_state[key])


def begin_widget(key: str, make: Callable[[], object]) -> None:
    """Set the initial value of a widget that does not exist yet."""
    if key not in st.session_state:
        st.session_state[key] = make()


def set_widget(key: str, value: object) -> None:
    """Set the value of a widget; for the callback of another one."""
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
    """Return a run's town, cached: reading it is slow, and a run's beginning never changes."""
    return Run(_place.store, _row).town
