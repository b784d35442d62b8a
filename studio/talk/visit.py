"""Visits: a person talks aloud with the people in a room; everybody remembers it, and the day goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.talk import LONGEST_ABOUT, LONGEST_LINE, LONGEST_NAME
from engine.api.workspace import Run
from engine.errors import TownwrightError
from engine.records import AgentId, is_visitor
from studio import session
from studio.basics.people import label_of, person_of, role_words
from studio.basics.rooms import place_words
from studio.basics.text import bulleted, escape_md, plain, shorten, story
from studio.catalogue.lists import with_commas
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_in
from studio.frame.page import in_plain_words
from studio.runs.forking import name_of_fork
from studio.talk.care import help_above
from studio.talk.interview import avatar
from studio.talk.streamed_answer import StreamedAnswer
from studio.why.memory_card import memory_row

if TYPE_CHECKING:
    from engine.api.talk import SaysSoFar, Visit, Visiting
    from engine.records import Line

_KEPT = 3  # memories shown of each who was there
_NEWCOMER = ""


def visit(run: Run, agent: AgentId) -> None:
    """Draw the form that begins a visit, or continue the open one."""
    if run.job is not None and run.job.is_live:
        plain(
            tr(
                "This run is in progress. Stop it, or wait until it finishes: you can visit only at its "
                "current time."
            )
        )
        return
    if not run.is_founded:
        plain(tr("This run has not started yet. Run day 1, then visit."), muted=True)
        return
    visiting = run.visiting
    talk = visiting.now if visiting is not None else None
    if visiting is None or talk is None:
        _left(run)
        _begin(run, agent)
    else:
        _talk(run, visiting, talk)


# ---------------------------------------------------------------- before


def _begin(run: Run, agent: AgentId) -> None:
    with st.container(border=True, key="visit-terms", gap="small"):
        st.markdown(tr(":material/waving_hand: **What will happen**"))
        bulleted(terms(run))
        st.button(
            tr("Fork first and visit there"),
            key="visit-fork",
            icon=":material/fork_right:",
            type="tertiary",
            on_click=_fork,
            args=(run,),
        )
    people = run.at().people
    rooms = list(run.town.world.rooms)
    here = people[agent].room if agent in people else rooms[0]
    with st.form(f"visit-{run.number}-{agent}", border=False):
        room = st.selectbox(
            tr("Where"),
            rooms,
            index=rooms.index(here),
            key=f"visit-room-{run.number}-{agent}",
            format_func=lambda one: _room_option(run, one),
        )
        who = st.selectbox(
            tr("Visit as"),
            [_NEWCOMER, *run.town.cast.names],
            key=f"visit-who-{run.number}-{agent}",
            format_func=lambda one: label_of(person_of(run, one)) if one else tr("A newcomer"),
        )
        name = st.text_input(
            tr("Your name, if you are a newcomer"),
            key=f"visit-name-{run.number}",
            max_chars=LONGEST_NAME,
            placeholder=tr("Tom Reed"),
        )
        about = st.text_input(
            tr("Who you are, in one line"),
            key=f"visit-about-{run.number}",
            max_chars=LONGEST_ABOUT,
            placeholder=tr("a reporter from the city"),
        )
        begins = st.form_submit_button(tr("Start visit"), type="primary", icon=":material/waving_hand:")
    if begins:
        with in_plain_words():
            run.visit(room, who or name, "" if who else about)
            session.remember("visit-left", None)
            st.rerun()


def terms(run: Run) -> list[str]:
    """Return in words what a visit does to a town."""
    return [
        tr(
            "You speak aloud at the town's current time: {moment}. Everyone in the room who is awake "
            "and free hears you and answers. Each line takes one minute.",
            moment=moment_words(run.moment_of_interventions),
        ),
        tr(
            "Everyone there remembers every line. Afterwards they also remember what was new, what "
            "was promised and how they feel about you. They may tell others, and mention it days "
            "later."
        ),
        tr("The visit becomes part of the run: it is logged as yours, and the fingerprint changes."),
    ]


def _room_option(run: Run, room: str) -> str:
    """Return a room with the people in it, for a select box."""
    place = shorten(place_words(room), 60)
    there = [one for one in run.at().people.values() if one.room == room and one.inside and not one.asleep]
    if not there:
        return place
    names = with_commas(shorten(run.town.cast.known_as[one.agent].called, 20) for one in there[:3])
    return tr("{place} ({names})", place=place, names=f"{names}{' …' if len(there) > 3 else ''}")


def _fork(run: Run) -> None:
    new = run.fork(name=name_of_fork(run))
    session.choose_run(new.row.id)
    session.choose_moment(None)
    st.toast(tr("You are now in the new run {run}.", run=escape_md(new.row.id)), icon=":material/fork_right:")


# ---------------------------------------------------------------- while it goes on


def _talk(run: Run, visiting: Visiting, talk: Visit) -> None:
    me = shorten(run.town.cast.names[talk.person], 40)
    _who_is_here(run, talk, me)
    for line in talk.lines:
        _line(run, talk, line)
    if not talk.lines:
        plain(tr("They look at you. Say something, or listen to what they say."), muted=True)
    typed = None
    if talk.others or not talk.lines:
        as_me = tr("Say something as {name}", name=me)
        typed = st.chat_input(as_me, key=f"visit-say-{run.number}", max_chars=LONGEST_LINE)
    else:
        plain(
            tr("Everyone has said goodbye. When you leave, they keep their memories of the visit."),
            muted=True,
        )
    with st.container(horizontal=True):
        listens = st.button(
            tr("Listen"), key="visit-listen", icon=":material/hearing:", disabled=not talk.others
        )
        leaves = st.button(
            tr_in("a room", "Leave"), key="visit-leave", icon=":material/logout:", type="primary"
        )
    if typed and typed.strip():
        _say(run, visiting, typed)
    elif listens:
        _hear(run, visiting.listen)
    elif leaves:
        _leave(run, visiting, talk)


def _say(run: Run, visiting: Visiting, text: str) -> None:
    help_above(run, text)
    with st.chat_message("user", avatar=":material/person:"):
        plain(text)
    _hear(run, lambda heard: visiting.say(text, heard))


def _leave(run: Run, visiting: Visiting, talk: Visit) -> None:
    with in_plain_words(), st.spinner(tr("They are thinking about what was said…")):
        visiting.leave()
        session.remember("visit-left", (run.number, talk.person, talk.members, talk.conversation))
        st.rerun()


def _who_is_here(run: Run, talk: Visit, me: str) -> None:
    with st.container(border=True, key="visit-now", gap="small"):
        st.markdown(
            tr(
                ":material/waving_hand: **You are {name}**, at {room}, {moment}",
                name=f"{escape_md(me)}{role_words(talk.person)}",
                room=escape_md(place_words(talk.room)),
                moment=moment_words(talk.minute),
            )
        )
        with st.container(horizontal=True, gap="small"):
            for one in talk.members:
                if one != talk.person:
                    called, gone = label_of(person_of(run, one)), one in talk.gone
                    words = tr("{name} (said goodbye)", name=called) if gone else called
                    st.badge(words, color="gray" if gone else "green")


def _line(run: Run, talk: Visit, line: Line) -> None:
    if line.speaker == talk.person:
        with st.chat_message("user", avatar=":material/person:"):
            plain(line.text)
        return
    person = person_of(run, line.speaker)
    with st.chat_message("assistant", avatar=avatar(person)):
        st.caption(escape_md(shorten(person.name, 40)))
        story(line.text)


def _hear(run: Run, asks: Callable[[SaysSoFar], object]) -> None:
    """Let them answer, and show the answer as it arrives."""
    with st.chat_message("assistant", avatar=":material/forum:"), in_plain_words():
        streamed = StreamedAnswer(st.empty())

        def heard(agent: AgentId, so_far: str) -> None:
            streamed.hear(f"{run.town.cast.names[agent]}: {so_far}")

        with streamed.thinking(tr("They are listening and thinking of an answer…")):
            asks(heard)
        st.rerun()


# ---------------------------------------------------------------- after


def _left(run: Run) -> None:
    """Show what remains of the visit that just ended."""
    left = session.recalled("visit-left", None)
    if left is None or left[0] != run.number:
        return
    _, person, members, conversation = left
    with st.container(border=True, key="visit-told", gap="small"):
        plain(
            tr(
                "You have left. This is what they remember of {name}. Continue the run to see what "
                "happens next.",
                name=run.town.cast.names[person],
            )
            if is_visitor(person)
            else tr(
                "You have left. This is what they remember of your conversation. Continue the run "
                "to see what happens next."
            )
        )
        for member in members:
            try:
                kept = run.at().memories(member, kinds=("talk", "plan"), least_importance=2, limit=_KEPT)
            except TownwrightError:
                continue
            st.caption(escape_md(shorten(run.town.cast.names[member], 40)))
            for memory in kept.items:
                if memory.id > conversation:
                    memory_row(memory, key=f"visit-{member}", size="small")
