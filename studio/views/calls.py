"""Calls: every prompt that was put to the model, and every answer."""

from __future__ import annotations

import streamlit as st

from engine.town import Run
from studio import session
from studio.components.call_list import call_detail, call_rows, health_rows, total_rows
from studio.components.caps import spent_words
from studio.components.fold import fold
from studio.components.page import in_plain_words, open_page, the_run
from studio.components.reasons import name_of, purpose_words
from studio.components.table import table
from studio.components.text import escape_md, plain, shorten
from studio.components.why import why_panel

A_PAGE = 50


def page(run: Run) -> None:
    agent, purpose = _filters(run)
    at = session.moment()
    total = run.calls(agent=agent, purpose=purpose, at=at, limit=0).total
    if not total:
        plain("No call fits. Let go of a filter, or look at a later moment.", muted=True)
        return
    pages = -(-total // A_PAGE)
    with st.container(horizontal=True, vertical_alignment="center"):
        plain(
            f"{total:,} {'call' if total == 1 else 'calls'}, newest first. Choose a row to read it.",
            muted=True,
        )
        number = (
            st.pagination(pages, key=f"calls-page-{run.number}-{agent}-{purpose}-{pages}") if pages > 1 else 1
        )
    calls = run.calls(agent=agent, purpose=purpose, at=at, offset=(number - 1) * A_PAGE, limit=A_PAGE).items
    picked = st.dataframe(
        call_rows(run, calls, run.asked(calls)),
        key=f"calls-{run.number}-{agent}-{purpose}-{number}-{total}",
        hide_index=True,
        height=360,
        on_select="rerun",
        selection_mode="single-row",
        alt=f"Table of {len(calls)} calls with time, person, purpose, model and length",
    )
    rows = picked["selection"]["rows"]
    with in_plain_words():
        if rows:
            call_detail(run, calls[rows[0]])
        whose = f"of {shorten(name_of(run, agent), 40)}" if agent else "of everybody"
        fold(
            f"What the calls {escape_md(whose)} come to",
            lambda: table(total_rows(run.call_totals(agent=agent, at=at)), alt="Calls in total, by purpose"),
            key="calls-total",
            icon=":material/functions:",
        )
        if days := run.health():
            plain(f"This run has taken {spent_words(run.spent())}.", muted=True)
            table(health_rows(days), alt="How the calls of each day went")


def _filters(run: Run) -> tuple[str | None, str | None]:
    agents, purposes = run.call_filters()
    who, what = st.columns(2)
    with who:
        agent = st.selectbox(
            "Who was asked",
            agents,
            index=None,
            placeholder="Everybody",
            format_func=lambda one: shorten(name_of(run, one), 60),
            key=f"calls-agent-{run.number}",
        )
    with what:
        purpose = st.selectbox(
            "To do what",
            purposes,
            index=None,
            placeholder="Anything",
            format_func=lambda one: purpose_words(one).capitalize(),
            key=f"calls-purpose-{run.number}",
        )
    return agent, purpose


open_page("Calls", lead="Every prompt that was put to the model, and every answer it gave.")
here = the_run()
page(here)
why_panel(here)
