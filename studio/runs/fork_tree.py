"""The tree of forks: every run below its parent, with its differences from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from engine.api.run import Beginning, RunRow
from engine.api.runs import Taken
from engine.api.text import size_words
from engine.api.workspace import Run
from studio import session
from studio.basics.table import table_twin
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_in, tr_worded
from studio.comparing.two_fingerprints import ask_why, go_beside
from studio.frame.moment.moment_bar import model_words, state_words
from studio.models.caps import spent_words
from studio.runs.deleted_runs import delete_button, deleted_runs, just_deleted
from studio.runs.keeping_runs import archive_button, rename_field
from studio.runs.sharing import share_button

_MOST_SHOWN = 60
_INDENT = 28  # pixels a fork stands further in than what it is a fork of
_DEEPEST = 6
_MOST_DIFFERENCES = 3
_WHAT: Mapping[str, str] = {
    "scenario": marked("scenario"),
    "file": marked("file"),
    "seed": marked("seed"),
    "setting": marked("setting"),
    "model": marked("model"),
}
_SHORT = 8  # letters of a fingerprint that tell one run from another


@dataclass(frozen=True)
class Branch:
    """A run in the tree, with its depth."""

    row: RunRow
    depth: int


def fork_tree(run: Run) -> None:
    """Draw all runs of the workspace; those of the town looked at first."""
    just_deleted()
    archived = st.toggle(tr("Show archived runs"), key="runs-archived")
    rows = session.workspace().runs.all(archived=archived)
    branches = list(ordered(rows, run.row.scenario))
    for branch in branches[:_MOST_SHOWN]:
        _branch(run, branch)
    if len(branches) > _MOST_SHOWN:
        plain(tr("{n} older runs are listed only in the table.", n=len(branches) - _MOST_SHOWN), muted=True)
    table_twin(lambda: _table(branches, rows), key="runs")
    deleted_runs()


def ordered(rows: Sequence[RunRow], town: str) -> Iterator[Branch]:
    """Yield runs in tree order: newest first, each before its forks, those of a town before others."""
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


def _branch(run: Run, branch: Branch) -> None:
    row, is_here = branch.row, branch.row.number == run.number
    with st.container(horizontal=True, gap=None, key=f"branch-{row.number}"):
        if branch.depth:
            st.space(_INDENT * min(branch.depth, _DEEPEST))
        with st.container(border=True, gap=None, key=f"run-card-{row.number}"):
            mark = ":material/fork_right: " if branch.depth else ":material/play_circle: "
            st.markdown(f"{mark}**{escape_md(shorten(row.name, 60))}**{_badges(row, is_here=is_here)}")
            st.caption(escape_md(_about(row)))
            taken = session.workspace().runs.taken(row.number)
            st.caption(escape_md(_takes(row, taken)))
            for line in differences(row):
                plain(line, small=True)
            _buttons(run, row, taken.fingerprint, is_here=is_here)


def _badges(row: RunRow, *, is_here: bool) -> str:
    badges = [tr("current")] if is_here else []
    if row.hidden:
        badges.append(tr("archived"))
    return "".join(f" :gray-badge[{badge}]" for badge in badges)


def _about(row: RunRow) -> str:
    """Return the town, id, seed, model and state of a run on one line."""
    glance = session.workspace().runs.glance(row.number)
    parts = [row.scenario, row.id, tr("seed {seed}", seed=row.seed), model_words(row.model)]
    parts.append(moment_words(glance.clock) if glance.founded else tr("not started"))
    if glance.job:
        parts.append(state_words(glance.job).lower())
    return " · ".join(parts)


def _takes(row: RunRow, taken: Taken) -> str:
    """Return the resources of a run: disk space, and spending on served models."""
    parts = [_room(size_words(taken.disk) if taken.disk else "", shares=row.parent is not None)]
    if taken.spent.calls:
        parts.append(spent_words(taken.spent))
    return " · ".join(parts)


def _room(size: str, *, shares: bool) -> str:
    """Return the disk space of a run in words, maybe none (""), besides the part it `shares` with its
    parent.
    """
    if shares:
        if not size:
            return tr("only shared data")
        return tr("about {size}, plus shared data", size=size)
    return tr("about {size}", size=size) if size else tr("no stored data")


def differences(row: RunRow) -> list[str]:
    """Return the differences of a fork from its parent made from outside, in words; empty for other runs."""
    if row.parent is None:
        return []
    runs = session.workspace().runs
    deleted = any(one.number == row.parent for one in runs.deleted())
    mine, theirs = runs.find(row.number), runs.find(row.parent, deleted=deleted)
    name, moment = shorten(theirs.row.name, 40), moment_words(row.fork_minute or 0)
    parting = tr("Fork of {run} at {moment}", run=name, moment=moment)
    if deleted:
        parting = tr("Fork of {run} (deleted) at {moment}", run=name, moment=moment)
    if not mine.is_founded:
        return [parting]
    begun = theirs.compare(mine).beginnings
    told = [_told(one) for one in begun[:_MOST_DIFFERENCES]]
    if len(begun) > len(told):
        told.append(tr("and {n} more", n=len(begun) - len(told)))
    apart = tr("; ").join(told) or tr("no changes")
    return [tr("{parting}: {apart}", parting=parting, apart=apart)]


def _told(one: Beginning) -> str:
    if one.what == "author":
        other = tr_worded(one.other)
        return shorten(other or tr("without: {deed}", deed=tr_worded(one.one)), 120)
    if one.what == "town":
        name, apart = shorten(tr_worded(one.name), 120), f"{shorten(one.one, 60)} → {shorten(one.other, 60)}"
        return tr("{name}: {apart}", name=name, apart=apart) if one.one and one.other else name
    what, said = tr(_WHAT[one.what]), shorten(one.other or "—", 80)
    if not one.name:
        return tr("{what}: {said}", what=what, said=said)
    return tr("{what} {name}: {said}", what=what, name=one.name, said=said).replace("  ", " ")


def _buttons(run: Run, row: RunRow, fingerprint: str, *, is_here: bool) -> None:
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"run-does-{row.number}"
    ):
        if not is_here:
            st.button(
                tr("Open"),
                key=f"look-at-{row.number}",
                icon=":material/visibility:",
                type="tertiary",
                on_click=session.choose_run,
                args=(row.id,),
            )
            st.button(
                tr("Compare with current"),
                key=f"beside-{row.number}",
                icon=":material/compare_arrows:",
                type="tertiary",
                on_click=go_beside,
                args=(run.row.id, row.id),
            )
        if fingerprint:
            _fingerprint_button(run, row, fingerprint)
            share_button(row.id)
        rename_field(row)
        archive_button(row, is_here=is_here)
        delete_button(row)


def _fingerprint_button(run: Run, row: RunRow, fingerprint: str) -> None:
    """Draw a fingerprint, with a link to why it differs from that of the parent, or of the run looked at."""
    parent = next((one.id for one in session.workspace().runs.all() if one.number == row.parent), None)
    other = parent or (run.row.id if row.number != run.number else None)
    why = tr("See why this fingerprint differs from that of another run.")
    st.button(
        fingerprint[:_SHORT],
        key=f"fingerprint-{row.number}",
        icon=":material/fingerprint:",
        type="tertiary",
        help=f"{fingerprint}\n\n{why}",
        on_click=ask_why,
        args=(row.id, other),
    )


def _table(branches: Sequence[Branch], rows: Sequence[RunRow]) -> list[dict[str, object]]:
    """Return the runs as rows, under headings in the reader's language."""
    heads = (
        tr("run"), tr("name"), tr("town"), tr("original run"), tr_in("moment", "fork moment"), tr("seed"),
        tr("model"), tr_in("moment", "moment"), tr("disk space"), tr("tokens and cost"),
        tr("different setup"), tr("fingerprint"), tr("archived"),
    )  # fmt: skip
    return [dict(zip(heads, _row(branch, rows), strict=True)) for branch in branches]


def _row(branch: Branch, rows: Sequence[RunRow]) -> tuple[object, ...]:
    row = branch.row
    run = session.workspace().runs.find(row.number)
    taken = session.workspace().runs.taken(row.number)
    parent = next((one.id for one in rows if one.number == row.parent), "")
    return (
        row.id,
        row.name,
        row.scenario,
        parent,
        moment_words(row.fork_minute or 0) if row.fork_minute is not None else "",
        row.seed,
        model_words(row.model),
        moment_words(run.clock) if run.is_founded else tr("not started"),
        size_words(taken.disk),
        spent_words(taken.spent),
        tr("; ").join(differences(row)),
        taken.fingerprint,
        tr("yes") if row.hidden else "",
    )
