"""Tour: the current stop, above the page it explains, and the invitation to begin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import streamlit as st

from studio import session
from studio.basics.assets import mount
from studio.basics.text import plain
from studio.catalogue.tr import tr
from studio.pages import PAGES, file_of
from studio.tour.stops import STOPS, Stop

_AT, _ENDED, _LINK = "tour-stop", "tour-ended", "tour"


def tour(title: str) -> None:
    """Draw the current stop on its own page; on another page, where the tour continues. A link to a stop goes
    to it. Nothing is drawn while presenting, or if nothing was lived.
    """
    if session.presents() or not can_begin():
        return
    asked = _asked()
    if asked and asked != session.recalled(_AT, 0):
        _go(asked)
    at = session.recalled(_AT, 0)
    if at:
        stop = STOPS[at - 1]
        _strip(at, stop, here=_title(stop) == title)


def can_begin() -> bool:
    """Return whether there is a lived town for the tour."""
    run = session.run()
    return run is not None and run.is_founded


def begin() -> None:
    """Go to the first stop."""
    _go(1)


def invitation() -> None:
    """Draw the invitation for users new to this browser, until they took the tour or declined."""
    if session.presents() or not can_begin() or session.recalled(_AT, 0):
        return
    said = {"ended": session.recalled(_ENDED, False), "stops": len(STOPS)}
    result = mount("tour_invitation", said, key="tour-invitation", in_page=True, on_begin_change=_nothing)
    if result.get("begin"):
        begin()


def _strip(at: int, stop: Stop, *, here: bool) -> None:
    session.link(_LINK, str(at) if here else None)
    with st.container(border=True, gap="xsmall", key="tw-tour"):
        place = tr("stop {at} of {stops}", at=at, stops=len(STOPS))
        st.markdown(f"**{tr(stop.title)}** :gray[· {place}]")
        if here:
            plain(tr("{seen} {try_it}", seen=tr(stop.seen), try_it=tr(stop.try_it)))
        else:
            title = _title(stop)
            plain(tr("The tour continues on the {page} page.", page=tr(title)), muted=True)
        with st.container(horizontal=True, gap="small"):
            _buttons(at, here=here)


def _buttons(at: int, *, here: bool) -> None:
    ways: list[tuple[str, str, bool, Callable[[], None]]] = []
    if at > 1:
        ways.append((tr("Back"), "arrow_back", False, lambda: _go(at - 1)))
    if not here:
        ways.append((tr("Go there"), "arrow_forward", True, lambda: _go(at)))
    elif at < len(STOPS):
        ways.append((tr("Next"), "arrow_forward", True, lambda: _go(at + 1)))
    ways.append(
        (tr("Exit tour") if at < len(STOPS) else tr("Done"), "close", at == len(STOPS) and here, _end)
    )
    for label, icon, is_first, act in ways:
        kind: Literal["primary", "tertiary"] = "primary" if is_first else "tertiary"
        if st.button(label, key=f"tour-{icon}", icon=f":material/{icon}:", type=kind):
            act()


def _go(at: int) -> None:
    stop = STOPS[at - 1]
    run = session.run()
    session.remember(_AT, at)
    if stop.of_somebody and session.agent() is None and run is not None:
        session.choose_agent(next(iter(run.town.cast.personas), None))
    st.switch_page(file_of(stop.page), query_params={_LINK: str(at)})


def _end() -> None:
    session.remember(_AT, 0)
    session.remember(_ENDED, True)
    session.link(_LINK, None)
    st.rerun()


def _asked() -> int:
    said = session.linked(_LINK) or ""
    return int(said) if said in {str(n) for n in range(1, len(STOPS) + 1)} else 0


def _title(stop: Stop) -> str:
    return next(page.title for pages in PAGES.values() for page in pages if page.name == stop.page)


def _nothing() -> None:
    """Do nothing: Streamlit reports only values that have a callback; the page reads them from the result."""
