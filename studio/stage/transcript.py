"""A talk to read: its summary first, then every line, in a wide dialog."""

from __future__ import annotations

import streamlit as st

from engine.api.workspace import Run
from engine.clock import clock_words, day_of
from engine.records import Conversation, Event
from studio import session
from studio.basics.rooms import room_words
from studio.basics.text import plain, shorten, story
from studio.catalogue.lists import with_and
from studio.catalogue.tr import tr
from studio.interventions.line_hand import line_hand
from studio.stage.talk_lines import talk_lines
from studio.why.memory_card import why_button
from studio.why.reasons import name_of

_OPEN = "talk-read"


def read_talk(run: Run, talk: int) -> None:
    """Open a talk at the next drawing of the page."""
    session.remember(_OPEN, (run.number, talk))


def transcript(run: Run) -> None:
    """Show the talk that was opened, if any; an open explanation comes first."""
    number, asked = session.recalled(_OPEN, (0, 0))
    if number != run.number or session.explained() is not None:
        return
    talk = next(iter(run.at().log.rows(Conversation, where={"id": asked})), None)
    if talk is None:
        close_talk()
    else:
        dialog = st.dialog(tr("Conversation"), width="large", icon=":material/forum:", on_dismiss=close_talk)
        dialog(_window)(run, talk)


def close_talk() -> None:
    """Close the open talk."""
    session.remember(_OPEN, (0, 0))


def _window(run: Run, talk: Conversation) -> None:
    if session.explained() is not None:  # asked for in here: the page makes room for it
        st.rerun()
    names = with_and([shorten(name_of(run, one), 40) for one in talk.members])
    plain(
        tr(
            "{names}, at {room}, day {day}, {begins} to {ends}",
            names=names,
            room=shorten(room_words(run, talk.room), 80),
            day=day_of(talk.minute),
            begins=clock_words(talk.minute),
            ends=clock_words(talk.until),
        )
    )
    if talk.summary:
        story(talk.summary, "large")
    thoughts = st.toggle(
        tr("Show private thoughts"),
        key="talk-thoughts",
        help=tr("What a speaker thought but did not say"),
    )
    talk_lines(run, talk, key="transcript", thoughts=thoughts, summary=False, hand=line_hand)
    event = _event(run, talk)
    if event is not None:
        why_button(event.id, key="talk", label=tr("Why they talked"))


def _event(run: Run, talk: Conversation) -> Event | None:
    """Return the event by which others saw the talk, which was made in the same turn, or None."""
    ends = min(talk.minute + 1, run.clock)
    beside = run.at(ends).log.rows(Event, after=talk.minute - 1, where={"kind": "talk"})
    return next((event for event in beside if event.id // 10_000 == talk.id // 10_000), None)
