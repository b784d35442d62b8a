"""Chat: ask anybody anything off the record, ask everybody the same, or whisper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from engine.api.workspace import Run
from engine.records import AgentId
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.head import open_page
from studio.frame.page import in_plain_words, the_run
from studio.frame.sections import Section, linked_section, the_agent
from studio.talk.be_the_mind import be_the_mind
from studio.talk.care import SURVEY_TERMS, TERMS
from studio.talk.everybody.survey import survey
from studio.talk.interview import interview
from studio.talk.visit import visit
from studio.talk.whisper import whisper
from studio.why.why import why_panel

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

MODES: dict[str, Section] = {
    "interview": (marked(":material/mic: Interview"), interview),
    "whisper": (marked(":material/hearing: Whisper"), whisper),
    "visit": (marked(":material/waving_hand: Visit"), visit),
    "be": (marked(":material/psychology: Play a person"), be_the_mind),
}
EVERYBODY = marked(":material/groups: Ask everyone")


def page(run: Run, bar: DeltaGenerator) -> None:
    """Draw the page of a run."""
    labels = {**{name: tr(title) for name, (title, _) in MODES.items()}, "everybody": tr(EVERYBODY)}
    with st.container(key="chat-modes"):
        mode = linked_section(tr("Mode"), labels, key="chat-mode", wrap=False)
    if mode == "everybody":
        with in_plain_words():
            survey(run)
        plain(tr(SURVEY_TERMS), muted=True, small=True)
    elif (agent := _with_whom(run, bar)) is not None:
        with in_plain_words():
            MODES[mode][1](run, agent)
        plain(tr(TERMS), muted=True, small=True)


def _with_whom(run: Run, bar: DeltaGenerator) -> AgentId | None:
    return the_agent(run, bar, key="chat", label=tr("With whom"))


def main() -> None:
    """Draw the page."""
    bar = open_page(
        marked("Chat"),
        lead=tr(
            "Interview one person or ask everyone the same question, off the record. You can also "
            "whisper to a person, visit them or answer for them, which changes the run."
        ),
        words=("interview", "survey", "whisper"),
    )
    run = the_run()
    page(run, bar)
    why_panel(run)


main()
