"""Caps: the most that a day of a town, a run, or the whole workspace may take; and what was taken so far."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.api.models import MEASURES, MILLION, SCOPES, Measure, Scope, Spent
from studio import session
from studio.basics.text import plain

_SCOPES: Mapping[Scope, str] = {"day": "A day of a town", "run": "A run", "workspace": "Everything"}
_MEASURES: Mapping[Measure, str] = {"calls": "Calls", "tokens": "Tokens", "money": "Money"}


def caps() -> None:
    """The caps as a table of fields, and what was spent."""
    workspace = session.workspace()
    st.subheader("Caps", anchor=False)
    plain(
        "A day pauses before a cap is passed, and goes on when it is raised. "
        "Chats count too. An empty field is no cap.",
        muted=True,
    )
    known = workspace.models.caps()
    with st.form("caps", border=False):
        wanted = _fields(known)
        kept = st.form_submit_button("Keep the caps", type="primary", key="caps-keep")
    if kept:
        for (scope, measure), most in wanted.items():
            if most != known.get((scope, measure)):
                workspace.models.set_cap(scope, measure, most)
        st.toast("The caps are kept.", icon=":material/check:")
    plain(f"Taken so far in this workspace: {spent_words(workspace.models.spent())}.", muted=True)


def _fields(known: Mapping[tuple[Scope, Measure], int]) -> dict[tuple[Scope, Measure], int | None]:
    wanted: dict[tuple[Scope, Measure], int | None] = {}
    for scope in SCOPES:
        columns = st.columns(3)
        for column, measure in zip(columns, MEASURES, strict=True):
            with column:
                wanted[scope, measure] = _field(scope, measure, known.get((scope, measure)))
    return wanted


def _field(scope: Scope, measure: Measure, most: int | None) -> int | None:
    label, key = f"{_SCOPES[scope]}: {_MEASURES[measure].lower()}", f"cap-{scope}-{measure}"
    if measure == "money":
        value = None if most is None else most / MILLION
        money = st.number_input(label, 0.0, None, value, step=0.5, key=key, placeholder="no cap")
        return None if money is None else round(money * MILLION)
    count = st.number_input(label, 0, None, most, step=1_000, key=key, placeholder="no cap")
    return None if count is None else int(count)


def spent_words(spent: Spent) -> str:
    """`120 requests, 84,000 tokens, 0.31 in money`, or `nothing`; never `0` for what has no price."""
    if not spent.calls:
        return "nothing"
    parts = [f"{spent.calls:,} {'request' if spent.calls == 1 else 'requests'}", f"{spent.tokens:,} tokens"]
    if spent.micros:
        parts.append(f"{spent.micros / MILLION:,.4f} in money")
    if spent.unpriced:
        parts.append(f"{spent.unpriced:,} tokens of unknown price")
    return ", ".join(parts)
