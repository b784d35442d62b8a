"""The timeline of a day: people by time, coloured and labelled by place, with the talks that join them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from engine.api.run import Stay
from engine.api.workspace import Run
from engine.clock import DAY, clock_words, minute_at
from engine.records import Conversation, Memory
from studio import session
from studio.basics.charts.chart_click import chart_click
from studio.basics.charts.chart_scale import scaled
from studio.basics.table import table_twin
from studio.basics.text import plain
from studio.day.plan_lane import LANE, plan_rows, plans_words
from studio.day.timeline_picture import BOTTOM, ROW, TOP, Timeline, where_words


def day_timeline(run: Run, day: int) -> None:
    """Draw the timeline; a click goes to the moment of a stay or of what was planned, or opens a talk."""
    told = run.story(session.minute())
    stays, plans = told.timeline(day), told.plans(day) if _with_plans(run) else ()
    log, begins = run.at(session.minute()).log, minute_at(day, 0)
    ends = begins + DAY
    talks = [talk for talk in log.conversations(after=begins - 1) if talk.minute < ends]
    insights = [
        memory
        for memory in log.rows(Memory, after=begins - 1, where={"kind": "reflection"})
        if memory.minute < ends
    ]
    people = list(run.town.cast.personas)
    drawn = Timeline(run, day, stays, talks, insights, plans)
    finding = plans_words(run, plans) if plans else ""
    clicked = chart_click(
        drawn.spec(),
        called="timeline",
        key=f"timeline-{run.number}-{day}-{len(plans)}",
        height=scaled(ROW + (LANE if plans else 0)) * len(people) + TOP + BOTTOM,
        alt=f"{timeline_alt(run, stays, talks, insights)} {finding}".strip(),
    )
    if clicked is not None:
        drawn.go_to(clicked.series, clicked.item)
    st.caption(
        "A row for each person, a colour for each place; grey is sleep, a gap is the way between two places. "
        "● joins those who talk: click one to read it. ◆ is a conclusion. Click a stay to go to its moment. "
        "Scroll or pinch to zoom."
    )
    if plans:
        plain(finding)
        st.caption(
            "Below what was done, what was planned in the morning. Without a sign: they were there for half "
            "of its time or more. → moved to a later hour, ≠ changed for something else, × dropped; empty: "
            "still ahead. Point at one to read what came instead, and why; click it to go to its moment."
        )
    table_twin(lambda: timeline_rows(run, stays), key="timeline")
    if plans:
        table_twin(lambda: plan_rows(run, plans), key="plans", label="Show the plans as table")


def _with_plans(run: Run) -> bool:
    """Let the plans be drawn, or not; the address line keeps that they are not."""
    key = f"timeline-plans-{run.number}"
    session.follow_widget(key, session.linked("plans") != "no")
    shown = st.toggle("What was planned, under what was done", key=key)
    session.note_widget(key, shown)
    session.link("plans", None if shown else "no")
    return shown


def timeline_alt(
    run: Run, stays: Sequence[Stay], talks: Sequence[Conversation], insights: Sequence[Memory]
) -> str:
    """Return what is to be seen, for those who do not see it."""
    hours: Counter[str] = Counter()
    for stay in stays:
        hours[stay.place] += 0 if stay.asleep or stay.on_the_way else stay.end - stay.start
    busiest = ", ".join(f"{place} ({minutes // 60} hours)" for place, minutes in hours.most_common(3))
    return (
        f"Timeline of {len(run.town.cast.personas)} people: {len(talks)} talks, {len(insights)} conclusions. "
        f"Most time was spent at {busiest or 'no place yet'}."
    )


def timeline_rows(run: Run, stays: Sequence[Stay]) -> list[dict[str, object]]:
    """Return the timeline as a table."""
    names = run.town.cast.names
    return [
        {
            "who": names[stay.agent],
            "from": clock_words(stay.start),
            "to": clock_words(stay.end) if stay.end % DAY or stay.end == stay.start else "24:00",
            "where": where_words(stay),
            "doing": "asleep" if stay.asleep else "on the way" if stay.on_the_way else "; ".join(stay.doing),
            "id": str(stay.id),
        }
        for stay in stays
    ]
