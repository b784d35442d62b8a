"""The talks of a day as transcripts, a screenplay or a table; optionally of one person or with some words."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.api.workspace import Run
from engine.clock import DAY, clock_words, minute_at
from engine.records import AgentId, Conversation, Line
from studio import session
from studio.basics.rooms import place_words
from studio.basics.table import table
from studio.basics.text import plain, story
from studio.catalogue.headings import headed
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_n
from studio.frame.empty import empty
from studio.frame.linked_fields import linked_person, linked_words
from studio.frame.page import STAGE
from studio.stage.talk_lines import talk_list
from studio.why.memory_card import why_button

_SHAPES = {
    "transcript": marked("Transcript"),
    "screenplay": marked("Screenplay"),
    "table": marked("Table"),
}
MOST_PLAYED = 8  # talks of a screenplay on one page


def day_talks(run: Run, day: int) -> None:
    """Draw the talks of a day that began before the moment shown."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tw-filters"):
        who = linked_person(run.town.cast.personas, link="with", key=f"talks-with-{run.number}")
        words = linked_words(tr("Contains text…"), link="said", key="talks-words", width=260)
        shape = _shape()
    talks, lines = talks_of(run, day, who, words)
    if not talks:
        empty(
            tr("No conversations so far on this day match your filters.")
            if who or words
            else tr("Nobody has talked so far on this day."),
            title=tr("No conversations"),
            action=tr("Go to Stage"),
            page=STAGE,
            icon=":material/forum:",
            key="no-talks",
        )
        return
    st.caption(
        tr_n(
            "{n} conversation, {lines} lines.",
            "{n} conversations, {lines} lines.",
            len(talks),
            lines=len(lines),
        )
    )
    if shape == "transcript":
        talk_list(run, talks, key=f"day-{day}")
    elif shape == "screenplay":
        _screenplay(run, talks, lines)
    else:
        alt = tr("Conversations of day {day}, line by line", day=day)
        table(talk_rows(run, talks, lines), key="talks", alt=alt)


def talks_of(
    run: Run, day: int, who: AgentId | None = None, words: str = ""
) -> tuple[tuple[Conversation, ...], tuple[Line, ...]]:
    """Return the talks of a day with their lines up to the moment shown; only those of one person, or with
    some words, if given.
    """
    log, begins = run.at(session.minute()).log, minute_at(day, 0)
    ends = min(log.before, begins + DAY)
    talks = [talk for talk in log.conversations(agent=who, after=begins - 1) if talk.minute < ends]
    said: dict[int, list[Line]] = {talk.id: [] for talk in talks}
    for line in log.rows(Line, after=begins - 1):
        if line.conversation in said and line.said_at < ends:
            said[line.conversation].append(line)
    wanted = words.casefold().split()
    chosen = [talk for talk in talks if _say(said[talk.id], wanted)]
    return tuple(chosen), tuple(line for talk in chosen for line in said[talk.id])


def talk_rows(run: Run, talks: Sequence[Conversation], lines: Sequence[Line]) -> list[dict[str, object]]:
    """Return talks as a table, line by line."""
    names, rooms = run.town.cast.names, {talk.id: talk.room for talk in talks}
    return headed(
        {
            marked("when"): clock_words(line.said_at),
            marked("where"): place_words(rooms[line.conversation]),
            marked("who"): names[line.speaker],
            marked("to whom"): with_commas(names[agent] for agent in line.hearers),
            marked("line"): line.text,
            marked("thought"): line.thought,
            "id": str(line.id),
        }
        for line in lines
    )


def _say(lines: Sequence[Line], wanted: Sequence[str]) -> bool:
    said = " ".join(line.text for line in lines).casefold()
    return bool(lines) and all(word in said for word in wanted)


def _screenplay(run: Run, talks: Sequence[Conversation], lines: Sequence[Line]) -> None:
    """Draw talks as a screenplay: place and time, speakers and lines; optionally their thoughts."""
    thoughts = st.toggle(tr("Show private thoughts"), key="screenplay-thoughts")
    pages = -(-len(talks) // MOST_PLAYED)
    page = st.pagination(pages, key="screenplay-page") if pages > 1 else 1
    names = run.town.cast.names
    for talk in talks[(page - 1) * MOST_PLAYED : page * MOST_PLAYED]:
        with st.container(gap="xsmall", width=560, key=f"scene-{talk.id}"):
            plain(f"{place_words(talk.room)} — {clock_words(talk.minute)}".upper(), small=True)
            for line in lines:
                if line.conversation == talk.id:
                    with st.container(horizontal=True, wrap=False, gap="small", key=f"played-{line.id}"):
                        with st.container(gap=None, width="stretch"):
                            plain(names[line.speaker].upper(), small=True, muted=True, centred=True)
                            story(line.text, "small")
                            if thoughts and line.thought:
                                story(f"({line.thought})", "small", muted=True)
                        why_button(line.id, key="played", quiet=True)
        st.space("small")


def _shape() -> str:
    asked, labels = session.linked("as"), {shape: tr(title) for shape, title in _SHAPES.items()}
    chosen = st.segmented_control(
        tr("Show as"),
        list(labels),
        default=asked if asked in labels else "transcript",
        required=True,
        format_func=labels.__getitem__,
        key="talks-shape",
        label_visibility="collapsed",
    )
    session.link("as", None if chosen == "transcript" else chosen)
    return chosen or "transcript"
