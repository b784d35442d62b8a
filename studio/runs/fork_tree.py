"""The tree of forks: every run below the one it is a fork of, with what it has otherwise than that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from engine.api.run import Beginning, RunRow
from engine.api.workspace import Run
from engine.clock import moment_words
from studio import session
from studio.basics.table import table_twin
from studio.basics.text import escape_md, plain, shorten
from studio.frame.moment.moment_bar import model_words, state_words
from studio.runs.keeping_runs import archive_button, rename_field

_MOST_SHOWN = 60
_INDENT = 28  # pixels a fork stands further in than what it is a fork of
_DEEPEST = 6
_MOST_DIFFERENCES = 3


@dataclass(frozen=True)
class Branch:
    """A run in the tree: how deep it stands, and how it was found to stand."""

    row: RunRow
    depth: int


def fork_tree(run: Run) -> None:
    """Draw all runs of the workspace; those of the town looked at first."""
    archived = st.toggle("Show archived ones too", key="runs-archived")
    rows = session.workspace().runs.all(archived=archived)
    branches = list(ordered(rows, run.row.scenario))
    for branch in branches[:_MOST_SHOWN]:
        _branch(run, branch, rows)
    if len(branches) > _MOST_SHOWN:
        plain(f"And {len(branches) - _MOST_SHOWN} older ones: the table has all.", muted=True)
    table_twin(lambda: [_row(branch, rows) for branch in branches], key="runs")


def ordered(rows: Sequence[RunRow], town: str) -> Iterator[Branch]:
    """Yield runs as a tree is read: newest first, each before its forks, those of a town before others."""
    there = {row.number for row in rows}
    forks: dict[int, list[RunRow]] = {}
    roots = []
    for row in rows:
        if row.parent in there and row.parent is not None:
            forks.setdefault(row.parent, []).append(row)
        else:
            roots.append(row)
    for root in sorted(roots, key=lambda row: (row.scenario != town, -row.number)):
        yield from _below(Branch(root, 0), forks)


def _below(branch: Branch, forks: Mapping[int, list[RunRow]]) -> Iterator[Branch]:
    left = [branch]
    while left:
        one = left.pop()
        yield one
        left += [Branch(row, one.depth + 1) for row in reversed(forks.get(one.row.number, []))]


def _branch(run: Run, branch: Branch, rows: Sequence[RunRow]) -> None:
    row, is_here = branch.row, branch.row.number == run.number
    with st.container(horizontal=True, gap=None, key=f"branch-{row.number}"):
        if branch.depth:
            st.space(_INDENT * min(branch.depth, _DEEPEST))
        with st.container(border=True, gap=None, key=f"run-card-{row.number}"):
            mark = ":material/fork_right: " if branch.depth else ":material/play_circle: "
            here = " :gray-badge[looked at]" if is_here else ""
            away = " :gray-badge[archived]" if row.hidden else ""
            st.markdown(f"{mark}**{escape_md(shorten(row.name, 60))}**{here}{away}")
            st.caption(escape_md(_about(row)))
            for line in differences(row, rows):
                plain(line, small=True)
            _buttons(run, row, is_here=is_here)


def _about(row: RunRow) -> str:
    """Return where a run stands and what it took."""
    glance = session.workspace().runs.glance(row.number)
    parts = [row.scenario, row.id, f"seed {row.seed}", model_words(row.model)]
    parts.append(moment_words(glance.clock) if glance.founded else "not begun")
    if glance.job:
        parts.append(state_words(glance.job).lower())
    return " · ".join(parts)


def differences(row: RunRow, rows: Sequence[RunRow]) -> list[str]:
    """Return in words what a fork has otherwise from outside than its parent; nothing for other runs."""
    parent = next((one for one in rows if one.number == row.parent), None)
    if parent is None:
        return []
    runs = session.workspace().runs
    mine, theirs = runs.find(row.number), runs.find(parent.number)
    parting = f"From {shorten(parent.name, 40)} at {moment_words(row.fork_minute or 0)}"
    if not mine.is_founded:
        return [parting]
    begun = theirs.compare(mine).beginnings
    told = [_told(one) for one in begun[:_MOST_DIFFERENCES]]
    more = [f"and {len(begun) - len(told)} more"] if len(begun) > len(told) else []
    return [f"{parting}: {'; '.join([*told, *more]) or 'nothing otherwise from outside'}"]


def _told(one: Beginning) -> str:
    if one.what == "author":
        return shorten(one.other or f"without: {one.one}", 120)
    return f"{one.what} {one.name}: {shorten(one.other or '—', 80)}".replace("  ", " ")


def _buttons(run: Run, row: RunRow, *, is_here: bool) -> None:
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"run-does-{row.number}"
    ):
        if not is_here:
            st.button(
                "Look at it",
                key=f"look-at-{row.number}",
                icon=":material/visibility:",
                type="tertiary",
                on_click=session.choose_run,
                args=(row.id,),
            )
            st.button(
                "Beside the one looked at",
                key=f"beside-{row.number}",
                icon=":material/compare_arrows:",
                type="tertiary",
                on_click=_beside,
                args=(row.id,),
            )
        rename_field(row)
        archive_button(row, is_here=is_here)


def _beside(other: str) -> None:
    session.link("with", other)
    session.follow_widget("runs-section", "compare")


def _row(branch: Branch, rows: Sequence[RunRow]) -> dict[str, object]:
    row = branch.row
    run = session.workspace().runs.find(row.number)
    spent = run.spent()
    parent = next((one.id for one in rows if one.number == row.parent), "")
    return {
        "run": row.id,
        "name": row.name,
        "town": row.scenario,
        "fork of": parent,
        "from": moment_words(row.fork_minute or 0) if row.fork_minute is not None else "",
        "seed": row.seed,
        "thinks with": model_words(row.model),
        "at": moment_words(run.clock) if run.is_founded else "not begun",
        "calls": spent.calls,
        "otherwise": "; ".join(differences(row, rows)),
        "fingerprint": run.at().fingerprint if run.is_founded else "",
        "archived": "yes" if row.hidden else "",
    }
