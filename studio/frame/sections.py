"""The sections of a page, of which one is open, and whom a page is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.workspace import Run
from engine.records import AgentId
from studio import session
from studio.basics.people import agent_picker
from studio.frame.empty import empty
from studio.frame.page import in_plain_words

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

Section = tuple[str, Callable[[Run, AgentId], None]]


def sections(run: Run, agent: AgentId, choices: Mapping[str, Section], *, key: str, label: str) -> None:
    """Let one of the sections be chosen, as `linked_section` does, and draw it."""
    labels = {name: title for name, (title, _) in choices.items()}
    with in_plain_words():
        choices[linked_section(label, labels, key=key, wrap=False)][1](run, agent)


def linked_section(
    label: str, choices: Mapping[str, str], *, key: str, wrap: bool = True, link: str = "section"
) -> str:
    """Let one of the sections of a page be chosen, the first until then, and keep it in the address line as
    `link`. `choices` are labels by the names that links have.
    """
    first, asked = next(iter(choices)), session.linked(link)
    chosen = st.segmented_control(
        label,
        list(choices),
        default=asked if asked in choices else first,
        required=True,
        format_func=choices.__getitem__,
        key=key,
        label_visibility="collapsed",
        wrap=wrap,
    )
    session.link(link, None if chosen == first else chosen)
    return chosen or first


def the_agent(
    run: Run, bar: DeltaGenerator, *, key: str, title: str, text: str, icon: str, label: str = "Who"
) -> AgentId | None:
    """Return whom the page is about, chosen in its bar; with nobody chosen yet it says what to do."""
    with bar:
        agent = agent_picker(run, key=key, label=label)
    if agent is None:
        empty(text, title=title, icon=icon, key="nobody")
    return agent
