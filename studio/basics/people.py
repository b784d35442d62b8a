"""People as they appear everywhere: an emoji on a disc in their colour, with the name below."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import streamlit as st

from engine.api.workspace import Run
from engine.records import AgentId, Persona, is_visitor
from studio import session
from studio.basics.text import escape_md, shorten, shown
from studio.basics.turning import turn_through
from studio.catalogue.tr import tr

COLOURS = 8


def portrait(persona: Persona, colour: int = 0, *, size: str = "medium", note: str = "") -> None:
    """Draw one person: the portrait, the name, and a note below it."""
    below = f'<span class="tw-note">{shown(shorten(note, 90))}</span>' if note else ""
    st.html(
        f'<div class="tw-person tw-{size}">{disc(persona, colour)}'
        f'<span class="tw-called">{shown(shorten(persona.name, 60))}</span>{below}</div>'
    )


def faces(people: Iterable[tuple[Persona, int]], *, most: int = 12) -> None:
    """Draw a row of small portraits, each with its name as a tooltip and for screen readers."""
    rows = list(people)
    more = f'<span class="tw-more">+{len(rows) - most}</span>' if len(rows) > most else ""
    st.html(f'<div class="tw-faces">{"".join(disc(*row) for row in rows[:most])}{more}</div>')


def disc(persona: Persona, colour: int) -> str:
    """Return the portrait as HTML."""
    name = shown(shorten(persona.name, 60))
    return (
        f'<span class="tw-disc tw-c{colour % COLOURS}" role="img" aria-label="{name}" title="{name}">'
        f"{shown(persona.emoji)}</span>"
    )


def colour_of(run: Run, agent: AgentId) -> int:
    """Return the number of an agent's colour, the same on every page."""
    return colours_of(run, [agent])[agent]


def colours_of(run: Run, agents: Iterable[AgentId]) -> Mapping[AgentId, int]:
    """Return the colour numbers of several agents; the run's cast is read once."""
    numbers = run.town.cast.agent_numbers
    return {agent: (numbers.get(agent, 0) - 1) % COLOURS for agent in agents}


def person_of(run: Run, agent: AgentId) -> Persona:
    """Return the persona of an agent in the log; for a visitor, who has none, one with a face and the
    name.
    """
    if is_visitor(agent):
        return Persona(id=agent, name=run.town.cast.names[agent], emoji="🧳", home="")
    return run.scenario.persona(agent)


def role_words(agent: AgentId) -> str:
    """Return the words after the name of a visitor; "" for agents of the town."""
    return tr(", a visitor") if is_visitor(agent) else ""


def label_of(persona: Persona) -> str:
    """Return a person for a label: emoji and name, escaped for Markdown."""
    return f"{escape_md(persona.emoji)} {escape_md(shorten(persona.name, 40))}"


def agent_picker(run: Run, *, key: str, label: str = "") -> AgentId | None:
    """Draw the choice of the agent a page is about, kept from page to page; return the agent.

    Each page has a `key` of its own: Streamlit forgets a widget that another page has too.
    """
    people = run.town.cast.personas
    return turn_through(
        label or tr("Who"),
        {agent: option_of(persona) for agent, persona in people.items()},
        session.agent(),
        key=f"{key}-who-{run.number}",
        on_choice=session.choose_agent,
        of="people",
    )


def option_of(persona: Persona) -> str:
    """Return a person for a select box, which shows every letter as it is."""
    return f"{persona.emoji} {shorten(persona.name, 40)}"


def whom_they_know(run: Run, agent: AgentId) -> str:
    """Return the name of the person an agent is closest to as written, else of another, else of the town."""
    bonds = sorted(run.scenario.persona(agent).bonds, key=lambda bond: -bond.closeness)
    others = [bond.other for bond in bonds] + [one.id for one in run.scenario.personas if one.id != agent]
    return run.town.cast.names[others[0]] if others else run.scenario.town
