"""The closest and the most strained pairs, each with a link to the row behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from engine.api.workspace import Run
from engine.records import AgentId, Relation
from studio import session
from studio.basics.text import escape_md, plain, shorten, signed
from studio.catalogue.tr import tr
from studio.relationships.relationship_stats import Tie, coolest, warmest

MOST = 5
Felt = Mapping[tuple[AgentId, AgentId], Relation]


def closest(run: Run, ties: Sequence[Tie], felt: Felt) -> None:
    """Draw both lists side by side; a click on a pair explains its latest row."""
    warm, cool = st.columns(2, gap="medium")
    with warm:
        _pairs(run, tr("Closest:"), warmest(ties, MOST), felt, tr("No two people are close at this time."))
    with cool:
        _pairs(
            run,
            tr("Most strained:"),
            coolest(ties, MOST),
            felt,
            tr("No relationship is strained at this time."),
        )


def _pairs(run: Run, title: str, ties: Sequence[Tie], felt: Felt, none: str) -> None:
    town = run.town  # to ask for it costs a look into the store
    way = tr("See what led to this")
    st.markdown(f"**{title}**")
    if not ties:
        plain(none, muted=True, small=True)
    with st.container(gap="xxsmall"):
        for tie in ties:
            st.button(
                escape_md(pair_words(tie, town.cast.names, town.phrases.feels(tie.closeness))),
                key=f"pair-{tie.one}-{tie.other}",
                type="tertiary",
                help=way,
                on_click=session.explain,
                args=(latest_row(tie, felt).id,),
            )


def pair_words(tie: Tie, names: Mapping[AgentId, str], word: str) -> str:
    """Return a pair with its closeness, as a number and in a word."""
    return tr(
        "{one} and {other}: {closeness}, {word}",
        one=shorten(names[tie.one], 30),
        other=shorten(names[tie.other], 30),
        closeness=signed(tie.closeness, 2),
        word=word,
    )


def latest_row(tie: Tie, felt: Felt) -> Relation:
    """Return the latest relation row of a pair, in either direction."""
    ways = ((tie.one, tie.other), (tie.other, tie.one))
    return max((felt[way] for way in ways if way in felt), key=lambda row: row.id)
