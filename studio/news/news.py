"""News: who knows a fact, since when, from whom and in which words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.run import News, Spread
from engine.api.workspace import Run
from engine.notebook.editing import Piece
from studio import session
from studio.basics.table import table_twin
from studio.basics.text import plain, shorten, story
from studio.basics.turning import turn_through
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.empty import empty
from studio.frame.head import open_page
from studio.frame.into_notebook import into_notebook
from studio.frame.linked_fields import linked_words
from studio.frame.page import STAGE, the_run
from studio.frame.sections import linked_section
from studio.news.reach import reach_chart
from studio.news.spread_words import finding, knowing_rows, silence_rows, telling_rows
from studio.news.telling_tree import telling_tree
from studio.news.who_knows import silences, tellings, who_knows
from studio.stage.transcript import transcript
from studio.why.why import why_panel
from studio.words.explained import explained

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

LONGEST_LABEL = 64
_SECTIONS: Mapping[str, tuple[str, Callable[[Run, Spread], None]]] = {
    "knows": (marked("Who knows"), who_knows),
    "tellings": (marked("Every telling"), tellings),
    "silences": (marked("Kept silent"), silences),
}
_TWINS = {"knows": knowing_rows, "tellings": telling_rows, "silences": silence_rows}


def page(run: Run, bar: DeltaGenerator) -> None:
    """Draw the page of a run."""
    story_now = run.story(session.minute())
    listed = story_now.news
    with bar:
        chosen = _choose(run, listed)
    said = _words()
    if not listed and not said:
        empty(
            tr(
                "The scenario has no facts to follow, and nobody has passed anything on yet. Run "
                "another day, or type any words above."
            ),
            title=tr("No news yet"),
            action=tr("Go to Stage"),
            page=STAGE,
            icon=":material/campaign:",
            key="no-news",
        )
        return
    _followed(run, story_now.follow(said or chosen))


def _choose(run: Run, listed: Sequence[News]) -> str:
    """Draw the choice of news in the bar, and return its id, by default the first."""
    labels = {one.id: _label(one) for one in listed}
    asked = session.linked("news")
    current = asked if asked in labels else next(iter(labels), "")
    if labels:
        chosen = turn_through(
            tr("News"),
            labels,
            current,
            key=f"news-{run.number}",
            on_choice=_chosen,
            placeholder=tr("Choose what to follow"),
        )
        return chosen or current
    return current


def _chosen(news: str) -> None:
    session.link("news", news)
    session.link("words", None)


def _label(one: News) -> str:
    sign = "★ " if one.kind == "fact" else ""
    return f"{sign}{shorten(one.text, LONGEST_LABEL)}"


def _words() -> str:
    """Draw the field for free words to follow instead, and return them."""
    label = tr("Or follow any words, such as “lantern party”")
    return linked_words(label, link="words", key="news-words", width=420)


def _followed(run: Run, spread: Spread) -> None:
    story(spread.news.text, "large")
    explained(finding(run, spread))
    if not spread.knowing:
        plain(tr("Nobody has mentioned or noticed it yet."), muted=True)
        return
    tree, reach = st.columns([3, 2], gap="medium")
    with tree:
        telling_tree(run, spread)
    with reach:
        reach_chart(run, spread)
    if spread.news.kind != "words":  # a chart names what it is of
        into_notebook(run, lambda: _piece(run, spread), key=f"news-{run.number}")
    labels = {name: _label_of(name, spread) for name in _SECTIONS}
    section = linked_section(tr("View"), labels, key=f"news-section-{run.number}")
    _SECTIONS[section][1](run, spread)
    table_twin(lambda: _TWINS[section](run, spread), key=f"news-{section}")


def _piece(run: Run, spread: Spread) -> Piece:
    values = {"plot": "diffusion", "of": spread.news.id}
    title = shorten(spread.news.text, LONGEST_LABEL)
    return Piece(kind="chart", values=values, title=title, minute=run.at(session.minute()).minute)


def _label_of(name: str, spread: Spread) -> str:
    counts = {
        "knows": len(spread.knowing),
        "tellings": len(spread.tellings),
        "silences": len(spread.silences),
    }
    return f"{tr(_SECTIONS[name][0])} · {counts[name]}"


def main() -> None:
    """Draw the page of the run that is looked at."""
    own_bar = open_page(
        marked("News"),
        lead=tr("The news of the town: who knows it, from whom, and in which words."),
        words=("news", "telling", "reach"),
    )
    here = the_run()
    page(here, own_bar)
    transcript(here)
    why_panel(here)


main()
