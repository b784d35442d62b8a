"""The feed: what happened in the town, newest first, with conversations that open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from engine.clock import clock_words, day_of
from engine.records import AgentId, Conversation, Event
from engine.town import Run
from studio.components.fold import fold
from studio.components.memory_card import why_button
from studio.components.people import colour_of, disc
from studio.components.rooms import room_words
from studio.components.talk_lines import talk_lines
from studio.components.text import escape_md, shorten, shown

A_PAGE = 20
SIGNS = {"arrive": "→", "leave": "←", "wake": "☀", "sleep": "☾", "state": "◆", "author": "✎", "act": "·"}


def feed(run: Run, at: int | None) -> None:
    """Draw the filters and a page of the feed, the newest first."""
    who, place, thoughts = _filters(run)
    total = run.events(concerning=who, place=place, at=at, limit=0).total
    if not total:
        st.caption("Nothing has happened here yet." if not (who or place) else "Nothing of that kind yet.")
        return
    head = st.container()
    pages = -(-total // A_PAGE)
    page = st.pagination(pages, key=f"feed-page-{run.number}-{who}-{place}-{at}") if pages > 1 else 1
    events = run.events(concerning=who, place=place, at=at, offset=(page - 1) * A_PAGE, limit=A_PAGE).items
    with head.container(gap="xsmall"):
        _draw(run, events, thoughts)


def _filters(run: Run) -> tuple[AgentId | None, str | None, bool]:
    people = run.town.cast.personas
    with st.container(horizontal=True, vertical_alignment="bottom"):
        who = st.selectbox(
            "Person", list(people), index=None, placeholder="Everybody", key="feed-who",
            format_func=lambda agent: f"{people[agent].emoji} {shorten(people[agent].name, 30)}",
        )  # fmt: skip
        place = st.selectbox(
            "Place", list(run.town.world.places), index=None, placeholder="Everywhere", key="feed-where",
            format_func=lambda name: shorten(name, 30),
        )  # fmt: skip
    thoughts = st.toggle(
        "Show private thoughts", key="feed-thoughts", help="What was thought behind a line and not said"
    )
    return who, place, thoughts


def _draw(run: Run, events: Sequence[Event], thoughts: bool) -> None:
    talks = {
        talk.id // 10_000: talk
        for talk in run.conversations(after=events[-1].minute - 1, at=min(events[0].minute + 1, run.clock))
    }
    day = None
    for event in events:
        if day_of(event.minute) != day:
            day = day_of(event.minute)
            st.markdown(f"**Day {day}**")
        talk = talks.get(event.id // 10_000) if event.kind == "talk" else None
        if talk is None:
            _row(run, event)
        else:
            _conversation(run, event, talk, thoughts)


def _row(run: Run, event: Event) -> None:
    people = run.town.cast.personas
    who = disc(people[event.actor], colour_of(run, event.actor)) if event.actor in people else _sign(event)
    urgent = '<b class="tw-alarm">urgent</b> ' if event.urgent else ""
    text = shown(shorten(event.text, 300))
    with st.container(horizontal=True, wrap=False, gap="small", key=f"feed-{event.id}"):
        st.html(
            f'<div class="tw-feed"><time>{clock_words(event.minute)}</time>{who}'
            f"<span>{urgent}{text}</span></div>"
        )
        why_button(event.id, key="feed", quiet=True)


def _sign(event: Event) -> str:
    return f'<span class="tw-disc tw-town" aria-hidden="true">{SIGNS.get(event.kind, "·")}</span>'


def _conversation(run: Run, event: Event, talk: Conversation, thoughts: bool) -> None:
    people = run.town.cast.personas
    names = run.town.phrases.list([shorten(people[agent].name, 30) for agent in talk.members])
    where = shorten(room_words(run, talk.room), 60)
    fold(
        f"{clock_words(talk.minute)} {escape_md(names)} talked at {escape_md(where)}",
        partial(_opened, run, event, talk, thoughts),
        key=f"talk-{run.number}-{talk.id}",
        icon=":material/forum:",
    )


def _opened(run: Run, event: Event, talk: Conversation, thoughts: bool) -> None:
    talk_lines(run, talk, key="feed", thoughts=thoughts, size="small")
    why_button(event.id, key="talk", label="Why they talked")
