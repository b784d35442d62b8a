"""Lists of a piece of news: who knows it, every telling of it, and who was not told by somebody who knew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

import streamlit as st

from engine.api.run import Distortion, Knowing, Silence, Spread, Telling
from engine.api.workspace import Run
from engine.records import AgentId
from studio.basics.people import colour_of, disc, faces, person_of
from studio.basics.rooms import place_words
from studio.basics.text import escape_md, shorten, story
from studio.catalogue.lists import with_commas
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.news.spread_words import changes_words, how_words
from studio.stage.transcript import read_talk
from studio.why.memory_card import why_button

T = TypeVar("T", Knowing, Telling, Silence)

A_PAGE = 30


def who_knows(run: Run, spread: Spread) -> None:
    """Draw who knows, in the order in which they came to know, then who does not."""
    names = run.town.cast.names
    for one in _page(spread.knowing, "knows"):
        telling = spread.by_telling.get(one.id) if one.how == "told" else None
        how = _how(one, names)
        with _row(run, one.agent, f"knows-{one.agent}", one.id, names[one.agent], how):
            story(one.words)
            _changes(telling.distortions if telling else ())
    if spread.unaware:
        unaware = escape_md(with_commas(names[agent] for agent in spread.unaware))
        st.caption(tr("Have not heard of it: {names}", names=unaware))
        faces([(run.scenario.persona(agent), colour_of(run, agent)) for agent in spread.unaware], most=25)


def tellings(run: Run, spread: Spread) -> None:
    """Draw every line that tells or mentions it, in order."""
    names = run.town.cast.names
    if not spread.tellings:
        st.caption(tr("Nobody has mentioned it yet."))
    for one in _page(spread.tellings, "tellings"):
        to = with_commas(shorten(names[agent], 30) for agent in one.hearers)
        title = tr("{speaker} to {hearers}", speaker=names[one.speaker], hearers=to)
        with _row(run, one.speaker, f"told-{one.id}", one.id, title, _telling(one, run)):
            story(one.words)
            _changes(one.distortions)
            st.button(
                tr("Read the conversation"),
                key=f"read-{one.id}",
                icon=":material/forum:",
                type="tertiary",
                on_click=read_talk,
                args=(run, one.conversation),
            )


def silences(run: Run, spread: Spread) -> None:
    """Draw who knew, talked with somebody who did not, and did not mention it."""
    names = run.town.cast.names
    if not spread.silences:
        st.caption(tr("Everyone who knew it has told the people they talked with."))
    else:
        st.caption(
            tr(
                "People who knew it, talked with someone who did not, and said nothing about it. "
                "The other person may have heard it since."
            )
        )
    for one in _page(spread.silences, "silences"):
        title = tr("{one} did not tell {other}", one=names[one.knew], other=names[one.other])
        with _row(
            run, one.knew, f"silent-{one.knew}-{one.other}", one.id, title, _silence(one, spread.by_agent)
        ):
            pass


def _page(rows: Sequence[T], name: str) -> Sequence[T]:
    pages = -(-len(rows) // A_PAGE)
    page = st.pagination(pages, key=f"news-page-{name}") if pages > 1 else 1
    return rows[(page - 1) * A_PAGE : page * A_PAGE]


@contextmanager
def _row(run: Run, agent: AgentId, key: str, row_id: int, title: str, about: str) -> Iterator[None]:
    """Draw a row about a person: the portrait, a title, the content, and a link to its reasons."""
    with st.container(horizontal=True, wrap=False, gap="small", width=760, key=f"row-{key}"):
        st.html(disc(person_of(run, agent), colour_of(run, agent)), width="content")
        with st.container(gap=None, width="stretch"):
            st.markdown(f"**{escape_md(shorten(title, 120))}** :small[:gray[{escape_md(about)}]]")
            yield
        why_button(row_id, key=key, quiet=True)


def _how(one: Knowing, names: Mapping[AgentId, str]) -> str:
    how = how_words(one, names)
    return how if one.how == "scenario" else tr("{how}, {moment}", how=how, moment=moment_words(one.minute))


def _telling(one: Telling, run: Run) -> str:
    new = [shorten(run.town.cast.names[agent], 30) for agent in one.new_to]
    news = tr("new to {names}", names=with_commas(new)) if new else ""
    return " · ".join(filter(None, (moment_words(one.minute), place_words(one.room), news)))


def _silence(one: Silence, since: Mapping[AgentId, Knowing]) -> str:
    last = moment_words(one.minute)
    if one.talks == 1:
        times = tr("in one conversation, {moment}", moment=last)
    else:
        times = tr("in {n} conversations, most recently {moment}", n=one.talks, moment=last)
    heard = since.get(one.other)
    now = tr("has known it since {moment}", moment=moment_words(heard.minute)) if heard is not None else ""
    return " · ".join(filter(None, (times, now)))


def _changes(distortions: Sequence[Distortion]) -> None:
    changed, left_out = changes_words(distortions)
    if changed:
        told = tr("Changed: {details}", details=escape_md(changed))
        st.markdown(f":small[:red[:material/difference: {told}]]")
    if left_out:
        told = tr("Left out: {details}", details=escape_md(left_out))
        st.markdown(f":small[:gray[{told}]]")
