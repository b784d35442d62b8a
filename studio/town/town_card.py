"""A scenario at a glance: the town, its people, its news, and a small map."""

from __future__ import annotations

import datetime

import streamlit as st

from engine.records import Fact, Scenario
from studio.basics.people import COLOURS, faces
from studio.basics.text import plain, shorten, shown, story
from studio.catalogue.lists import with_commas
from studio.catalogue.moments import WEEKDAYS
from studio.catalogue.tr import tr
from studio.frame.towns import counts_words

MOST_PLOTS = 60


def town_emoji(scenario: Scenario) -> str:
    """Return the emoji of a town: that of its first place."""
    return scenario.places[0].emoji if scenario.places else "🏘️"


def cast_row(scenario: Scenario) -> None:
    """Draw the portraits of everybody."""
    faces([(persona, number % COLOURS) for number, persona in enumerate(scenario.personas)])


def mini_map(scenario: Scenario) -> None:
    """Draw the positions of the places, each as its emoji; the large map has more."""
    if not scenario.places:
        return
    xs = [place.x for place in scenario.places]
    ys = [place.y for place in scenario.places]
    plots = "".join(
        f'<span style="left:{_percent(place.x, xs)}%;top:{_percent(place.y, ys)}%" '
        f'title="{shown(place.name)}">{shown(place.emoji)}</span>'
        for place in scenario.places[:MOST_PLOTS]
    )
    named = with_commas(place.name for place in scenario.places[:MOST_PLOTS])
    label = shown(tr("Map of {town}: {places}", town=scenario.town, places=named))
    st.html(f'<div class="tw-mini" role="img" aria-label="{label}">{plots}</div>')


def town_card(scenario: Scenario) -> None:
    """Draw the town's file for readers."""
    st.html(
        f'<div class="tw-title"><span class="tw-big">{shown(town_emoji(scenario))}</span>'
        f"<span>{shown(shorten(scenario.town, 80))}</span></div>"
    )
    if scenario.summary:
        story(scenario.summary)
    begins, seed = tr("starts {date}", date=date_words(scenario.starts)), tr("seed {n}", n=scenario.seed)
    plain(" · ".join((counts_words(scenario), begins, seed)), muted=True)
    cast_row(scenario)
    if scenario.facts:
        news = tr("Facts")
        st.markdown(f"**{news}**")
    for fact in scenario.facts:
        _fact(scenario, fact)


def date_words(date: datetime.date) -> str:
    """Return a date in words, such as `Monday 2 March 2026`."""
    weekday = tr(WEEKDAYS[date.weekday()])
    return tr("{weekday} {date.day} {date:%B} {date.year}", weekday=weekday, date=date)


def _fact(scenario: Scenario, fact: Fact) -> None:
    names = {persona.id: persona.name for persona in scenario.personas}
    known = with_commas(names.get(agent, agent) for agent in fact.known_by) or tr("nobody yet")
    story(fact.text, "small")
    said = tr("{fact} · known by {people} at the start", fact=fact.id, people=known)
    plain(said, muted=True, small=True)


def _percent(value: float, values: list[float]) -> int:
    least, most = min(values), max(values)
    return round(8 + 84 * (value - least) / (most - least)) if most > least else 50
