"""Failed requests to servers that no list of calls contains, since nothing came of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.workspace import Run
from studio.basics.lazy_expander import lazy_expander
from studio.basics.text import escape_md, plain, shorten, time_words
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_n
from studio.frame.page import complain
from studio.why.reasons import name_of, purpose_words
from studio.why.why import prompt_text

if TYPE_CHECKING:
    from engine.api.models import AskedRow

MOST = 20


def unanswered_requests(run: Run) -> None:
    """Draw the latest of them in an expander; nothing if there are none."""
    found = run.unanswered(limit=MOST)
    if found.total:
        lazy_expander(
            tr("Unanswered ({n:,})", n=found.total),
            partial(_rows, run, found.items, found.total),
            key="calls-failed",
            icon=":material/phone_missed:",
        )


def _rows(run: Run, rows: tuple[AskedRow, ...], total: int) -> None:
    said = tr(
        "An outage pauses the day, and the interrupted question is asked again when the day "
        "continues. Failed chat questions are listed here too."
    )
    if total > len(rows):
        said = tr("Showing the latest {n} of {total:,}. {more}", n=len(rows), total=total, more=said)
    plain(said, muted=True, small=True)
    for row in rows:
        _row(run, row)


def _row(run: Run, row: AskedRow) -> None:
    who = escape_md(shorten(name_of(run, row.agent), 40))
    purpose, moment = purpose_words(row.purpose), moment_words(row.minute)
    st.markdown(tr("**{who}** was asked to {purpose}, {moment}", who=who, purpose=purpose, moment=moment))
    complain(row.fault)
    plain(took_words(row), muted=True, small=True)
    if row.said:
        lazy_expander(
            tr("Original text of the answer"), partial(prompt_text, row.said, height=240),
            key=f"failed-said-{row.number}", icon=":material/format_quote:",
        )  # fmt: skip


def took_words(row: AskedRow) -> str:
    """Return time, profile and cost of a request: `2 March 2026, 10:04 · big · 4 requests`."""
    tokens = row.tokens_in + row.tokens_out
    parts = (
        time_words(row.created),
        tr("profile {name}", name=row.profile),
        tr_n("{n} request", "{n} requests", row.attempts),
        tr("{seconds:.2f} s", seconds=row.seconds),
        tr("{tokens:,} tokens", tokens=tokens) if tokens else "",
    )
    return " · ".join(filter(None, parts))
