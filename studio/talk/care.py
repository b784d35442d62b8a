"""Care: notes above an answer that protect the user."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from engine.api.talk import Note, care_of
from engine.api.workspace import Run
from engine.errors import BadInput
from engine.records import AgentId
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr_error
from studio.frame.page import complain

TERMS = marked(
    "All people here are fictional: a computer program speaks for them. Interviews are saved in "
    "this workspace until you delete them."
)
SURVEY_TERMS = marked(
    "All people here are fictional: a computer program speaks for them. The answers are available "
    "until you close this window; download them to keep them."
)

_ICONS = {"help": ":material/favorite:", "invented": ":material/smart_toy:"}


def notes_above(run: Run, agent: AgentId, question: str, answer: str) -> None:
    """Show the notes above an answer: help at a mention of self-harm, and that no human is speaking."""
    try:
        notes = run.notes(agent, question, answer)
    except BadInput as error:  # the workspace's own words: those that come with Townwright stand in for them
        complain(tr_error(error))
        notes = care_of().notes(question, answer, run.town.cast.names[agent], run.scenario.language)
    _show(notes)


def help_above(run: Run, text: str) -> None:
    """Show the help notes for a text that mentions self-harm, above its answer."""
    try:
        notes = run.help_at(text)
    except BadInput as error:
        complain(tr_error(error))
        notes = care_of().help_at(text)
    _show(notes)


def _show(notes: Iterable[Note]) -> None:
    for note in notes:
        with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(_ICONS[note.kind], width="content")
            plain(note.text)
