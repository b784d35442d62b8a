"""Fields whose content is in the address line, so that a link opens the page as it was left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import streamlit as st

from engine.records import AgentId, Persona
from studio import session
from studio.basics.people import option_of
from studio.catalogue.tr import tr


def linked_words(
    label: str, *, link: str, key: str, width: int, live: Literal[False, "400ms"] = False
) -> str:
    """Draw a search field, kept in the address line as `link`; return the words in it."""
    session.follow_widget(key, session.linked(link) or "", typed=True)
    said = st.text_input(
        label,
        session.linked(link) or "",
        key=key,
        placeholder=label,
        label_visibility="collapsed",
        icon=":material/search:",
        type="search",
        live=live,
        width=width,
    )
    session.note_widget(key, said)
    session.link(link, said.strip() or None)
    return said.strip()


def linked_person(people: Mapping[AgentId, Persona], *, link: str, key: str) -> AgentId | None:
    """Draw the choice of a person that narrows a list; return the agent, or None for everybody."""
    asked = session.linked(link)
    chosen = st.selectbox(
        tr("Person"),
        list(people),
        index=list(people).index(asked) if asked is not None and asked in people else None,
        format_func=lambda agent: option_of(people[agent]),
        placeholder=tr("Everyone"),
        label_visibility="collapsed",
        key=key,
        width=220,
    )
    session.link(link, chosen)
    return chosen
