"""Reflections: what each agent has concluded, and from what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.workspace import Run
from engine.clock import day_of
from engine.records import AgentId, Memory
from studio import session
from studio.basics.text import escape_md
from studio.frame.head import open_page
from studio.frame.page import in_plain_words, the_run
from studio.frame.sections import linked_section, the_agent
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
    section = linked_section("What to see", _LABELS, key=f"reflections-section-{run.number}")
    if section == _TOWN:
        with in_plain_words():
            town_insights(run)
        return
    agent = the_agent(
        run,
        bar,
        key="reflections",
        title="Whose thoughts?",
        text="Choose somebody in the bar above to see what they make of their days.",
        icon=":material/psychology:",
    )
    if agent is not None:
        with in_plain_words():
            _SECTIONS[section](run, agent)


def conclusions(run: Run, agent: AgentId) -> None:
    """Draw what somebody concluded on a day, over what it rests on."""
    insights = run.at(session.minute()).reflections(agent)
    if insights:
        _day(run, agent, insights)
    else:
        _gathered(run, agent)
        nothing_yet(run, agent)


def course(run: Run, agent: AgentId) -> None:
    """Draw how what was felt led from one reflection to the next, and how one of them went."""
    if not run.town.settings.reflection:
        st.caption("Reflection is switched off in this run.")
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
        st.caption("Reflection is switched off in this run.", width="content")
        return
    felt = run.at(session.minute()).felt(agent)
    st.progress(
        min(1.0, felt / settings.reflect_at),
        text=f":small[Next reflection: {gathered_words(felt, settings.reflect_at)}]",
        width=320,
    )


def _day(run: Run, agent: AgentId, insights: Sequence[Memory]) -> None:
    days = sorted({day_of(memory.minute) for memory in insights})
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tw-filters"):
        day = st.selectbox(
            "Day",
            days,
            index=len(days) - 1,
            key=f"day-{run.number}-{agent}-{len(days)}",
            format_func=lambda one: f"Day {one}",
            label_visibility="collapsed",
            width=120,
        )
        shape = st.segmented_control(
            "Show as",
            ["Tree", "List"],
            default="Tree",
            required=True,
            key="reflections-shape",
            label_visibility="collapsed",
        )
        _gathered(run, agent)
    todays = [memory for memory in insights if day_of(memory.minute) == day]
    roots = grow(todays, _evidence(run, todays))
    name = run.town.cast.names[agent]
    st.caption(
        f"{count_words(len(todays))} of {escape_md(name)} on day {day}; {len(insights)} in all so far."
    )
    if shape == "Tree":
        reflection_tree(roots, title=f"{name}, day {day}", key=f"tree-{agent}-{day}")
    else:
        reflection_list(roots, key=f"{agent}-{day}")


def _evidence(run: Run, insights: Sequence[Memory]) -> dict[int, Memory]:
    """Return everything the insights rest on, through all depths."""
    known: dict[int, Memory] = {}
    while missing := wanted(insights, known):
        found = run.by_id(sorted(missing))
        if not found:
            break
        known |= found
    return known


_TOWN = "town"
_LABELS = {
    "tree": "Conclusions",
    "course": "How they came about",
    "forget": "Forget this",
    _TOWN: "The whole town",
}
_SECTIONS: Mapping[str, Callable[[Run, AgentId], None]] = {
    "tree": conclusions,
    "course": course,
    "forget": forget_this,
}

bar = open_page(
    "Reflections",
    lead="What somebody has concluded from what was lived, and what each conclusion rests on.",
    words=("reflection", "evidence", "threshold"),
)
here = the_run()
page(here, bar)
why_panel(here)
