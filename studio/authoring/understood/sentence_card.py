"""A sentence as a card: its owner, how it is understood, its doubts, and links to edit it."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.api.scenarios import fields_in, said_in
from engine.api.writing.edits import StateExactly
from engine.records import AgentId, Scenario
from studio import session
from studio.authoring.editor.way import choose_file, follow_choice
from studio.authoring.forms.fields import Form, icon_button
from studio.authoring.forms.shown_as import fill_in
from studio.authoring.understood.rows import UnderstoodRow, line_of
from studio.basics.people import COLOURS, disc
from studio.basics.text import plain, shorten, story
from studio.catalogue.lists import with_commas
from studio.catalogue.tr import tr, tr_worded
from studio.intends.doubts import draw_doubts

SECTION = "personas-section"
"""The key of the widget that switches between one person and all sentences."""
ONE, SENTENCES = "one", "sentences"

_MOST_NAMED, _MOST_LETTERS = 3, 600


def sentence_card(
    name: str, scenario: Scenario, row: UnderstoodRow, numbers: Mapping[AgentId, int], *, key: str
) -> None:
    """Draw a row as a card. `numbers` are the numbers of the people, which give their colours."""
    first = row.agents[0]
    with st.container(
        border=True, horizontal=True, wrap=False, gap="small", width=760, key=f"sentence-{name}-{key}"
    ):
        st.html(disc(scenario.persona(first), numbers[first] % COLOURS), width="content")
        with st.container(gap="xxsmall", width="stretch"):
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                plain(_owner_words(scenario, row), small=True, muted=True)
                _buttons(name, row, key)
            story(shorten(row.text, _MOST_LETTERS), "small")
            for words in map(tr_worded, row.words):
                plain(f"→ {words}", small=True)
            if not row.words and not row.doubts:
                plain(tr("→ Background: no intention"), small=True, muted=True)
            draw_doubts(row.doubts)


def _owner_words(scenario: Scenario, row: UnderstoodRow) -> str:
    """Return the owner of a sentence in words, and whether it is a fact or stated in fields."""
    names = [shorten(scenario.persona(agent).name, 40) for agent in row.agents[:_MOST_NAMED]]
    people = with_commas(names)
    if len(row.agents) > _MOST_NAMED:
        people = tr("{names} and {n} more", names=people, n=len(row.agents) - _MOST_NAMED)
    if row.is_fact:
        return tr("Fact, known by {names}", names=people)
    return tr("{names} · stated in fields", names=people) if row.is_stated else people


def _buttons(name: str, row: UnderstoodRow, key: str) -> None:
    """Draw the button that opens the sentence in its form, and the one that states it exactly."""
    if st.button(
        tr("Open in the form"), key=f"to-sentence-{name}-{key}", icon=":material/edit:", type="tertiary",
        on_click=_open, args=(name, row),
    ):  # fmt: skip
        follow_choice()
    if not row.fields or row.is_stated:
        return
    text = session.workspace().scenarios.drafts.files(name)[row.file]
    edit = StateExactly(
        file=row.file, memory=row.text, intends=tuple(fields_in(stated) for stated in row.fields)
    )
    form = Form(name, row.file, said_in(text, row.file))
    icon_button(tr("Write as fields"), "data_object", f"exact-{name}-{key}", form, edit)


def _open(name: str, row: UnderstoodRow) -> None:
    text = session.workspace().scenarios.drafts.files(name).get(row.file, "")
    if row.is_fact:
        fill_in("world")
    else:
        fill_in("personas")
        session.set_widget(SECTION, ONE)
    choose_file(name, row.file, line_of(text, row.text))
