"""Lists of a piece of news: who knows it, every telling of it, and who was not told by somebody who knew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import streamlit as st

from engine.api.run import Distortion, Knowing, Silence, Spread, Telling
from engine.api.workspace import Run
from engine.clock import moment_words
from engine.records import AgentId
from studio.basics.people import colour_of, disc, faces
from studio.basics.rooms import place_words
from studio.basics.text import escape_md, shorten, story
from studio.news.spread_words import changes_words, how_words
from studio.why.memory_card import why_button

T = TypeVar("T", Knowing, Telling, Silence)

A_PAGE = 30


def who_knows(run: Run, spread: Spread) -> None:
    """List who knows, in the order in which they came to know, and in the end who does not."""
    names = run.town.cast.names
    for one in _page(spread.knowing, "knows"):
        telling = spread.by_telling.get(one.id) if one.how == "told" else None
        how = ", ".join(filter(None, (how_words(one, names), _since(one))))
        with _row(run, one.agent, f"knows-{one.agent}", one.id, names[one.agent], how):
            story(one.words)
            _changes(telling.distortions if telling else ())
    if spread.unaware:
        st.caption("Have not heard of it: " + escape_md(", ".join(names[agent] for agent in spread.unaware)))
        faces([(run.scenario.persona(agent), colour_of(run, agent)) for agent in spread.unaware], most=25)


def tellings(run: Run, spread: Spread) -> None:
    """List every line that tells it or speaks of it, in order."""
    names = run.town.cast.names
    if not spread.tellings:
        st.caption("Nobody has spoken of it by this moment.")
    for one in _page(spread.tellings, "tellings"):
        to = ", ".join(shorten(names[agent], 30) for agent in one.hearers)
        with _row(
            run, one.speaker, f"told-{one.id}", one.id, f"{names[one.speaker]} to {to}", _telling(one, run)
        ):
            story(one.words)
            _changes(one.distortions)


def silences(run: Run, spread: Spread) -> None:
    """List who knew, talked with somebody who did not, and said nothing of it."""
    names = run.town.cast.names
    if not spread.silences:
        st.caption("Whoever knew and talked with somebody who did not has told them.")
    for one in _page(spread.silences, "silences"):
        title = f"{names[one.knew]} did not tell {names[one.other]}"
        with _row(run, one.knew, f"silent-{one.knew}-{one.other}", one.id, title, _silence(one)):
            pass


def _page(rows: Sequence[T], name: str) -> Sequence[T]:
    pages = -(-len(rows) // A_PAGE)
    page = st.pagination(pages, key=f"news-page-{name}") if pages > 1 else 1
    return rows[(page - 1) * A_PAGE : page * A_PAGE]


@contextmanager
def _row(run: Run, agent: AgentId, key: str, row_id: int, title: str, about: str) -> Iterator[None]:
    """Draw a row about somebody: the portrait, a title, what goes with it, and the way to its reasons."""
    with st.container(horizontal=True, wrap=False, gap="small", width=760, key=f"row-{key}"):
        st.html(disc(run.scenario.persona(agent), colour_of(run, agent)), width="content")
        with st.container(gap=None, width="stretch"):
            st.markdown(f"**{escape_md(shorten(title, 120))}** :small[:gray[{escape_md(about)}]]")
            yield
        why_button(row_id, key=key, quiet=True)


def _since(one: Knowing) -> str:
    return "" if one.how == "scenario" else moment_words(one.minute)


def _telling(one: Telling, run: Run) -> str:
    new = [shorten(run.town.cast.names[agent], 30) for agent in one.new_to]
    news = f" · new to {', '.join(new)}" if new else ""
    return f"{moment_words(one.minute)} · {place_words(one.room)}{news}"


def _silence(one: Silence) -> str:
    times = "in their one talk" if one.talks == 1 else f"in {one.talks} talks, the last of them"
    return f"{times} {moment_words(one.minute)}"


def _changes(distortions: Sequence[Distortion]) -> None:
    changed, left_out = changes_words(distortions)
    if changed:
        st.markdown(f":small[:red[:material/difference: Changed: {escape_md(changed)}]]")
    if left_out:
        st.markdown(f":small[:gray[Left out: {escape_md(left_out)}]]")
