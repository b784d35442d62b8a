"""A person's knowledge as day 1 begins, and their first day: rehearsed on request, free of charge."""

from __future__ import annotations

import streamlit as st

from engine.api.proposing.first_day import Acquaintance, FirstDay, first_day
from engine.clock import clock_words
from engine.errors import TownwrightError
from engine.records import AgentId, Scenario
from studio import session
from studio.basics.lazy_expander import lazy_expander
from studio.basics.rooms import place_words
from studio.basics.text import plain
from studio.catalogue.lists import with_commas
from studio.catalogue.tr import tr, tr_error
from studio.frame.page import complain

_MOST_MEMORIES = 12


def first_day_card(name: str, scenario: Scenario, agent: AgentId) -> None:
    """Draw the expander with a person's first day."""
    lazy_expander(
        tr("First day (rehearsal)"),
        lambda: _open(name, scenario, agent),
        key=f"first-day-{name}-{agent}",
        icon=":material/wb_twilight:",
    )


def _open(name: str, scenario: Scenario, agent: AgentId) -> None:
    of = (agent, hash(tuple(sorted(session.workspace().scenarios.drafts.files(name).items()))))
    kept: tuple[tuple[AgentId, int], FirstDay] | None = session.recalled(f"first-day-of-{name}", None)
    if kept is None or kept[0] != of:
        try:
            with st.spinner(tr("Rehearsing the first day…")):
                kept = (of, first_day(scenario, agent))
        except TownwrightError as error:
            complain(tr_error(error))
            return
        session.remember(f"first-day-of-{name}", kept)
    _draw(kept[1], len(scenario.personas))


def _draw(day: FirstDay, people: int) -> None:
    st.markdown(tr("**What they know when day 1 starts**"))
    plain(tr("Places: {places}", places=with_commas(day.places)))
    known = with_commas(map(_known, day.people))
    plain(tr("People: {people}", people=known) if known else tr("They know nobody."))
    for text in day.memories[:_MOST_MEMORIES]:
        plain(f"· {text}", small=True)
    if len(day.memories) > _MOST_MEMORIES:
        plain(tr("and {n} more memories", n=len(day.memories) - _MOST_MEMORIES), muted=True, small=True)
    st.markdown(tr("**How the day goes**"))
    for part in day.spent:
        said = tr(
            "{start}–{end}  {place}: {doing}",
            start=clock_words(part.start),
            end=clock_words(part.end),
            place=place_words(part.room),
            doing=tr("talks with {names}", names=with_commas(part.talks)) if part.talks else part.doing,
        )
        plain(said, small=True)
    note = tr("Simulated by the rehearsal model, free of charge. Nothing is stored.")
    if day.among < people:
        note = tr(
            "Simulated by the rehearsal model, free of charge. Nothing is stored. Only {n} "
            "people take part: this person and those most closely connected to them.",
            n=day.among,
        )
    plain(note, muted=True, small=True)


def _known(one: Acquaintance) -> str:
    return tr("{name} ({kind}, {closeness:+.1f})", name=one.name, kind=one.kind, closeness=one.closeness)
