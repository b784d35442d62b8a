"""The timeline of a day: people by time, coloured and labelled by place, with the talks between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from engine.api.interventions import Done
from engine.api.run import Stay
from engine.api.workspace import Run
from engine.clock import DAY, clock_words, minute_at
from engine.notebook.editing import Piece
from engine.records import Conversation, Memory
from studio import session
from studio.basics.charts.chart_click import chart_click
from studio.basics.charts.chart_scale import scaled
from studio.basics.table import table_twin
from studio.basics.text import plain, shown
from studio.catalogue.headings import headed
from studio.catalogue.lists import sentences, with_commas
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.day.plan_lane import LANE, plan_rows, plans_words
from studio.day.timeline_picture import BOTTOM, ROW, TOP, Timeline, resting_words, where_words
from studio.frame.into_notebook import into_notebook

_STAYS = """\
SELECT p.name, s.clock, s.place, s.doing
FROM presence AS s JOIN person AS p ON p.agent = s.agent
WHERE s.day = {day} AND s.inside AND NOT s.asleep
ORDER BY p.name, s.minute
"""


def day_timeline(run: Run, day: int) -> None:
    """Draw the timeline; a click goes to the moment of a stay or a plan, or opens a talk."""
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
    done = [
        one for one in run.at(session.minute()).interventions if begins <= one.entry.minute < begins + DAY
    ]
    people = list(run.town.cast.personas)
    drawn = Timeline(run, day, stays, talks, insights, plans, done)
    finding = plans_words(run, plans) if plans else ""
    clicked = chart_click(
        drawn.spec(),
        called="timeline",
        key=f"timeline-{run.number}-{day}-{len(plans)}-{len(done)}",
        height=scaled(ROW + (LANE if plans else 0)) * len(people) + TOP + BOTTOM,
        alt=sentences(timeline_alt(run, stays, talks, insights), _done_words(done), finding),
    )
    if clicked is not None:
        drawn.go_to(clicked.series, clicked.item)
    _key(drawn)
    how = tr(
        "Each row is a person, and each colour is a place; grey is sleep, and a gap is time on the "
        "way between two places. ● marks a conversation: click it to read it. ◆ marks a "
        "conclusion. Click a stay to go to its moment. Scroll or pinch to zoom."
    )
    st.caption(sentences(how, tr("▼ marks an intervention: click it to see why.") if done else ""))
    if plans:
        plain(finding)
        st.caption(
            tr(
                "Below each activity is the morning's plan. No sign: kept for at least half of the "
                "time. → moved to a later time, ≠ changed to something else, × dropped; empty: "
                "still to come. Point at a part to see what happened instead and why; click it to "
                "go to its moment."
            )
        )
    table_twin(lambda: timeline_rows(run, stays), key="timeline")
    sql = _STAYS.format(day=day)
    title = tr("Where everyone was on day {day}", day=day)
    piece = Piece(kind="sql", body=sql, title=title, minute=begins + DAY)
    into_notebook(run, lambda: piece, key=f"timeline-{run.number}-{day}")
    if plans:
        table_twin(lambda: plan_rows(run, plans), key="plans", label=tr("Show plans as a table"))


def _key(drawn: Timeline) -> None:
    """Draw the legend of colours and emojis of places: on a phone, few stays have room for a name."""
    of_each = (
        f'<span><i aria-hidden="true" style="background:{colour}"></i>{shown(drawn.sign(place))} '
        f"{shown(place)}</span>"
        for place, colour in drawn.places.items()
    )
    st.html(f'<div class="tw-key">{"".join(of_each)}</div>')


def _done_words(done: Sequence[Done]) -> str:
    """Return the number of authors' interventions in words; "" if there were none."""
    return tr("Interventions by authors: {n}.", n=len(done)) if done else ""


def _with_plans(run: Run) -> bool:
    """Draw the toggle for plans, and return its value; the address line keeps that they are off."""
    key = f"timeline-plans-{run.number}"
    session.follow_widget(key, session.linked("plans") != "no")
    shown = st.toggle(tr("Show plans below activities"), key=key)
    session.note_widget(key, shown)
    session.link("plans", None if shown else "no")
    return shown


def timeline_alt(
    run: Run, stays: Sequence[Stay], talks: Sequence[Conversation], insights: Sequence[Memory]
) -> str:
    """Return the description of the picture for screen readers."""
    hours: Counter[str] = Counter()
    for stay in stays:
        hours[stay.place] += 0 if stay.asleep or stay.on_the_way else stay.end - stay.start
    busiest = with_commas(
        tr("{place} ({hours} hours)", place=place, hours=minutes // 60)
        for place, minutes in hours.most_common(3)
    )
    return sentences(
        tr(
            "Timeline of {people} people: {talks} conversations, {conclusions} conclusions.",
            people=len(run.town.cast.personas),
            talks=len(talks),
            conclusions=len(insights),
        ),
        tr("Most time was spent at {places}.", places=busiest)
        if busiest
        else tr("No time was spent at any place yet."),
    )


def timeline_rows(run: Run, stays: Sequence[Stay]) -> list[dict[str, object]]:
    """Return the stays as a table."""
    names = run.town.cast.names
    return headed(
        {
            marked("who"): names[stay.agent],
            marked("from"): clock_words(stay.start),
            marked("to"): clock_words(stay.end) if stay.end % DAY or stay.end == stay.start else "24:00",
            marked("where"): where_words(stay),
            marked("activity"): resting_words(stay) or tr("; ").join(stay.doing),
            "id": str(stay.id),
        }
        for stay in stays
    )
