"""Relationships: how the people of the town stand to each other, on any day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from engine.api.workspace import Run
from engine.clock import day_of, moment_words
from engine.records import AgentId, Persona, Relation
from studio import session
from studio.basics.lazy_expander import lazy_expander
from studio.basics.people import colour_of, label_of
from studio.basics.table import table, table_twin
from studio.basics.text import escape_md, plain, shorten, signed, story
from studio.frame.head import open_page
from studio.frame.page import the_run
from studio.relationships.relationship_graph import Places, layout, matrix, relationship_graph, shown_matrix
from studio.relationships.relationship_stats import (
    Tie,
    clear_from,
    days_until,
    density_words,
    tie_rows,
    ties_of,
    told_ties,
    worth_drawing,
)
from studio.stage.talk_lines import talk_list
from studio.why.memory_card import why_button
from studio.why.why import why_panel


def page(run: Run) -> None:
    """Draw the page of a run."""
    people = list(run.scenario.personas)
    if len(people) < 2:
        plain("It takes two to have a relationship, and only one person lives here.")
        return
    ids = tuple(persona.id for persona in people)
    latest = ties_of(run.at(session.minute()).relations, ids)
    days, least = st.columns(2, gap="medium")
    with days:
        minute = _minute(run)
    with least:
        closeness = _least(run, clear_from(latest, len(people)))
    relations = run.at(minute).relations
    ties = ties_of(relations, ids)
    _graph(run, people, ties, worth_drawing(ties, closeness), layout(ids, latest))
    _matrix(run, people, ties)
    _pair(run, people, relations, minute)


def _minute(run: Run) -> int:
    """Return the day chosen: the town as it began, the end of each day, or the moment looked at."""
    now = run.at(session.minute()).minute
    moments = days_until(now)
    if len(moments) == 1:
        return now
    chosen = st.select_slider(
        "The town as it stood",
        moments,
        value=now,
        format_func=lambda minute: _day_label(minute, now),
        key=f"relations-day-{run.number}-{now}",
    )
    return int(chosen)


def _least(run: Run, usual: float) -> float:
    return st.slider(
        "Show ties from this closeness up",
        0.0,
        0.9,
        usual,
        0.1,
        key=f"relations-least-{run.number}",
        help="The closeness of a pair runs from −1 to +1. Strained ties are always shown.",
    )


def _day_label(minute: int, now: int) -> str:
    if minute == now:
        return f"Day {day_of(now)}, {moment_words(now).split()[-1]}"
    return "at the start" if minute == 1 else f"end of day {day_of(minute - 1)}"


def _graph(
    run: Run, people: Sequence[Persona], ties: Sequence[Tie], drawn: Sequence[Tie], places: Places
) -> None:
    names = run.town.cast.names
    alt = f"Graph of {len(drawn)} ties among {len(people)} people. {told_ties(drawn, names)}"
    relationship_graph([(one, colour_of(run, one.id)) for one in people], drawn, places, alt=alt)
    st.caption(
        f"{len(drawn)} of {len(ties)} ties are drawn. A solid line with + is warmth, a dashed one with − is "
        "strain; the stronger, the thicker. Two numbers: each feels differently. Drag and zoom, or take the "
        "arrow keys, \\[ and \\]."
    )
    plain(density_words(ties, len(people)))
    if told := told_ties(ties, names):
        plain(told, small=True, muted=True)
    table_twin(lambda: tie_rows(ties, names), key="ties")


def _matrix(run: Run, people: Sequence[Persona], ties: Sequence[Tie]) -> None:
    st.subheader("Who stands how to whom", anchor=False)
    st.caption("Rows feel, columns are felt for. Choose a cell to see the pair below.")
    count = session.recalled("matrix-picks", 0)
    frame = matrix(people, ties)
    picked = st.dataframe(
        shown_matrix(frame),
        key=f"matrix-{run.number}-{count}",
        on_select="rerun",
        selection_mode="single-cell",
        height="content",
        alt="Matrix of closeness, from -1 to 1: rows feel, columns are felt for",
    )
    for row, column in picked["selection"]["cells"]:
        one, other = people[row].id, people[list(frame.columns).index(column)].id
        session.remember("matrix-picks", count + 1)
        if one != other:
            session.remember("pair", (one, other))


def _pair(run: Run, people: Sequence[Persona], relations: Sequence[Relation], minute: int) -> None:
    st.subheader("Two of them", anchor=False)
    one, other = _chosen_pair(people, _closest(people, relations))
    felt = {(row.agent, row.other): row for row in relations}
    for column, (who, whom) in zip(st.columns(2, border=True), ((one, other), (other, one)), strict=True):
        with column:
            _feeling(run, who, whom, felt.get((who, whom)))
    lazy_expander(
        "How it changed from day to day",
        lambda: table(_over_days(run, one, other, minute)),
        key="pair-days",
        icon=":material/timeline:",
    )
    talks = [talk for talk in run.at(minute).log.conversations(agent=one) if other in talk.members]
    if talks:
        times = "once" if len(talks) == 1 else f"{len(talks)} times"
        st.markdown(f"**They talked {times}**")
        talk_list(run, talks, key=f"{one}-{other}")
    else:
        plain("They have not talked with each other by then.", muted=True)


def _closest(people: Sequence[Persona], relations: Sequence[Relation]) -> tuple[AgentId, AgentId]:
    """Return the person looked at, or the first, and whom they feel closest to."""
    first = session.agent() or people[0].id
    felt = {row.other: row.closeness for row in relations if row.agent == first}
    others = [persona.id for persona in people if persona.id != first]
    return first, max(others, key=lambda one: felt.get(one, -2.0))


def _chosen_pair(people: Sequence[Persona], fallback: tuple[AgentId, AgentId]) -> tuple[AgentId, AgentId]:
    known = {persona.id: persona for persona in people}
    one, other = session.recalled("pair", fallback)
    if one not in known or other not in known:
        one, other = fallback
    session.follow_widget("pair-one", one)
    left, right = st.columns(2)
    with left:
        new_one = _who("One", list(known), "pair-one", known)
    others = [who for who in known if who != new_one]
    session.follow_widget("pair-other", other if other in others else others[0])
    with right:
        new_other = _who("The other", others, "pair-other", known)
    session.note_widget("pair-one", new_one)
    session.note_widget("pair-other", new_other)
    session.remember("pair", (new_one, new_other))
    return new_one, new_other


def _who(label: str, ids: list[AgentId], key: str, known: Mapping[AgentId, Persona]) -> AgentId:
    return st.selectbox(
        label, ids, key=key, format_func=lambda who: f"{known[who].emoji} {shorten(known[who].name)}"
    )


def _feeling(run: Run, who: AgentId, whom: AgentId, relation: Relation | None) -> None:
    about = escape_md(shorten(run.town.cast.names[whom], 40))
    st.markdown(f"**{label_of(run.scenario.persona(who))}** :gray[about {about}]")
    if relation is None:
        plain("does not know them.", muted=True)
        return
    st.metric("Closeness, from −1 to +1", signed(relation.closeness, 2))
    story(run.town.phrases.standing(relation.kind, relation.closeness))
    if relation.note:
        plain(relation.note, muted=True, small=True)
    if relation.minute:
        why_button(relation.id, key="relation", label=f"Why, since {moment_words(relation.minute)}")
    else:
        st.caption("as the author wrote it")


def _over_days(run: Run, one: AgentId, other: AgentId, until: int) -> list[dict[str, object]]:
    names = run.town.cast.names
    rows: list[dict[str, object]] = []
    for minute in days_until(until):
        felt = {(row.agent, row.other): _felt(run, row) for row in run.at(minute).relations}
        rows.append(
            {
                "when": "at the start" if minute == 0 else moment_words(minute),
                f"{shorten(names[one], 30)} feels": felt.get((one, other), ""),
                f"{shorten(names[other], 30)} feels ": felt.get((other, one), ""),
            }
        )
    return rows


def _felt(run: Run, row: Relation) -> str:
    return f"{signed(row.closeness, 2)} {run.town.phrases.feels(row.closeness)}"


open_page("Relationships", lead="How the people of the town stand to each other, as the town stood on a day.")
here = the_run()
page(here)
why_panel(here)
