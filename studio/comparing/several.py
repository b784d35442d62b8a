"""Several runs of a town beside this one, a row for each."""

from __future__ import annotations

import streamlit as st

from engine.api.many.beside import Brief, brief, itself
from engine.api.run import Comparison
from engine.api.workspace import Run
from studio import session
from studio.basics.table import table
from studio.basics.text import plain, shorten
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded
from studio.comparing.counted_words import counted_words

MOST_BESIDE = 12
_LONGEST = 40


def several(run: Run, minute: int) -> None:
    """Draw a row for each chosen run of this town that has come as far as a minute."""
    others = _others(run)
    if len(others) < 2:
        plain(tr("This town has only one other run. Fork once more to compare three runs."))
        return
    labels = {other.row.id: f"{shorten(other.row.name, _LONGEST)} · {other.row.id}" for other in others}
    chosen = st.multiselect(
        tr("Runs to compare"),
        list(labels),
        default=list(labels)[:MOST_BESIDE],
        format_func=labels.__getitem__,
        max_selections=MOST_BESIDE,
        key=f"compare-several-{run.number}",
    )
    beside = [other for other in others if other.row.id in chosen]
    if not beside:
        plain(tr("Choose at least one run."), muted=True)
        return
    until = min(minute, *(other.clock for other in beside))
    found = [run.compare(other, until) for other in beside]
    plain(
        tr(
            "All runs are shown at {moment}, which each of them has reached.",
            moment=moment_words(until),
        ),
        muted=True,
    )
    table(several_rows(found), alt=tr("Several runs of this town, one row per run"), key="compare-several")


def several_rows(found: list[Comparison]) -> list[dict[str, object]]:
    """Return a row for this run, and one for each run beside it."""
    return [_row(itself(found[0])), *(_row(brief(one)) for one in found)]


def _row(one: Brief) -> dict[str, object]:
    return {
        tr("run"): one.name,
        tr("different setup"): tr_worded(one.otherwise) or "—",
        tr("first difference"): "—" if one.since is None else moment_words(one.since),
        tr("people affected"): "—"
        if one.since is None
        else tr("{n} of {all}", n=one.reached, all=one.people),
        **{counted_words(kind): count for kind, count in one.counts.items()},
        tr("facts known"): one.knowing,
    }


def _others(run: Run) -> list[Run]:
    runs = session.workspace().runs
    rows = [row for row in runs.all() if row.scenario == run.row.scenario and row.number != run.number]
    return [other for row in reversed(rows) if (other := runs.find(row.id)).is_founded]
