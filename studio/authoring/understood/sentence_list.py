"""The list of all sentences of a town, filtered by person and by whether they need a look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from engine.records import AgentId, Scenario
from studio import session
from studio.authoring.understood.rows import UnderstoodRow, understood_rows
from studio.authoring.understood.sentence_card import sentence_card
from studio.catalogue.tr import tr
from studio.frame.empty import empty
from studio.frame.linked_fields import linked_person
from studio.frame.sections import linked_section

_A_PAGE = 20
_LOOK, _ALL = "look", "all"


def sentence_list(name: str, scenario: Scenario) -> None:
    """Draw the sentences of a town."""
    with st.spinner(tr("Reading all sentences…"), show_time=False):
        rows = understood_rows(name, scenario)
    if not rows:
        empty(
            tr(
                "Write first memories: what people know, want and hide. You then see here how "
                "each one is understood."
            ),
            title=tr("No memories yet"),
            icon=":material/psychology_alt:",
            key="no-sentences",
        )
        return
    people = {persona.id: persona for persona in scenario.personas}
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tw-filters"):
        who = linked_person(people, link="of", key=f"sentences-of-{name}")
        of_person = [row for row in rows if who is None or who in row.agents]
        which = _which(name, of_person)
    listed = [row for row in of_person if which == _ALL or row.doubts]
    if not listed:
        _nothing_to_look_at(name, of_person)
        return
    _cards(name, scenario, listed, key=f"{who}-{which}")


def _which(name: str, rows: Sequence[UnderstoodRow]) -> str:
    """Draw the choice of which sentences are listed, with the number of each, and return it."""
    choices: Mapping[str, str] = {
        _LOOK: tr("Needs review · {n}", n=sum(bool(row.doubts) for row in rows)),
        _ALL: tr("All · {n}", n=len(rows)),
    }
    return linked_section(tr("Sentences to show"), choices, key=f"sentences-which-{name}", link="which")


def _cards(name: str, scenario: Scenario, rows: Sequence[UnderstoodRow], *, key: str) -> None:
    pages, cards = -(-len(rows) // _A_PAGE), st.container(gap="small")
    page_number = st.pagination(pages, key=f"sentences-page-{name}-{key}") if pages > 1 else 1
    numbers: dict[AgentId, int] = {persona.id: n for n, persona in enumerate(scenario.personas)}
    first = (page_number - 1) * _A_PAGE
    with cards:
        for number, row in enumerate(rows[first : first + _A_PAGE], first):
            sentence_card(name, scenario, row, numbers, key=f"{key}-{number}")


def _nothing_to_look_at(name: str, rows: Sequence[UnderstoodRow]) -> None:
    acted_on = sum(bool(row.words) for row in rows)
    empty(
        tr(
            "Sentences understood as intentions: {asks} of {all}. The others are background.",
            asks=acted_on,
            all=len(rows),
        ),
        title=tr("Nothing needs review"),
        action=tr("Show all"),
        on_click=lambda: session.set_widget(f"sentences-which-{name}", _ALL),
        icon=":material/task_alt:",
        key="all-understood",
    )
