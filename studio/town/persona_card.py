"""One person as the author wrote them: who they are, their memories, their usual day."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from engine.api.talk import Phrases, phrases
from engine.clock import clock_words
from engine.records import Bond, Path, Persona, Scenario
from studio.basics.people import portrait
from studio.basics.rooms import place_words
from studio.basics.text import escape_md, plain, shorten, shown, signed, story
from studio.catalogue.lists import with_commas
from studio.catalogue.shared_words import status_name
from studio.catalogue.tr import tr


def persona_card(scenario: Scenario, persona: Persona, colour: int) -> None:
    """Draw the card."""
    with st.container(border=True):
        _head(persona, colour)
        if persona.currently:
            story(persona.currently)
        _seeds(persona)
        _routine(persona)
        _bonds(scenario, persona)
        _rest(scenario, persona)


def _head(persona: Persona, colour: int) -> None:
    parts = [f"{persona.age}", tr("lives at {place}", place=_place(persona.home))]
    if persona.work:
        parts.append(tr("works at {place}", place=_place(persona.work)))
    portrait(persona, colour, size="large", note=" · ".join(parts))
    if persona.traits:
        with st.container(horizontal=True, horizontal_alignment="center", gap="small"):
            for trait in persona.traits[:12]:
                st.badge(escape_md(shorten(trait, 40)), color="gray")


def _seeds(persona: Persona) -> None:
    _heading("spa", tr("First memories · {n}", n=len(persona.seed)))
    if not persona.seed:
        st.caption(tr("No memories yet. Add some under seed: in the text."))
        return
    _list(persona.seed)


def _heading(icon: str, text: str) -> None:
    st.markdown(f":material/{icon}: **{text}**")


def _list(texts: Iterable[str]) -> None:
    rows = "".join(f"<li>{shown(text)}</li>" for text in texts)
    st.html(f'<ul class="tw-story tw-small tw-list">{rows}</ul>')


def _place(path: Path) -> str:
    return path.partition("/")[0]


def _routine(persona: Persona) -> None:
    _heading("event_note", tr("Usual day"))
    moments = [
        (persona.wake, tr("wakes up"), persona.home),
        *((item.start, item.activity, item.place) for item in persona.routine),
        (persona.sleep, tr("goes to bed"), persona.home),
    ]
    rows = "".join(
        f"<li><time>{clock_words(start)}</time><span>{shown(activity)}"
        f'<span class="tw-where">{shown(place_words(place))}</span></span></li>'
        for start, activity, place in moments
    )
    st.html(f'<ol class="tw-day">{rows}</ol>')


def _bonds(scenario: Scenario, persona: Persona) -> None:
    if not persona.bonds:
        return
    _heading("hub", tr("People they know"))
    names = {other.id: f"{other.emoji} {other.name}" for other in scenario.personas}
    words = phrases(scenario.language)
    rows = "".join(_bond(bond, names.get(bond.other, bond.other), words) for bond in persona.bonds)
    st.html(f'<ul class="tw-bonds">{rows}</ul>')


def _bond(bond: Bond, name: str, words: Phrases) -> str:
    start, width = 50 + min(0.0, bond.closeness) * 50, abs(bond.closeness) * 50
    return (
        f'<li><b>{shown(name)}</b><span class="tw-kind">{shown(bond.kind)}</span>'
        f'<span class="tw-bar" aria-hidden="true"><i style="left:{start:.0f}%;width:{width:.0f}%"></i></span>'
        f'<span class="tw-close">{signed(bond.closeness)} {shown(words.feels(bond.closeness))}</span></li>'
    )


def _rest(scenario: Scenario, persona: Persona) -> None:
    if persona.register or persona.says:
        _heading("record_voice_over", tr("Voice"))
        if persona.register:
            plain(persona.register, muted=True)
        for words in persona.says:
            story(f"“{words}”", "small")
    told = [fact.text for fact in scenario.facts if persona.id in fact.known_by]
    if told:
        _heading("campaign", tr("News they know at the start"))
        _list(told)
    _heading("map", tr("Places they know"))
    plain(with_commas(dict.fromkeys(map(_place, persona.knows))) or tr("none"), muted=True)
    if persona.status:
        levels = [f"{status_name(name)} {level:g}" for name, level in persona.status.items()]
        plain(" · ".join(levels), muted=True, small=True)
