"""Unanswered: what servers were asked that no list of calls has, since nothing came of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.workspace import Run
from engine.clock import moment_words
from studio.basics.lazy_expander import lazy_expander
from studio.basics.text import escape_md, plain, shorten, time_words
from studio.frame.page import complain
from studio.why.reasons import name_of, purpose_words
from studio.why.why import prompt_text

if TYPE_CHECKING:
    from engine.api.models import AskedRow

MOST = 20


def unanswered_requests(run: Run) -> None:
    """The latest of it, folded; nothing when every question was answered."""
    found = run.unanswered(limit=MOST)
    if found.total:
        lazy_expander(
            f"Unanswered ({found.total:,})",
            partial(_rows, run, found.items, found.total),
            key="calls-failed",
            icon=":material/phone_missed:",
        )


def _rows(run: Run, rows: tuple[AskedRow, ...], total: int) -> None:
    latest = f"The latest {len(rows)} of {total:,}. " if total > len(rows) else ""
    plain(
        f"{latest}An outage pauses the day, and what it broke off is asked again when the day goes on. "
        "Failed questions of a chat are here too.",
        muted=True,
        small=True,
    )
    for row in rows:
        _row(run, row)


def _row(run: Run, row: AskedRow) -> None:
    who = escape_md(shorten(name_of(run, row.agent), 40))
    st.markdown(f"**{who}** was asked to {purpose_words(row.purpose)}, {moment_words(row.minute)}")
    complain(row.fault)
    plain(took_words(row), muted=True, small=True)
    if row.said:
        lazy_expander(
            "What was said, word for word", partial(prompt_text, row.said, height=240),
            key=f"failed-said-{row.number}", icon=":material/format_quote:",
        )  # fmt: skip


def took_words(row: AskedRow) -> str:
    """Return when it was asked of which profile, and what that took: `2 March 2026, 10:04 · big · 4
    requests`.
    """
    requests = "1 request" if row.attempts == 1 else f"{row.attempts} requests"
    tokens = row.tokens_in + row.tokens_out
    took = f"{tokens:,} tokens" if tokens else ""
    parts = (time_words(row.created), f"profile {row.profile}", requests, f"{row.seconds:.2f} s", took)
    return " · ".join(filter(None, parts))
