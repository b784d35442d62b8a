"""Relationships: how the people of the town feel about each other, on any day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import streamlit as st

from engine import clock
from engine.api.workspace import Run
from engine.notebook.editing import Piece
from engine.records import AgentId, Persona, Relation
from studio import session
from studio.basics.charts.chart_click import chart_click
from studio.basics.charts.heat_map import heat_map_height
from studio.basics.charts.take_picture import picture
from studio.basics.people import label_of
from studio.basics.table import table_twin
from studio.basics.text import escape_md, plain, shorten, signed, story
from studio.catalogue.lists import sentences
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import reads, tr, tr_n
from studio.frame.head import open_page
from studio.frame.into_notebook import into_notebook
from studio.frame.page import the_run
from studio.frame.sections import linked_section
from studio.interventions.at_once import say_what_was_done
from studio.interventions.tie_hand import tie_hand
from studio.relationships.circle_words import densities, density_over_days_words, living_at
from studio.relationships.closest import Felt, closest
from studio.relationships.graph_of_run import graph_of, since_when
from studio.relationships.graph_picture import graph_picture
from studio.relationships.pair_matrix import feelings, matrix_rows, matrix_spec
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
    now = run.at(session.minute())
    since = since_when(run)
    moments = days_until(now.minute)
    minute = _minute(moments)
    ids = living_at(since, minute)
    people = [persona for persona in run.scenario.personas if persona.id in ids]
    if len(people) < 2:
        plain(tr("Relationships need two people, and only one person lives here."))
        return
    rows = tuple(now.log.rows(Relation))
    felt = felt_by(rows, minute)
    ties = ties_of(felt.values(), ids)
    _graph(run, graph_of(run, rows, moments), moments, minute, ties)
    explained(density_over_days_words(densities(rows, since, now.minute)))
    closest(run, ties, felt)
    table_twin(lambda: tie_rows(ties, run.town.cast.names), key="ties")
    _matrix(run, people, ties)
    _pair(run, people, felt, minute)


def _minute(moments: Sequence[int]) -> int:
    """Return the minute chosen in the graph: the beginning, the end of a day, or the moment shown. The
    address line has the number of the day that was over then.
    """
    by_link = {_link_of(minute, moments[-1]): minute for minute in moments}
    return by_link.get(session.linked("day"), moments[-1])


def _link_of(minute: int, now: int) -> str | None:
    return None if minute == now else str(minute // clock.DAY)


def _graph(run: Run, graph: Graph, moments: Sequence[int], minute: int, ties: Sequence[Tie]) -> None:
    names, count = run.town.cast.names, len(living_at(since_when(run), minute))

    def opened(number: int) -> None:
        change = graph.ties.changes[number]
        _turn_to(*graph.ties.pairs[change.pair])
        session.explain(change.id)

    alt = sentences(
        tr("Graph of {ties} relationships among {people} people.", ties=len(ties), people=count),
        told_ties(ties, names),
        density_words(ties, count),
    )
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
        tr(
            "Solid lines with + show warmth, dashed lines with − show strain; thicker lines are "
            "stronger. Two numbers mean that the two feel differently. Click a line or a person to "
            "see the reasons. Drag and zoom, or use the arrow keys, \\[ and \\]."
        )
    )
    values = {"plot": "ties", "at": clock.moment_words(minute)}
    title = tr("Relationships, {moment}", moment=moment_words(minute))
    into_notebook(
        run,
        lambda: Piece(kind="chart", values=values, title=title, minute=minute),
        key=f"ties-{run.number}",
    )
    st.download_button(
        tr("Download the graph"),
        data=partial(graph_file, graph, reads()),
        file_name=f"{run.row.id}-relationships.html",
        mime="text/html",
        key=f"graph-file-{run.number}",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        help=tr("One file that works offline, with all days and what each relationship is based on."),
    )


def _matrix(run: Run, people: Sequence[Persona], ties: Sequence[Tie]) -> None:
    st.subheader(tr("Relationship matrix"), anchor=False, help=word_help("closeness"))
    st.caption(
        tr("Each row shows how one person feels about the others. Choose a cell to see the pair below.")
    )
    felt = feelings(people, ties)
    called = [shorten(run.town.cast.known_as[persona.id].called, 12) for persona in people]
    clicked = chart_click(
        matrix_spec(called, felt),
        called="matrix",
        key=f"matrix-{run.number}",
        height=heat_map_height(called),
        alt=tr("Matrix of closeness, from -1 to 1: each row shows how one person feels about the others"),
    )
    if clicked is not None and clicked.item < len(felt):
        chosen = felt[clicked.item]
        _turn_to(people[chosen.one].id, people[chosen.other].id)
    table_twin(lambda: matrix_rows(people, felt), key="matrix")


def _pair(run: Run, people: Sequence[Persona], felt: Felt, minute: int) -> None:
    st.subheader(tr("Pair"), anchor=False)
    one, other = _chosen_pair(people, _closest(people, felt.values()))
    for column, (who, whom) in zip(st.columns(2, border=True), ((one, other), (other, one)), strict=True):
        with column:
            _feeling(run, who, whom, felt.get((who, whom)))
            if minute == run.clock:
                tie_hand(run, who, whom, felt.get((who, whom)))
    talks = [talk for talk in run.at(minute).log.conversations(agent=one) if other in talk.members]
    times = tr_n("They talked once.", "They talked {n} times.", len(talks))
    plain(times if talks else tr("They had not talked with each other by this time."), muted=True)
    labels = {"course": tr("How it changed"), "talks": tr("Conversations")}
    if linked_section(tr("View"), labels, key=f"pair-section-{run.number}") == "course":
        tie_curve(run, run.story(session.minute()).tie(one, other))
    elif talks:
        talk_list(run, talks, key=f"{one}-{other}")


def _closest(people: Sequence[Persona], relations: Iterable[Relation]) -> tuple[AgentId, AgentId]:
    """Return the person looked at, or the first, and the one they feel closest to."""
    first = next((one.id for one in people if one.id == session.agent()), people[0].id)
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
        new_one = _who(tr("Person A"), list(known), "pair-one", known)
    others = [who for who in known if who != new_one]
    session.follow_widget("pair-other", other if other in others else others[0])
    with right:
        new_other = _who(tr("Person B"), others, "pair-other", known)
    session.note_widget("pair-one", new_one)
    session.note_widget("pair-other", new_other)
    _turn_to(new_one, new_other)
    return new_one, new_other


def _asked_pair(fallback: tuple[AgentId, AgentId]) -> tuple[AgentId, AgentId]:
    """Return the pair in the address line, else the one looked at last."""
    one, other = session.linked("one"), session.linked("other")
    return (one, other) if one and other else session.recalled("pair", fallback)


def _turn_to(one: AgentId, other: AgentId) -> None:
    """Choose another pair."""
    session.remember("pair", (one, other))
    session.link("one", one)
    session.link("other", other)


def _who(label: str, ids: list[AgentId], key: str, known: Mapping[AgentId, Persona]) -> AgentId:
    return st.selectbox(
        label, ids, key=key, format_func=lambda who: f"{known[who].emoji} {shorten(known[who].name)}"
    )


def _feeling(run: Run, who: AgentId, whom: AgentId, relation: Relation | None) -> None:
    about = tr("towards {name}", name=escape_md(shorten(run.town.cast.names[whom], 40)))
    st.markdown(f"**{label_of(run.scenario.persona(who))}** :gray[{about}]")
    if relation is None:
        plain(tr("Does not know this person."), muted=True)
        return
    st.metric(tr("Closeness, from −1 to +1"), signed(relation.closeness, 2))
    story(run.town.phrases.standing(relation.kind, relation.closeness))
    if relation.note:
        plain(relation.note, muted=True, small=True)
    if relation.minute:
        label = tr("Why, since {moment}", moment=moment_words(relation.minute))
        why_button(relation.id, key="relation", label=label)
    else:
        st.caption(tr("set by the author"))


def main() -> None:
    """Draw the page of the run that is looked at."""
    open_page(
        marked("Relationships"),
        lead=tr("How the people of the town feel about each other, on any day."),
        words=("closeness", "tie", "circle"),
    )
    here = the_run()
    page(here)
    say_what_was_done()
    transcript(here)
    why_panel(here)


main()
