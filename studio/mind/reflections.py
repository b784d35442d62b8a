"""Reflections: the insights of each agent, and their evidence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.workspace import Run
from engine.clock import day_of
from engine.notebook.editing import Piece
from engine.records import AgentId, Memory
from studio import session
from studio.basics.text import escape_md
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_in
from studio.frame.head import open_page
from studio.frame.into_notebook import into_notebook
from studio.frame.page import in_plain_words, the_run
from studio.frame.sections import linked_section, the_agent
from studio.interventions.at_once import say_what_was_done
from studio.interventions.memory_hand import memory_hand
from studio.mind.reflecting.forget_this import forget_this
from studio.mind.reflecting.importance_curve import gathering_words, importance_curve
from studio.mind.reflecting.nothing_yet import nothing_yet
from studio.mind.reflecting.reflection_steps import reflection_steps, turn_to
from studio.mind.reflecting.town_insights import town_insights
from studio.mind.reflection_tree import (
    count_words,
    gathered_words,
    grow,
    reflection_list,
    reflection_tree,
    wanted,
)
from studio.why.why import why_panel
from studio.words.explained import explained

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator


def page(run: Run, bar: DeltaGenerator) -> None:
    """Draw the page of a run."""
    said = {name: tr(label) for name, label in _LABELS.items()}
    section = linked_section(tr("Content to show"), said, key=f"reflections-section-{run.number}")
    if section == _TOWN:
        with in_plain_words():
            town_insights(run)
        return
    agent = the_agent(run, bar, key="reflections")
    if agent is not None:
        with in_plain_words():
            _SECTIONS[section](run, agent)


def conclusions(run: Run, agent: AgentId) -> None:
    """Draw an agent's reflections of a day, above the memories they rest on."""
    insights = run.at(session.minute()).reflections(agent)
    if insights:
        _day(run, agent, insights)
    else:
        _gathered(run, agent)
        nothing_yet(run, agent)


def course(run: Run, agent: AgentId) -> None:
    """Draw how importance led from one reflection to the next, and the steps of one of them."""
    if not run.town.settings.reflection:
        st.caption(tr("Reflection is switched off in this run."))
        return
    gathered = run.story(session.minute()).gathering(agent)
    explained(gathering_words(gathered, run.town.cast.names[agent]))
    clicked = importance_curve(run, gathered)
    if clicked is not None:
        turn_to(clicked.id)
    reflection_steps(run, run.story(session.minute()).reflections(agent))


def _gathered(run: Run, agent: AgentId) -> None:
    settings = run.town.settings
    if not settings.reflection:
        st.caption(tr("Reflection is switched off in this run."), width="content")
        return
    felt = run.at(session.minute()).felt(agent)
    gathered = tr("Next reflection: {gathered}", gathered=gathered_words(felt, settings.reflect_at))
    st.progress(
        min(1.0, felt / settings.reflect_at),
        text=f":small[{gathered}]",
        width=320,
    )


def _day(run: Run, agent: AgentId, insights: Sequence[Memory]) -> None:
    days = sorted({day_of(memory.minute) for memory in insights})
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tw-filters"):
        day = st.selectbox(
            tr_in("a number", "Day"),
            days,
            index=len(days) - 1,
            key=f"day-{run.number}-{agent}-{len(days)}",
            format_func=lambda one: tr("Day {day}", day=one),
            label_visibility="collapsed",
            width=120,
        )
        shape = st.segmented_control(
            tr("Show as"),
            list(_SHAPES),
            default="Tree",
            format_func=lambda one: tr(_SHAPES[one]),
            required=True,
            key="reflections-shape",
            label_visibility="collapsed",
        )
        _gathered(run, agent)
    todays = [memory for memory in insights if day_of(memory.minute) == day]
    roots = grow(todays, _evidence(run, todays))
    name = run.town.cast.names[agent]
    st.caption(
        tr(
            "{conclusions} of {name} on day {day}, {all} in total so far.",
            conclusions=count_words(len(todays)),
            name=escape_md(name),
            day=day,
            all=len(insights),
        )
    )
    if shape == "Tree":
        reflection_tree(roots, title=tr("{name}, day {day}", name=name, day=day), key=f"tree-{agent}-{day}")
    else:
        reflection_list(roots, key=f"{agent}-{day}")
    values, minute = {"plot": "reflections", "of": agent}, run.at(session.minute()).minute
    title = tr("Conclusions of {name} and what they are based on", name=name)
    into_notebook(
        run,
        lambda: Piece(kind="chart", values=values, title=title, minute=minute),
        key=f"reflections-{run.number}-{agent}",
    )


def _evidence(run: Run, insights: Sequence[Memory]) -> dict[int, Memory]:
    """Return all memories that the insights rest on, at all depths."""
    known: dict[int, Memory] = {}
    while missing := wanted(insights, known):
        found = run.by_id(sorted(missing))
        if not found:
            break
        known |= found
    return known


_TOWN = "town"
_LABELS = {
    "tree": marked("Conclusions"),
    "course": marked("How they came about"),
    "forget": marked("Forget this"),
    _TOWN: marked("The whole town"),
}
_SHAPES = {"Tree": marked("Tree"), "List": marked("List")}
_SECTIONS: Mapping[str, Callable[[Run, AgentId], None]] = {
    "tree": conclusions,
    "course": course,
    "forget": forget_this,
}


def main() -> None:
    """Draw the page of the run that is looked at."""
    own_bar = open_page(
        marked("Reflections"),
        lead=tr("See what a person concludes, and what each conclusion is based on."),
        words=("reflection", "evidence", "threshold"),
    )
    here = the_run()
    page(here, own_bar)
    say_what_was_done()
    why_panel(here, memory_hand)


main()
