"""As whom one asks: nobody in particular, a stranger, a reporter, one of the town, or somebody in words."""

from __future__ import annotations

import streamlit as st

from engine.api.workspace import Run
from engine.records import AgentId
from studio.basics.people import option_of
from studio.basics.text import shorten
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_NOBODY = marked("Nobody in particular")
_OUTSIDERS = (marked("a stranger"), marked("a reporter"))


def asker_box(run: Run, agent: AgentId) -> str:
    """Let it be chosen as whom somebody is asked; empty as nobody in particular."""
    people = {one: persona for one, persona in run.town.cast.personas.items() if one != agent}
    chosen = st.selectbox(
        tr("Ask as"),
        ["", *_OUTSIDERS, *people],
        format_func=lambda one: option_of(people[one]) if one in people else _said(one) or tr(_NOBODY),
        accept_new_options=True,
        key=f"ask-as-{run.number}-{agent}",
        width=300,
        help=tr(
            "Write who asks to describe somebody, as in: the inspector of taxes. Secrets are kept from who "
            "is not to know them; a friend hears more than a stranger."
        ),
    )
    if chosen and chosen not in people and not chosen.isspace() and " " not in chosen.strip():
        return _called(chosen.strip())  # a baker: of the town is who is chosen from the list
    return chosen or ""


def _called(word: str) -> str:
    """Return a calling as somebody is told it: it goes to the town, whatever language the reader's is."""
    return f"a {word}" if word.isascii() else word


def asker_words(run: Run, asked_by: str) -> str:
    """Return as whom a question was asked, as it stands beside it."""
    return shorten(run.town.cast.names.get(asked_by) or _said(asked_by), 60)


def _said(asked_by: str) -> str:
    """Return who asks in the reader's language, where that is one of those offered."""
    return tr(asked_by) if asked_by in _OUTSIDERS else asked_by
