"""The role of the interviewer: nobody in particular, a stranger, a reporter, an agent, or a description."""

from __future__ import annotations

import streamlit as st

from engine.api.workspace import Run
from engine.records import AgentId
from studio.basics.people import option_of
from studio.basics.text import capital, shorten
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_NOBODY = marked("Nobody in particular")
_OUTSIDERS = (marked("a stranger"), marked("a reporter"))


def asker_box(run: Run, agent: AgentId) -> str:
    """Draw the choice of the role, and return it; "" for nobody in particular."""
    people = {one: persona for one, persona in run.town.cast.personas.items() if one != agent}
    chosen = st.selectbox(
        tr("Ask as"),
        ["", *_OUTSIDERS, *people],
        format_func=lambda one: (
            option_of(people[one]) if one in people else capital(_said(one)) or tr(_NOBODY)
        ),
        accept_new_options=True,
        key=f"ask-as-{run.number}-{agent}",
        width=300,
        help=tr(
            "You can also type a description, for example: the tax inspector. People keep secrets "
            "from those who are not supposed to know them, and tell a friend more than a stranger."
        ),
    )
    if chosen and chosen not in people and not chosen.isspace() and " " not in chosen.strip():
        return _called(chosen.strip())  # a baker: of the town is who is chosen from the list
    return chosen or ""


def _called(word: str) -> str:
    """Return a role as the agent is told it: in the town's language, whatever the reader's is."""
    return f"a {word}" if word.isascii() else word


def asker_words(run: Run, asked_by: str) -> str:
    """Return the role in which a question was asked, for the label beside it."""
    return shorten(run.town.cast.names.get(asked_by) or _said(asked_by), 60)


def _said(asked_by: str) -> str:
    """Return a role in the reader's language, if it is one of those offered."""
    return tr(asked_by) if asked_by in _OUTSIDERS else asked_by
