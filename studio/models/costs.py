"""Costs: what the served models of a run took, by day, person, purpose or model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import streamlit as st

from engine.api.models import MILLION, Spent
from engine.api.workspace import Run
from studio.basics.table import table
from studio.basics.text import plain, shorten
from studio.models.caps import spent_words
from studio.why.reasons import name_of, purpose_words

By = Literal["day", "agent", "purpose", "model"]

_WAYS: Mapping[By, str] = {
    "day": "By day",
    "agent": "By person",
    "purpose": "By purpose",
    "model": "By model",
}


def costs(run: Run) -> None:
    """What the run and the chats about it took in all, and where it went."""
    plain(f"This run has taken {spent_words(run.spent())}.", muted=True)
    by: By = st.segmented_control(
        "Where it went", list(_WAYS), format_func=_WAYS.__getitem__, default="day", required=True,
        key=f"calls-costs-{run.number}", label_visibility="collapsed",
    )  # fmt: skip
    parts = run.spent_by(by)
    table(
        [_row(_called(run, by, name), part) for name, part in parts.items()],
        key=f"costs-by-{by}",
        alt="What was taken",
    )


def _called(run: Run, by: By, name: str) -> str:
    if by == "agent":
        return shorten(name_of(run, name), 40)
    words = {
        "day": f"day {name}",
        "purpose": purpose_words(name),
        "model": shorten(name, 60) or "none answered",
    }
    return words[by]


def _row(name: str, part: Spent) -> dict[str, object]:
    """Money only where a price is known: what has none is never called free."""
    money = f"{part.micros / MILLION:,.4f}" if not part.unpriced else "price unknown"
    if part.unpriced and part.micros:
        money = f"{part.micros / MILLION:,.4f} and {part.unpriced:,} tokens without a price"
    return {
        "what": name,
        "requests": f"{part.calls:,}",
        "tokens in": f"{part.tokens_in:,}",
        "tokens out": f"{part.tokens_out:,}",
        "money": money,
    }
