"""Mind: an agent's memories, recalls and their scores, plans, status, and persona."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from engine.api.workspace import Run
from engine.records import AgentId
from studio import session
from studio.basics.people import colour_of
from studio.basics.text import plain, story
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.head import open_page
from studio.frame.page import the_run
from studio.frame.sections import Section, sections, the_agent
from studio.interventions.at_once import say_what_was_done
from studio.interventions.memory_hand import memory_hand
from studio.mind.day_plan import day_plan
from studio.mind.known_world import known_world
from studio.mind.memory_stream import memory_stream
from studio.mind.recall_bench import probe, recall_list
from studio.mind.status_curves import status_curves
from studio.town.persona_card import persona_card
from studio.why.memory_card import why_button
from studio.why.why import why_panel

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator


def diary(run: Run, agent: AgentId) -> None:
    """Draw an agent's diary entries, newest first."""
    pages = run.at(session.minute()).diaries(agent)
    if not pages:
        plain(
            tr("The diary is empty. The person writes in it every evening before going to sleep."),
            muted=True,
        )
    for page in reversed(pages):
        with st.container(border=True, key=f"diary-{page.id}"):
            st.markdown("**" + tr("Day {day}", day=page.day) + "**")
            story(page.text, "large")
            why_button(page.id, key="diary")


def card(run: Run, agent: AgentId) -> None:
    """Draw a person as the author wrote them."""
    with st.container(width=640):
        persona_card(run.scenario, run.scenario.persona(agent), colour_of(run, agent))


SECTIONS: dict[str, Section] = {
    "memories": (marked(":material/spa: Memories"), memory_stream),
    "probe": (marked(":material/manage_search: Try a thought"), probe),
    "recalls": (marked(":material/history: What came to mind"), recall_list),
    "plan": (marked(":material/event_note: Plan"), day_plan),
    "status": (marked(":material/monitor_heart: Status"), status_curves),
    "diary": (marked(":material/menu_book: Diary"), diary),
    "world": (marked(":material/map: Known world"), known_world),
    "card": (marked(":material/badge: Persona"), card),
}


def page(run: Run, bar: DeltaGenerator) -> None:
    """Draw the page of a run."""
    agent = the_agent(run, bar, key="mind")
    if agent is not None:
        said = {name: (tr(title), draw) for name, (title, draw) in SECTIONS.items()}
        sections(run, agent, said, key="mind-section", label=tr("Content to show"))


def main() -> None:
    """Draw the page of the run that is looked at."""
    own_bar = open_page(
        marked("Mind"),
        lead=tr("See what a person remembers, recalls, plans, knows and feels."),
        words=("memory-stream", "retrieval"),
    )
    here = the_run()
    page(here, own_bar)
    say_what_was_done()
    why_panel(here, memory_hand)


main()
