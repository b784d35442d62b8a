"""A conversation as it was spoken, optionally with the thoughts behind the lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from engine.api.workspace import Run
from engine.clock import clock_words
from engine.records import Conversation, Line
from studio.basics.lazy_expander import lazy_expander
from studio.basics.people import colour_of, disc, person_of, role_words
from studio.basics.rooms import place_words
from studio.basics.text import Size, escape_md, shorten, shown, story
from studio.catalogue.lists import with_and
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.why.memory_card import why_button
from studio.why.reasons import name_of

A_PAGE = 6
Hand = Callable[[Run, Line, int], None]


def talk_list(run: Run, talks: Sequence[Conversation], *, key: str) -> None:
    """Draw conversations, newest first, each in an expander."""
    pages = -(-len(talks) // A_PAGE)
    page = st.pagination(pages, key=f"talks-{key}") if pages > 1 else 1
    thoughts = st.toggle(tr("Show private thoughts"), key=f"thoughts-{key}")
    newest = list(reversed(talks))[(page - 1) * A_PAGE : page * A_PAGE]
    for talk in newest:
        people = with_and([shorten(name_of(run, one), 24) for one in talk.members])
        lazy_expander(
            f"{moment_words(talk.minute)} · {escape_md(place_words(talk.room))} · {escape_md(people)}",
            partial(talk_lines, run, talk, key=key, thoughts=thoughts),
            key=f"talk-{key}-{talk.id}",
            icon=":material/forum:",
        )


def talk_lines(
    run: Run,
    talk: Conversation,
    *,
    key: str,
    thoughts: bool = False,
    size: Size = "medium",
    summary: bool = True,
    hand: Hand | None = None,
) -> None:
    """Draw one conversation, line by line, and its summary at the end. `hand` draws the actions on a line,
    given its number in the talk.
    """
    for place, line in enumerate(run.lines(talk.id)):
        persona = person_of(run, line.speaker)
        with st.container(horizontal=True, wrap=False, gap="small", width=720, key=f"line-{key}-{line.id}"):
            st.html(disc(persona, colour_of(run, line.speaker)), width="content")
            with st.container(gap=None, width="stretch"):
                name = escape_md(shorten(persona.name, 40))
                st.caption(f"{name}{role_words(line.speaker)} · {clock_words(line.said_at)}")
                story(line.text, size)
                if thoughts and line.thought:
                    st.html(f'<div class="tw-story tw-small tw-muted"><em>{shown(line.thought)}</em></div>')
            if hand is not None:
                hand(run, line, place)
            why_button(line.id, key=key, quiet=True)
    if summary and talk.summary:
        st.caption(tr("Outcome"))
        story(talk.summary, "small", muted=True)
