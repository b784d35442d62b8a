"""Interventions on a relation: set it, lock it, and unlock it."""

from __future__ import annotations

import streamlit as st

from engine.api.interventions import Done, LockTie, Tie, Undo
from engine.api.workspace import Run
from engine.records import AgentId, Relation
from studio.catalogue.tr import tr
from studio.interventions.at_once import do_now

_LONGEST_KIND = 60


def tie_hand(run: Run, who: AgentId, whom: AgentId, relation: Relation | None) -> None:
    """Draw the form that sets how an agent feels about another, from now on."""
    key = f"{who}-{whom}"
    with st.container(horizontal=True, gap="small", key=f"hand-of-{key}"):
        _set(run, who, whom, relation, key)
        if relation is not None:
            _lock(run, who, whom, key)


def _set(run: Run, who: AgentId, whom: AgentId, relation: Relation | None, key: str) -> None:
    place = st.popover(
        tr("Set relationship"),
        icon=":material/link:",
        type="tertiary",
        key=f"hand-tie-{key}",
        on_change="rerun",
    )
    if place.open:
        with place:
            _form(run, who, whom, relation, key)


def _form(run: Run, who: AgentId, whom: AgentId, relation: Relation | None, key: str) -> None:
    with st.form(f"tie-{key}", border=False):
        close = st.slider(
            tr("Closeness, from −1 to +1"),
            -1.0,
            1.0,
            round(relation.closeness, 2) if relation else 0.0,
            0.05,
            key=f"hand-close-{key}",
            width=320,
        )
        kind = st.text_input(
            tr("Kind of relationship (optional)"),
            relation.kind if relation else "",
            key=f"hand-kind-{key}",
            max_chars=_LONGEST_KIND,
            placeholder=tr("friend, sister, rival"),
        )
        go = st.form_submit_button(tr("Set"), key=f"hand-tie-go-{key}", type="primary")
    if go:
        do_now(
            run, Tie(agent=who, other=whom, closeness=f"{close:g}", kind=kind), tr("The relationship is set.")
        )


def _lock(run: Run, who: AgentId, whom: AgentId, key: str) -> None:
    by = _locked_by(run, who, whom)
    if by is not None:
        if st.button(tr("Unlock"), key=f"hand-unlock-{key}", icon=":material/lock:", type="tertiary"):
            do_now(run, Undo(entry=str(by.entry.id)), tr("The relationship is unlocked."))
        return
    pressed = st.button(
        tr("Lock"),
        key=f"hand-lock-{key}",
        icon=":material/lock_open:",
        type="tertiary",
        help=tr("Conversations no longer change the closeness or kind."),
    )
    if pressed:
        do_now(run, LockTie(agent=who, other=whom), tr("The relationship is locked."))


def _locked_by(run: Run, who: AgentId, whom: AgentId) -> Done | None:
    wanted = LockTie(agent=who, other=whom)
    return next((one for one in run.at().interventions if one.stands and one.what == wanted), None)
