"""Costs: the spending on a run's served models, by day, person, purpose or model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import streamlit as st

from engine.api.models import MILLION, Spent
from engine.api.workspace import Run
from studio.basics.table import table
from studio.basics.text import plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.models.caps import spent_words
from studio.why.reasons import name_of, purpose_words

By = Literal["day", "agent", "purpose", "model"]

_WAYS: Mapping[By, str] = {
    "day": marked("By day"),
    "agent": marked("By person"),
    "purpose": marked("By purpose"),
    "model": marked("By model"),
}


def costs(run: Run) -> None:
    """Draw the total spending on the run and the chats about it, and its parts."""
    plain(tr("This run has used {spent}.", spent=spent_words(run.spent())), muted=True)
    by: By = st.segmented_control(
        tr("Group by"), list(_WAYS), format_func=lambda way: tr(_WAYS[way]), default="day",
        required=True,
        key=f"calls-costs-{run.number}", label_visibility="collapsed",
    )  # fmt: skip
    parts = run.spent_by(by)
    table(
        [_row(_called(run, by, name), part) for name, part in parts.items()],
        key=f"costs-by-{by}",
        alt=tr("Usage and cost"),
    )


def _called(run: Run, by: By, name: str) -> str:
    if by == "agent":
        return shorten(name_of(run, name), 40)
    words = {
        "day": tr("day {day}", day=name),
        "purpose": purpose_words(name),
        "model": shorten(name, 60) or tr("no answer"),
    }
    return words[by]


def _row(name: str, part: Spent) -> dict[str, object]:
    """Return a row of spending; money only if the price is known: an unknown price is never called free."""
    money = f"{part.micros / MILLION:,.4f}" if not part.unpriced else tr("price unknown")
    if part.unpriced and part.micros:
        money = tr(
            "{money:,.4f} and {tokens:,} tokens without a price",
            money=part.micros / MILLION,
            tokens=part.unpriced,
        )
    return {
        tr("group"): name,
        tr("requests"): f"{part.calls:,}",
        tr("input tokens"): f"{part.tokens_in:,}",
        tr("output tokens"): f"{part.tokens_out:,}",
        tr("cost"): money,
    }
