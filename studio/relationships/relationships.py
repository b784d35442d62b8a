"""Relationships: how the people of the town stand to each other, on any day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import streamlit as st

from engine.api.workspace import Run
from engine.clock import DAY, moment_words
from engine.records import AgentId, Persona, Relation
from studio import session
from studio.basics.charts.take_picture import picture
from studio.basics.people import label_of
from studio.basics.table import download_table, table_twin
from studio.basics.text import escape_md, plain, shorten, signed, story
from studio.frame.head import open_page
from studio.frame.page import the_run
from studio.frame.sections import linked_section
from studio.relationships.circle_words import densities, density_over_days_words
from studio.relationships.closest import Felt, closest
from studio.relationships.graph_of_run import graph_of
from studio.relationships.graph_picture import graph_picture
from studio.relationships.pair_matrix import matrix, matrix_rows, shown_matrix
from studio.relationships.relationship_graph import Graph, graph_file, relationship_graph
from studio.relationships.relationship_stats import (
    Tie,
    days_until,
    density_words,
    felt_by,
    tie_rows,
    ties_of,
    told_ties,
    worth_drawing,
)
from studio.relationships.tie_curve import tie_curve
from studio.stage.talk_lines import talk_list
from studio.stage.transcript import transcript
from studio.why.memory_card import why_button
from studio.why.why import why_panel
from studio.words.explained import explained, word_help


def page(run: Run) -> None:
    """Draw the page of a run."""
    people = list(run.scenario.personas)
    if len(people) < 2:
        plain("It takes two to have a relationship, and only one person lives here.")
        return
    ids = tuple(persona.id for persona in people)
    now = run.at(session.minute())
    rows = tuple(now.log.rows(Relation))
    moments = days_until(now.minute)
    minute = _minute(moments)
    felt = felt_by(rows, minute)
    ties = ties_of(felt.values(), ids)
    _graph(run, graph_of(run, rows, moments), moments, minute, ties)
    explained(density_over_days_words(densities(rows, ids, now.minute)))
    closest(run, ties, felt)
    table_twin(lambda: tie_rows(ties, run.town.cast.names), key="ties")
    _matrix(run, people, ties)
    _pair(run, people, felt, minute)


def _minute(moments: Sequence[int]) -> int:
    """Return the day that the graph was turned to: the town as it began, the end of each day, or the moment
    looked at. The address line has the number of the day that was over then.
    """
    by_link = {_link_of(minute, moments[-1]): minute for minute in moments}
    return by_link.get(session.linked("day"), moments[-1])


def _link_of(minute: int, now: int) -> str | None:
    return None if minute == now else str(minute // DAY)


def _graph(run: Run, graph: Graph, moments: Sequence[int], minute: int, ties: Sequence[Tie]) -> None:
    names, count = run.town.cast.names, len(run.scenario.personas)
    seen = f"{told_ties(ties, names)} {density_words(ties, count)}"

    def opened(number: int) -> None:
        change = graph.ties.changes[number]
        _turn_to(*graph.ties.pairs[change.pair])
        session.explain(change.id)

    alt = f"Graph of {len(ties)} ties among {count} people. {seen}"
    plainly = graph_picture(graph.people, worth_drawing(ties, graph.least), alt=alt)
    with picture("graph", key=f"graph-{run.number}", drawn=plainly):
        relationship_graph(
            graph,
            moments.index(minute),
            key=f"relations-graph-{run.number}",
            alt=alt,
            opened=opened,
            turned=lambda day: session.link("day", _link_of(moments[day], moments[-1])),
        )
    st.caption(
        "A solid line with + is warmth, a dashed one with − is strain; the stronger, the thicker. Two "
        "numbers: each feels differently. Click a line or a person to read what it rests on. Drag and zoom, "
        "or take the arrow keys, \\[ and \\]."
    )
    st.download_button(
        "Download the graph",
        data=lambda: graph_file(graph),
        file_name=f"{run.row.id}-relationships.html",
        mime="text/html",
        key=f"graph-file-{run.number}",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        help="One file that plays offline: all days, and what each tie rests on.",
    )


def _matrix(run: Run, people: Sequence[Persona], ties: Sequence[Tie]) -> None:
    st.subheader("Who stands how to whom", anchor=False, help=word_help("closeness"))
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
    download_table(lambda: matrix_rows(frame), key="matrix")
    for row, column in picked["selection"]["cells"]:
        one, other = people[row].id, people[list(frame.columns).index(column)].id
        session.remember("matrix-picks", count + 1)
        if one != other:
            _turn_to(one, other)


def _pair(run: Run, people: Sequence[Persona], felt: Felt, minute: int) -> None:
    st.subheader("Two of them", anchor=False)
    one, other = _chosen_pair(people, _closest(people, felt.values()))
    for column, (who, whom) in zip(st.columns(2, border=True), ((one, other), (other, one)), strict=True):
        with column:
            _feeling(run, who, whom, felt.get((who, whom)))
    talks = [talk for talk in run.at(minute).log.conversations(agent=one) if other in talk.members]
    times = "once" if len(talks) == 1 else f"{len(talks)} times"
    plain(f"They talked {times}." if talks else "They have not talked with each other by then.", muted=True)
    labels = {"course": "How it changed", "talks": "Their talks"}
    if linked_section("What to see of them", labels, key=f"pair-section-{run.number}") == "course":
        tie_curve(run, run.story(session.minute()).tie(one, other))
    elif talks:
        talk_list(run, talks, key=f"{one}-{other}")


def _closest(people: Sequence[Persona], relations: Iterable[Relation]) -> tuple[AgentId, AgentId]:
    """Return the person looked at, or the first, and whom they feel closest to."""
    first = session.agent() or people[0].id
    felt = {row.other: row.closeness for row in relations if row.agent == first}
    others = [persona.id for persona in people if persona.id != first]
    return first, max(others, key=lambda one: felt.get(one, -2.0))


def _chosen_pair(people: Sequence[Persona], fallback: tuple[AgentId, AgentId]) -> tuple[AgentId, AgentId]:
    known = {persona.id: persona for persona in people}
    one, other = _asked_pair(fallback)
    if one not in known or other not in known or one == other:
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
    _turn_to(new_one, new_other)
    return new_one, new_other


def _asked_pair(fallback: tuple[AgentId, AgentId]) -> tuple[AgentId, AgentId]:
    """Return the pair that the address names, or that was looked at last."""
    one, other = session.linked("one"), session.linked("other")
    return (one, other) if one and other else session.recalled("pair", fallback)


def _turn_to(one: AgentId, other: AgentId) -> None:
    """Look at another pair."""
    session.remember("pair", (one, other))
    session.link("one", one)
    session.link("other", other)


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


open_page(
    "Relationships",
    lead="How the people of the town stand to each other, as the town stood on a day.",
    words=("closeness", "tie", "circle"),
)
here = the_run()
page(here)
transcript(here)
why_panel(here)
