"""The memory stream of one agent: search while typing, filters, and pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

import streamlit as st

from engine.api.run import Page
from engine.api.workspace import Run
from engine.records import AgentId, Memory, MemoryKind
from studio import session
from studio.basics.people import option_of
from studio.basics.text import capital, plain, shorten
from studio.catalogue.tr import tr, tr_in, tr_n
from studio.mind.memory_list import memory_list
from studio.why.memory_card import kind_word

A_PAGE = 50
KINDS: tuple[MemoryKind, ...] = get_args(MemoryKind)
MATTERS = 3  # the importance from which on something is shown until more is asked for, or searched for
_WHAT_MATTERS = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The filters for memories."""

    search: str = ""
    kinds: tuple[MemoryKind, ...] = ()
    least: int = 1
    day: int | None = None
    place: str | None = None
    about: AgentId | None = None
    pinned: bool = False

    @property
    def narrowed(self) -> int:
        """Return the number of active filters among the folded ones."""
        return sum(one is not None for one in (self.day, self.place, self.about)) + self.pinned


def memory_stream(run: Run, agent: AgentId) -> None:
    """Draw the filters in a row, the matching memories, newest first, and the pages."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tw-filters"):
        wanted = _filters(run, agent)
        key = f"stream-page-{agent}-{hash(wanted)}"
        found = _found(run, agent, wanted, page=st.session_state.get(key, 1))
        if found.total and not found.items:  # so many pages there were at a later moment
            del st.session_state[key]
            found = _found(run, agent, wanted, page=1)
        st.caption(count_words(found.total, filtered=wanted != Wanted()), width="content")
    if found.items:
        gone = {row.row for row in run.at(session.minute()).retractions}
        memory_list(found.items, gone, key=f"memory-stream-{agent}", language=run.scenario.language)
    else:
        plain(tr("No memory matches. Try another word or remove a filter."), muted=True)
    pages = max(1, -(-found.total // A_PAGE))
    if pages > 1:
        st.pagination(pages, key=key)


def _found(run: Run, agent: AgentId, wanted: Wanted, *, page: int) -> Page[Memory]:
    return run.at(session.minute()).memories(
        agent,
        search=wanted.search,
        kinds=wanted.kinds,
        least_importance=wanted.least,
        day=wanted.day,
        place=wanted.place,
        about=wanted.about,
        among=[pin.row for pin in run.pins.all()] if wanted.pinned else None,
        offset=(page - 1) * A_PAGE,
        limit=A_PAGE,
    )


def _filters(run: Run, agent: AgentId) -> Wanted:
    search = st.text_input(
        tr("Search"),
        type="search",
        live=True,
        placeholder=tr("Search memories"),
        icon=":material/search:",
        label_visibility="collapsed",
        key=f"stream-search-{agent}",
    )
    kinds = st.multiselect(
        tr("Kinds"),
        KINDS,
        format_func=lambda kind: capital(kind_word(kind)),
        placeholder=tr("Every kind"),
        label_visibility="collapsed",
        key=f"stream-kinds-{agent}",
        width=220,
        wrap=False,
    )
    least = _least(agent)
    if least == _WHAT_MATTERS:
        least = 1 if search or kinds else MATTERS
    return _narrowed(run, agent, Wanted(search=search or "", kinds=tuple(kinds), least=least))


def _least(agent: AgentId) -> int:
    asked = session.linked("least") or ""
    least = st.selectbox(
        tr("Minimum importance"),
        range(11),
        index=int(asked)
        if asked.isascii() and asked.isdecimal() and len(asked) < 3 and int(asked) < 11
        else 0,
        format_func=least_words,
        label_visibility="collapsed",
        key=f"stream-least-{agent}",
        width=180,
    )
    session.link("least", str(least) if least else None)
    return least


def _narrowed(run: Run, agent: AgentId, wanted: Wanted) -> Wanted:
    """Draw the rarer filters in a popover, and return the filters with them."""
    people = run.town.cast.personas
    with st.popover(tr("Filter"), icon=":material/filter_list:", type="tertiary"):
        day = st.selectbox(
            tr_in("a number", "Day"),
            range(1, run.story(session.minute()).last_day + 1),
            index=None,
            format_func=lambda one: tr("Day {day}", day=one),
            placeholder=tr("Every day"),
            key=f"stream-day-{agent}",
        )
        place = st.selectbox(
            tr("Where"),
            list(run.town.world.places),
            index=None,
            format_func=shorten,
            placeholder=tr("Everywhere"),
            key=f"stream-place-{agent}",
        )
        about = st.selectbox(
            tr("Person involved"),
            [one for one in people if one != agent],
            index=None,
            format_func=lambda one: option_of(people[one]),
            placeholder=tr("Anyone"),
            key=f"stream-about-{agent}",
        )
        pinned = st.toggle(tr("Pinned only"), key=f"stream-pinned-{agent}")
    found = Wanted(
        search=wanted.search,
        kinds=wanted.kinds,
        least=wanted.least,
        day=day,
        place=place,
        about=about,
        pinned=pinned,
    )
    if found.narrowed:
        st.badge(tr("filters: {n}", n=found.narrowed), color="primary")
    return found


def least_words(least: int) -> str:
    """Return a minimum importance in words."""
    if least == _WHAT_MATTERS:
        return tr("Important memories")
    return tr("Any importance") if least == 1 else tr("Importance {least} and up", least=least)


def count_words(count: int, *, filtered: bool) -> str:
    """Return the number of memories in words, as a total or as matches."""
    if filtered:
        return tr_n("{n:,} matching memory", "{n:,} matching memories", count)
    return tr_n("{n:,} memory", "{n:,} memories", count)
