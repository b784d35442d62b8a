"""Chat: ask anybody anything off the record, or whisper to them."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from engine.records import AgentId
from engine.town import Run
from studio.components.empty import empty
from studio.components.interview import interview
from studio.components.page import in_plain_words, open_page, the_run
from studio.components.people import agent_picker
from studio.components.whisper import whisper
from studio.components.why import why_panel

MODES: dict[str, tuple[str, Callable[[Run, AgentId], None]]] = {
    "interview": (":material/mic: Interview", interview),
    "whisper": (":material/hearing: Whisper", whisper),
}


def page(run: Run) -> None:
    agent = agent_picker(run, key="chat", label="With whom")
    if agent is None:
        empty(
            "Choose somebody above. Ask what they think, remember or plan, or whisper something to them.",
            title="Whom would you like to talk to?",
            icon=":material/forum:",
            key="nobody",
        )
        return
    mode = st.segmented_control(
        "How",
        list(MODES),
        default="interview",
        required=True,
        format_func=lambda name: MODES[name][0],
        key="chat-mode",
        label_visibility="collapsed",
    )
    with in_plain_words():
        MODES[mode][1](run, agent)


open_page("Chat", lead="Ask anybody anything, off the record; or whisper, and let it change their day.")
here = the_run()
page(here)
why_panel(here)
