"""The sections of a page, of which one is open, and the person a page is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.workspace import Run
from engine.records import AgentId, MemoryKind
from studio import session
from studio.basics.people import agent_picker
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.frame.empty import empty
from studio.frame.page import in_plain_words

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

_TELLING: Sequence[Sequence[MemoryKind]] = (("reflection",), ())  # first what tells most of somebody
Section = tuple[str, Callable[[Run, AgentId], None]]


def sections(run: Run, agent: AgentId, choices: Mapping[str, Section], *, key: str, label: str) -> None:
    """Draw the choice of a section, as `linked_section` does, and the chosen section."""
    labels = {name: title for name, (title, _) in choices.items()}
    with in_plain_words():
        choices[linked_section(label, labels, key=key, wrap=False)][1](run, agent)


def linked_section(
    label: str, choices: Mapping[str, str], *, key: str, wrap: bool = True, link: str = "section"
) -> str:
    """Draw the choice of a section, by default the first, kept in the address line as `link`; return it.
    `choices` are labels by the names in links.
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
    run: Run,
    bar: DeltaGenerator,
    *,
    key: str,
    label: str = "",
) -> AgentId | None:
    """Draw the choice of a person in the bar, and return the agent. If nobody is chosen, an agent with
    something to show is taken. For an agent who has not joined the town by the moment shown, it draws since
    when they live there, and returns None.
    """
    if session.agent() is None:
        session.choose_agent(somebody_to_show(run))
    with bar:
        agent = agent_picker(run, key=key, label=label or tr("Who"))
    came = next((row.minute for row in run.town.joined if row.agent == agent), 0)
    if agent is None or came < run.at(session.minute()).minute:
        return agent
    empty(
        tr(
            "You are looking at the town at {now}, but {name} joined it at {came}.",
            now=moment_words(run.at(session.minute()).minute),
            name=run.town.cast.names[agent],
            came=moment_words(came),
        ),
        title=tr("Not in the town yet"),
        action=tr("Go to that moment"),
        on_click=lambda: session.choose_moment(came + 1),
        icon=":material/luggage:",
        key="not-yet",
    )
    return None


def somebody_to_show(run: Run) -> AgentId | None:
    """Return the agent with the latest reflection, else with the latest other memory, else the first."""
    here = run.at(session.minute())
    for kinds in _TELLING:
        newest = here.memories(None, kinds=kinds, limit=1).items
        if newest:
            return newest[0].agent
    return next(iter(run.town.cast.personas), None)
