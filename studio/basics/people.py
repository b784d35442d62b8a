"""People as they appear everywhere: an emoji on a disc in their colour, with the name under it."""

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
    """One person: the portrait, the name, and a note below it."""
    below = f'<span class="tw-note">{shown(shorten(note, 90))}</span>' if note else ""
    st.html(
        f'<div class="tw-person tw-{size}">{disc(persona, colour)}'
        f'<span class="tw-called">{shown(shorten(persona.name, 60))}</span>{below}</div>'
    )


def faces(people: Iterable[tuple[Persona, int]], *, most: int = 12) -> None:
    """A row of small portraits, each with its name for those who point at it or listen."""
    rows = list(people)
    more = f'<span class="tw-more">+{len(rows) - most}</span>' if len(rows) > most else ""
    st.html(f'<div class="tw-faces">{"".join(disc(*row) for row in rows[:most])}{more}</div>')


def disc(persona: Persona, colour: int) -> str:
    """Return the portrait itself, as HTML."""
    name = shown(shorten(persona.name, 60))
    return (
        f'<span class="tw-disc tw-c{colour % COLOURS}" role="img" aria-label="{name}" title="{name}">'
        f"{shown(persona.emoji)}</span>"
    )


def colour_of(run: Run, agent: AgentId) -> int:
    """Return the number of an agent's colour: the same on every page."""
    return colours_of(run, [agent])[agent]


def colours_of(run: Run, agents: Iterable[AgentId]) -> Mapping[AgentId, int]:
    """Return the numbers of several agents' colours: the run is asked for its people once."""
    numbers = run.town.cast.agent_numbers
    return {agent: (numbers.get(agent, 0) - 1) % COLOURS for agent in agents}


def person_of(run: Run, agent: AgentId) -> Persona:
    """Return the persona of somebody who is named in the log; of a visitor, who has none, a face and the
    name.
    """
    if is_visitor(agent):
        return Persona(id=agent, name=run.town.cast.names[agent], emoji="🧳", home="")
    return run.scenario.persona(agent)


def role_words(agent: AgentId) -> str:
    """Return what is said behind the name of who is none of the town; nothing of the others."""
    return tr(", a visitor") if is_visitor(agent) else ""


def label_of(persona: Persona) -> str:
    """Return a person in a label: emoji and name, with nothing in it that a label would read as markup."""
    return f"{escape_md(persona.emoji)} {escape_md(shorten(persona.name, 40))}"


def agent_picker(run: Run, *, key: str, label: str = "") -> AgentId | None:
    """Choose whom the page is about; the choice goes with the person from page to page.

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
    """Return a person in a box to choose from, which shows every letter as it stands."""
    return f"{persona.emoji} {shorten(persona.name, 40)}"


def whom_they_know(run: Run, agent: AgentId) -> str:
    """Name whom somebody is closest to as the author wrote it, else another of the town, else the town."""
    bonds = sorted(run.scenario.persona(agent).bonds, key=lambda bond: -bond.closeness)
    others = [bond.other for bond in bonds] + [one.id for one in run.scenario.personas if one.id != agent]
    return run.town.cast.names[others[0]] if others else run.scenario.town
