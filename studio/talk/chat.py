"""Chat: ask anybody anything off the record, or whisper to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.api.workspace import Run
from studio.basics.text import plain
from studio.frame.head import open_page
from studio.frame.page import the_run
from studio.frame.sections import Section, sections, the_agent
from studio.talk.care import TERMS
from studio.talk.interview import interview
from studio.talk.whisper import whisper
from studio.why.why import why_panel

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

MODES: dict[str, Section] = {
    "interview": (":material/mic: Interview", interview),
    "whisper": (":material/hearing: Whisper", whisper),
}


def page(run: Run, bar: DeltaGenerator) -> None:
    """Draw the page of a run."""
    agent = the_agent(
        run,
        bar,
        key="chat",
        label="With whom",
        title="Whom would you like to talk to?",
        text="Choose somebody in the bar above. Ask what they think, remember or plan, or whisper "
        "something to them.",
        icon=":material/forum:",
    )
    if agent is not None:
        sections(run, agent, MODES, key="chat-mode", label="How")
        plain(TERMS, muted=True, small=True)


bar = open_page(
    "Chat",
    lead="Ask anybody anything, off the record; or whisper, and let it change their day.",
    words=("interview", "whisper"),
)
here = the_run()
page(here, bar)
why_panel(here)
