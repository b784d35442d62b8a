"""The feed: what happened in the town, newest first, with conversations that open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from engine.clock import clock_words, day_of
from engine.records import AgentId, Conversation, Event
from engine.town import Run
from studio import session
from studio.components.people import colour_of, disc
from studio.components.talk_lines import talk_lines
from studio.components.text import escape_md, shorten, shown

PAGE = 20
SIGNS = {"arrive": "→", "leave": "←", "wake": "☀", "sleep": "☾", "state": "◆", "author": "✎", "act": "·"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in the feed: an event, or a conversation."""

    event: Event
    talk: Conversation | None = None


def feed(run: Run, at: int | None) -> None:
    """Draw the filters and the newest part of the feed; more on demand."""
    who, place, thoughts = _filters(run)
    shown_so_far = session.recalled(f"feed-{run.number}", PAGE)
    page = run.events(concerning=who, place=place, at=at, limit=shown_so_far)
    if not page.items:
        st.caption("Nothing has happened here yet." if not (who or place) else "Nothing of that kind yet.")
        return
    talks = {talk.id // 10_000: talk for talk in run.conversations(after=page.items[-1].minute - 1, at=at)}
    _draw(run, [Entry(event, _talk_of(event, talks)) for event in page.items], thoughts)
    if page.total > len(page.items):
        st.button(
            "Earlier",
            key="feed-more",
            icon=":material/expand_more:",
            on_click=session.remember,
            args=(f"feed-{run.number}", shown_so_far + 2 * PAGE),
        )


def chunks(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Runs of plain events of one day, and each conversation by itself, in order."""
    parts: list[list[Entry]] = []
    for entry in entries:
        last = parts[-1][-1] if parts else None
        joins = (
            last is not None
            and last.talk is None
            and entry.talk is None
            and day_of(last.event.minute) == day_of(entry.event.minute)
        )
        if joins:
            parts[-1].append(entry)
        else:
            parts.append([entry])
    return parts


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


def _talk_of(event: Event, talks: Mapping[int, Conversation]) -> Conversation | None:
    return talks.get(event.id // 10_000) if event.kind == "talk" else None


def _draw(run: Run, entries: Sequence[Entry], thoughts: bool) -> None:
    day = None
    for part in chunks(entries):
        now = day_of(part[0].event.minute)
        if now != day:
            st.markdown(f"**Day {now}**")
            day = now
        talk = part[0].talk
        if talk is None:
            st.html(f'<ol class="tw-feed">{"".join(_row(run, entry.event) for entry in part)}</ol>')
        else:
            _conversation(run, talk, thoughts)


def _row(run: Run, event: Event) -> str:
    people = run.town.cast.personas
    who = disc(people[event.actor], colour_of(run, event.actor)) if event.actor in people else _sign(event)
    urgent = '<b class="tw-alarm">urgent</b> ' if event.urgent else ""
    text = shown(shorten(event.text, 300))
    return f"<li><time>{clock_words(event.minute)}</time>{who}<span>{urgent}{text}</span></li>"


def _sign(event: Event) -> str:
    return f'<span class="tw-disc tw-town" aria-hidden="true">{SIGNS.get(event.kind, "·")}</span>'


def _conversation(run: Run, talk: Conversation, thoughts: bool) -> None:
    people = run.town.cast.personas
    names = " and ".join(shorten(people[agent].name, 30) for agent in talk.members)
    label = f"{clock_words(talk.minute)} {escape_md(names)} talked at {escape_md(shorten(talk.room, 40))}"
    opened = st.expander(
        label, icon=":material/forum:", key=f"talk-{run.number}-{talk.id}", on_change="rerun"
    )
    if opened.open:
        with opened:
            talk_lines(run, talk, key="feed", thoughts=thoughts)
