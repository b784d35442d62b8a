"""Calls: every prompt sent to the model, and every answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import streamlit as st

from engine.api.run import Log
from engine.api.workspace import Run
from engine.notebook.editing import Piece
from studio import session
from studio.basics.lazy_expander import lazy_expander
from studio.basics.table import Rows, download_table, table
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_n
from studio.frame.head import open_page
from studio.frame.into_notebook import into_notebook
from studio.frame.page import in_plain_words, the_run
from studio.models.call_list import call_detail, call_rows, health_rows, total_rows, ways_of
from studio.models.costs import costs
from studio.models.failed_calls import unanswered_requests
from studio.models.ways import way_words
from studio.why.reasons import name_of, purpose_words
from studio.why.why import why_panel

A_PAGE = 50


class Wanted(TypedDict):
    """The filters for calls; None for no filter."""

    agent: str | None
    purpose: str | None
    how: str | None


def page(run: Run) -> None:
    """Draw the page of a run."""
    log, wanted = run.at(session.minute()).log, _filters(run)
    total = log.calls(limit=0, **wanted).total
    if total:
        with in_plain_words():
            _list(run, log, wanted, total)
    else:
        plain(tr("No calls match. Remove a filter, or go to a later moment."), muted=True)
    unanswered_requests(run)
    if total:
        agent = wanted["agent"]
        whose = escape_md(shorten(name_of(run, agent), 40)) if agent else ""
        lazy_expander(
            tr("Total calls for {name}", name=whose) if agent else tr("Total calls for everyone"),
            lambda: table(
                total_rows(log.call_totals(agent=agent)),
                key="calls-in-total",
                alt=tr("Total calls by purpose"),
            ),
            key="calls-total",
            icon=":material/functions:",
        )
    if days := run.health():
        costs(run)
        plain(tr("Results of the calls by day:"), muted=True)
        table(health_rows(days), key="calls-of-days", alt=tr("Results of the calls by day"))


def _list(run: Run, log: Log, wanted: Wanted, total: int) -> None:
    pages = -(-total // A_PAGE)
    mark = "-".join([str(run.number), *map(str, wanted.values())])
    with st.container(horizontal=True, vertical_alignment="center"):
        plain(
            tr_n(
                "{n:,} call, newest first. Choose a row to read it.",
                "{n:,} calls, newest first. Choose a row to read it.",
                total,
            ),
            muted=True,
        )
        number = st.pagination(pages, key=f"calls-page-{mark}-{pages}") if pages > 1 else 1
        download_table(lambda: _all_rows(run, log, wanted, total), key=f"calls-{run.number}")
    calls = log.calls(offset=(number - 1) * A_PAGE, limit=A_PAGE, **wanted).items
    picked = st.dataframe(
        call_rows(run, calls, run.asked(calls)),
        key=f"calls-{mark}-{number}-{total}",
        hide_index=True,
        height=360,
        on_select="rerun",
        selection_mode="single-row",
        alt=tr("Table of {n} calls with time, person, purpose, model and length", n=len(calls)),
    )
    into_notebook(run, lambda: _piece(run, wanted), key=f"calls-{run.number}")
    if rows := picked["selection"]["rows"]:
        call_detail(run, calls[rows[0]])


def _piece(run: Run, wanted: Wanted) -> Piece:
    """Return the calls, of one person and purpose if they are chosen, as a cell of a notebook."""
    chosen = (("agent", wanted["agent"]), ("purpose", wanted["purpose"]))
    tests = ["{} = '{}'".format(column, value.replace("'", "''")) for column, value in chosen if value]
    where = f"WHERE {' AND '.join(tests)}\n" if tests else ""
    sql = f"SELECT day, agent, purpose, model, count(*) AS calls FROM call\n{where}GROUP BY 1, 2, 3, 4"
    minute = run.at(session.minute()).minute
    return Piece(kind="sql", body=f"{sql}\n", title=tr("Calls"), minute=minute)


def _all_rows(run: Run, log: Log, wanted: Wanted, total: int) -> Rows:
    calls = log.calls(limit=total, **wanted).items
    return call_rows(run, calls, run.asked(calls))


def _filters(run: Run) -> Wanted:
    agents, purposes = run.call_filters()
    ways = ways_of(run)
    with st.container(horizontal=True, gap="small", key="tw-filters"):
        agent = st.selectbox(
            tr("Person"),
            agents,
            index=None,
            placeholder=tr("All people"),
            format_func=lambda one: shorten(name_of(run, one), 60),
            key=f"calls-agent-{run.number}",
            label_visibility="collapsed",
        )
        purpose = st.selectbox(
            tr("Purpose of the call"),
            purposes,
            index=None,
            placeholder=tr("All purposes"),
            format_func=lambda one: purpose_words(one).capitalize(),
            key=f"calls-purpose-{run.number}",
            label_visibility="collapsed",
        )
        way = _way(run, ways) if ways else None
    return {"agent": agent, "purpose": purpose, "how": way}


def _way(run: Run, ways: Sequence[str]) -> str | None:
    return st.selectbox(
        tr("Result"),
        ways,
        index=None,
        placeholder=tr("All results"),
        format_func=way_words,
        key=f"calls-how-{run.number}",
        label_visibility="collapsed",
    )


def main() -> None:
    """Draw the page."""
    lead = tr("Every prompt sent to the model, and every answer it returned.")
    open_page(marked("Calls"), lead=lead, words=("call",))
    run = the_run()
    page(run)
    why_panel(run)


main()
