"""Questions from a form: what to ask, and about whom, which event or which hour.

The rehearsal model reads questions by rules, and may misread free ones. It understands each of these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from engine.api.talk import questions_about
from engine.api.workspace import Run
from engine.clock import clock_words
from engine.records import AgentId, Intention
from studio import session
from studio.basics.people import option_of
from studio.basics.text import plain, shorten
from studio.catalogue.tr import tr

_GAP = "…"
_GAPS = ("other", "event", "clock")
_EVERY_HALF_HOUR = range(6 * 60, 24 * 60, 30)
_NOON = 12 * 60


def ask_about(run: Run, agent: AgentId, asked: int) -> str | None:
    """Draw the form, and return its question when it is asked.

    `asked` is the number of questions asked so far: the form closes with each.
    """
    key = f"ask-about-{run.number}-{agent}-{asked}"
    with st.popover(tr("Choose a question"), icon=":material/contact_support:", type="tertiary", key=key):
        events = events_of(run)
        lacks = {"{event}"} if not events else set()
        lacks |= {"{other}"} if len(run.town.cast.personas) < 2 else set()
        texts = {
            kind: text
            for kind, text in questions_about(run.scenario.language).items()
            if not any(gap in text for gap in lacks)
        }
        labels = {kind: text.format(**dict.fromkeys(_GAPS, _GAP)) for kind, text in texts.items()}
        kind = st.selectbox(tr("Question"), list(labels), format_func=labels.__getitem__, key=f"{key}-kind")
        question = texts[kind].format(**_filled(run, agent, texts[kind], events, key))
        plain(question)
        if st.button(tr("Ask"), key=f"{key}-go", type="primary"):
            return question
    return None


def events_of(run: Run) -> Sequence[str]:
    """Return the events that are held or planned, as the town calls them in a sentence."""
    planned = (event.what for event in run.scenario.events)
    log = run.at(session.minute()).log
    held = (row.what for row in log.rows(Intention, where={"kind": "occasion"}))
    the = run.town.phrases.the
    return tuple(dict.fromkeys(shorten(the(what), 80) for what in (*held, *planned) if what))


def _filled(run: Run, agent: AgentId, text: str, events: Sequence[str], key: str) -> Mapping[str, str]:
    """Draw a field for each gap of a question, and return what fills it."""
    values = {}
    if "{other}" in text:
        people = {one: persona for one, persona in run.town.cast.personas.items() if one != agent}
        names = {one: option_of(persona) for one, persona in people.items()}
        other = st.selectbox(tr("Person"), list(names), format_func=names.__getitem__, key=f"{key}-other")
        values["other"] = people[other].name if other else _GAP
    if "{event}" in text:
        values["event"] = st.selectbox(tr("Event"), events, key=f"{key}-event") or _GAP
    if "{clock}" in text:
        hours = {minute: clock_words(minute) for minute in _EVERY_HALF_HOUR}
        noon = list(hours).index(_NOON)
        minute = st.selectbox(
            tr("Time"), list(hours), index=noon, format_func=hours.__getitem__, key=f"{key}-clock"
        )
        values["clock"] = hours[minute]
    return values
