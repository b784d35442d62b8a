"""Compare: the run looked at beside another: why they differ, from where on, whom it reached and in what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from engine.api.run import Beginning, Comparison, gist
from engine.api.workspace import Run
from engine.clock import moment_words
from engine.records import LogEntry
from studio import session
from studio.basics.select_box import select_box
from studio.basics.table import table
from studio.basics.text import escape_md, plain, shorten, story
from studio.comparing.apart_rows import (
    knowing_rows,
    memory_rows,
    plan_rows,
    tie_rows,
    where_rows,
)
from studio.comparing.both_papers import both_papers
from studio.comparing.lines_beside import lines_beside
from studio.comparing.reached_chart import reached_chart
from studio.comparing.sides import Sides
from studio.frame.empty import empty
from studio.frame.page import STAGE, in_plain_words
from studio.frame.sections import linked_section

_LONGEST = 60
_WHAT = {
    "scenario": "The scenario",
    "file": "The file",
    "seed": "The seed",
    "setting": "The setting",
    "model": "Who thinks",
    "author": "By the author’s hand,",
}


def compare(run: Run) -> None:
    """Draw the run looked at beside another one, which the address line keeps as `with`."""
    other = _chosen(run)
    if other is None:
        empty(
            "Fork this run at any moment and let the fork live on, or run the town once more: then the two "
            "can be laid side by side here.",
            title="There is nothing to compare with yet",
            action="Go to the stage",
            page=STAGE,
            icon=":material/compare_arrows:",
            key="nothing-beside",
        )
        return
    with in_plain_words():
        minute = min(run.at(session.minute()).minute, other.clock)
        _side_by_side(Sides(run, other), run.compare(other, minute))


def _chosen(run: Run) -> Run | None:
    """Return the other run: the one of the address line, else the parent, else the newest of this town."""
    rows = [row for row in session.workspace().runs.all() if row.number != run.number]
    of_town = [row for row in rows if row.scenario == run.row.scenario]
    if not rows:
        return None
    labels = {row.id: f"{shorten(row.name, _LONGEST)} · {row.id}" for row in (*reversed(of_town), *rows)}
    parent = next((row.id for row in rows if row.number == run.row.parent), "")
    asked = session.linked("with") or ""
    chosen = next(one for one in (asked, parent, *labels) if one in labels)
    select_box(
        "Beside",
        labels,
        chosen,
        key="compare-with",
        on_choice=lambda one: session.link("with", one),
        width=420,
    )
    return session.workspace().runs.find(chosen)


def _side_by_side(sides: Sides, found: Comparison) -> None:
    story(finding(sides, found), "large")
    _begun(sides, found.beginnings)
    if found.parting is None:
        return
    _parting(sides, found)
    reached_chart(sides, found)
    counts = {name: count(found) for name, (_, count, _) in _PARTS.items()}
    labels = {
        name: f"{label} · {counts[name]}" if counts[name] is not None else label
        for name, (label, _, _) in _PARTS.items()
    }
    part = linked_section("What to see of it", labels, key="compare-part", link="part")
    _PARTS[part][2](sides, found)


def finding(sides: Sides, found: Comparison) -> str:
    """Return what is to be seen first, in a sentence or two."""
    until = moment_words(found.minute)
    if found.parting is None:
        return f"Nothing in them differs until {until}: every row of the log is the same."
    shared = (
        f"They are one run until {moment_words(found.shared_until)}. "
        if found.shared_until
        else "They share no past. "
    )
    reached = [one for one in found.reached if one.since is not None]
    parting = moment_words(found.parting.minute)
    return (
        f"{shared}They differ from {parting} on, and by {until} that has reached {len(reached)} of "
        f"{len(found.reached)} people."
    )


def _begun(sides: Sides, begun: Sequence[Beginning]) -> None:
    if not begun:
        plain(
            "Nothing was otherwise from outside: the same town, seed, settings, and nothing by the author's "
            "hand. Only the answers of their models can have differed.",
            muted=True,
        )
        return
    st.markdown("**Otherwise from outside**")
    table(
        [
            {
                "what": f"{_WHAT[each.what]} {each.name}".strip(),
                sides.names[0]: each.one or "—",
                sides.names[1]: each.other or "—",
            }
            for each in begun
        ],
        alt="What was otherwise from outside in the two runs",
        key="compare-otherwise",
    )


def _parting(sides: Sides, found: Comparison) -> None:
    parting = found.parting
    if parting is None:
        return
    st.markdown(f"**Where they part: {moment_words(parting.minute)}**")
    for side, column, row in zip(
        (0, 1), st.columns(2, gap="medium"), (parting.one, parting.other), strict=True
    ):
        with column, st.container(border=True, key=f"parting-{side}"):
            st.caption(escape_md(sides.names[side]))
            plain(_told(row))
            sides.go_there(side, parting.minute, key="parting")


def _told(row: LogEntry | None) -> str:
    return "Nothing of it here." if row is None else shorten(gist(row), 300)


def _ties(sides: Sides, found: Comparison) -> None:
    _listed(lambda: tie_rows(sides, found), "Nobody stands otherwise to anybody.", "ties")


def _knowing(sides: Sides, found: Comparison) -> None:
    _listed(lambda: knowing_rows(sides, found), "The scenario has no facts to follow.", "knowing")


def _where(sides: Sides, found: Comparison) -> None:
    _listed(lambda: where_rows(sides, found), "Everybody is where they are in the other run.", "where")


def _plans(sides: Sides, found: Comparison) -> None:
    _listed(lambda: plan_rows(sides, found), "Everybody plans the same.", "plans")


def _insights(sides: Sides, found: Comparison) -> None:
    _listed(
        lambda: memory_rows(sides, found, "reflection"), "Everybody has concluded the same.", "conclusions"
    )


def _listed(rows: Callable[[], Sequence[Mapping[str, object]]], none: str, key: str) -> None:
    found = rows()
    if found:
        table(found, key=f"compare-{key}")
    else:
        plain(none, muted=True)


_PARTS: Mapping[str, tuple[str, Callable[[Comparison], int | None], Callable[[Sides, Comparison], None]]] = {
    "lines": ("What is said", lambda one: len(one.lines.one) + len(one.lines.other), lines_beside),
    "knowing": ("Who knows what", lambda one: sum(len(each.people) for each in one.knowing()), _knowing),
    "ties": ("Ties", lambda one: len(one.ties), _ties),
    "where": ("Who was elsewhere", lambda one: len(one.whereabouts), _where),
    "conclusions": (
        "Conclusions",
        lambda one: len(one.memories("reflection").one) + len(one.memories("reflection").other),
        _insights,
    ),
    "plans": ("Plans", lambda one: len(one.plans.one) + len(one.plans.other), _plans),
    "papers": ("Both papers", lambda one: None, both_papers),
}
