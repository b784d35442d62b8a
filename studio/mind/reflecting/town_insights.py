"""All reflections of a town: by words, by person, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import streamlit as st

from engine.api.workspace import Run
from engine.records import AgentId, Memory
from studio import session
from studio.basics.people import colour_of, disc
from studio.basics.table import table_twin
from studio.basics.text import escape_md, plain, shorten, story
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.frame.empty import empty
from studio.frame.linked_fields import linked_person, linked_words
from studio.frame.page import STAGE
from studio.mind.reflecting.reflection_steps import memories_words
from studio.mind.reflection_tree import count_words
from studio.why.memory_card import about_line, why_button

A_PAGE = 20
_ALL = 10_000
# By whether they are of one person, and whether words were searched for.
_FOUND: Mapping[tuple[bool, bool], str] = MappingProxyType(
    {
        (True, False): marked("{conclusions} of {whom}, newest first."),
        (True, True): marked("{conclusions} of {whom} with these words, newest first."),
        (False, False): marked("{conclusions} of people in {whom}, newest first."),
        (False, True): marked("{conclusions} of people in {whom} with these words, newest first."),
    }
)


def town_insights(run: Run) -> None:
    """Draw the matching reflections, newest first, each with its agent and a link to its reasons."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tw-filters"):
        label = tr("Search conclusions")
        who = linked_person(run.town.cast.personas, link="of", key=f"insights-of-{run.number}")
        words = linked_words(label, link="words", key="insights-words", width=320, live="400ms")
    found, total = _found(run, who, words, 0, 0)
    if not total:
        _nothing(filtered=bool(who or words))
        return
    pages = -(-total // A_PAGE)
    page = st.pagination(pages, key=f"insights-page-{who}-{hash(words)}") if pages > 1 else 1
    found, _ = _found(run, who, words, (page - 1) * A_PAGE, A_PAGE)
    whom = escape_md(run.town.cast.names[who] if who else run.scenario.town)
    st.caption(tr(_FOUND[who is not None, bool(words)], conclusions=count_words(total), whom=whom))
    for insight in found:
        _row(run, insight)
    table_twin(lambda: insight_rows(run, _found(run, who, words, 0, _ALL)[0]), key="insights")


def _found(
    run: Run, who: AgentId | None, words: str, offset: int, limit: int
) -> tuple[Sequence[Memory], int]:
    page = run.at(session.minute()).memories(
        who, search=words, kinds=["reflection"], offset=offset, limit=limit
    )
    return page.items, page.total


def _nothing(*, filtered: bool) -> None:
    if filtered:
        plain(tr("No conclusion matches. Try another word or remove a filter."), muted=True)
        return
    empty(
        tr("Nobody has drawn a conclusion up to this moment. Continue the run."),
        title=tr("No conclusions yet"),
        action=tr("Go to Stage"),
        page=STAGE,
        icon=":material/psychology:",
        key="no-insights",
    )


def _row(run: Run, insight: Memory) -> None:
    persona = run.scenario.persona(insight.agent)
    with st.container(horizontal=True, wrap=False, gap="small", width=760, key=f"insight-{insight.id}"):
        st.html(disc(persona, colour_of(run, insight.agent)), width="content")
        with st.container(gap=None, width="stretch"):
            rests = tr("based on {memories}", memories=memories_words(len(insight.evidence)))
            st.caption(f"{escape_md(shorten(persona.name, 40))} · {about_line(insight)} · {rests}")
            story(insight.text)
        why_button(insight.id, key="insight", quiet=True)


def insight_rows(run: Run, insights: Sequence[Memory]) -> list[dict[str, object]]:
    """Return reflections as a table."""
    names = run.town.cast.names
    return [
        {
            tr("who"): names[insight.agent],
            tr("when"): moment_words(insight.minute),
            tr("conclusion"): insight.text,
            tr("importance"): insight.importance,
            tr("based on"): len(insight.evidence),
            tr("id"): str(insight.id),
        }
        for insight in insights
    ]
