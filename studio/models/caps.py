"""Caps: the most that a day of a town, a run, or the whole workspace may cost; and the spending so far."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.api.models import MEASURES, MILLION, SCOPES, Measure, Scope, Spent
from studio import session
from studio.basics.text import plain
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_n

_LABELS: Mapping[tuple[Scope, Measure], str] = {
    ("day", "calls"): marked("Calls per day"),
    ("day", "tokens"): marked("Tokens per day"),
    ("day", "money"): marked("Cost per day"),
    ("run", "calls"): marked("Calls per run"),
    ("run", "tokens"): marked("Tokens per run"),
    ("run", "money"): marked("Cost per run"),
    ("workspace", "calls"): marked("Calls per workspace"),
    ("workspace", "tokens"): marked("Tokens per workspace"),
    ("workspace", "money"): marked("Cost per workspace"),
}


def caps() -> None:
    """Draw the caps as a table of fields, and the spending."""
    workspace = session.workspace()
    st.subheader(tr("Spending caps"), anchor=False)
    plain(
        tr(
            "A day pauses before it exceeds a cap; raise the cap and resume the run to continue. "
            "Chats count too. Leave a field empty for no cap."
        ),
        muted=True,
    )
    known = workspace.models.caps()
    with st.form("caps", border=False):
        wanted = _fields(known)
        kept = st.form_submit_button(tr("Save caps"), type="primary", key="caps-keep")
    if kept:
        for (scope, measure), most in wanted.items():
            if most != known.get((scope, measure)):
                workspace.models.set_cap(scope, measure, most)
        st.toast(tr("Caps saved."), icon=":material/check:")
    spent = spent_words(workspace.models.spent())
    plain(tr("Used so far in this workspace: {spent}.", spent=spent), muted=True)


def _fields(known: Mapping[tuple[Scope, Measure], int]) -> dict[tuple[Scope, Measure], int | None]:
    wanted: dict[tuple[Scope, Measure], int | None] = {}
    for scope in SCOPES:
        columns = st.columns(3)
        for column, measure in zip(columns, MEASURES, strict=True):
            with column:
                wanted[scope, measure] = _field(scope, measure, known.get((scope, measure)))
    return wanted


def _field(scope: Scope, measure: Measure, most: int | None) -> int | None:
    label, key = tr(_LABELS[scope, measure]), f"cap-{scope}-{measure}"
    if measure == "money":
        value = None if most is None else most / MILLION
        money = st.number_input(label, 0.0, None, value, step=0.5, key=key, placeholder=tr("no cap"))
        return None if money is None else round(money * MILLION)
    count = st.number_input(label, 0, None, most, step=1_000, key=key, placeholder=tr("no cap"))
    return None if count is None else int(count)


def spent_words(spent: Spent) -> str:
    """Return spending in words, such as `120 requests, 84,000 tokens, 0.31 in money`, or `nothing`; never `0`
    if the price is unknown.
    """
    if not spent.calls:
        return tr("nothing")
    parts = [
        tr_n("{n:,} request", "{n:,} requests", spent.calls),
        tr("{tokens:,} tokens", tokens=spent.tokens),
    ]
    if spent.micros:
        parts.append(tr("cost {money:,.4f}", money=spent.micros / MILLION))
    if spent.unpriced:
        parts.append(tr("{tokens:,} tokens with an unknown price", tokens=spent.unpriced))
    return with_commas(parts)
