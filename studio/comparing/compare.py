"""Compare: this run beside another: why they differ, from which moment, whom that reached and how."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from engine.api.many.beside import parting_words
from engine.api.run import FACULTIES, Beginning, Comparison, OnlyHere, RunRow
from engine.api.workspace import Run
from engine.notebook.editing import Piece
from engine.records import Intervened, LogEntry, Memory, MemoryKind
from studio import session
from studio.basics.lazy_expander import lazy_expander
from studio.basics.select_box import select_box
from studio.basics.table import table
from studio.basics.text import escape_md, plain, shorten, story
from studio.catalogue.lists import sentences
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded
from studio.comparing.apart_rows import (
    knowing_rows,
    memory_rows,
    plan_rows,
    tie_rows,
    where_rows,
)
from studio.comparing.both_papers import both_papers
from studio.comparing.counted_words import counted_words
from studio.comparing.lines_beside import lines_beside
from studio.comparing.reached_chart import reached_chart
from studio.comparing.several import several
from studio.comparing.sides import Sides
from studio.frame.empty import empty
from studio.frame.into_notebook import into_notebook
from studio.frame.page import STAGE, in_plain_words
from studio.frame.sections import linked_section

_LONGEST = 60
_MOST_TOLD = 240  # letters of what is otherwise; whoever takes the table away has it whole
_REMEMBERED: tuple[MemoryKind, ...] = (
    "whisper",
    "talk",
    "observation",
)  # conclusions are apart
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_WHAT = {
    "scenario": marked("The scenario"),
    "file": marked("The file {name}"),
    "town": marked("Town: {name}"),
    "seed": marked("The seed"),
    "setting": marked("The setting {name}"),
    "model": marked("The model"),
    "author": marked("Intervention at {name}"),
}


def compare(run: Run) -> None:
    """Draw this run beside another, which the address line keeps as `with`."""
    other = other_run(run, key="compare-with")
    if other is None:
        empty(
            tr("To compare two runs here, fork this run and continue the fork, or run the town again."),
            title=tr("No run to compare with yet"),
            action=tr("Go to Stage"),
            page=STAGE,
            icon=":material/compare_arrows:",
            key="nothing-beside",
        )
        return
    with in_plain_words():
        here = run.at(session.minute()).minute
        minute = min(here, other.clock)
        _side_by_side(Sides(run, other), run.compare(other, minute))
        lazy_expander(
            tr("Compare several runs of this town"),
            partial(several, run, here),
            key=f"compare-more-{run.number}",
            icon=":material/table_rows:",
        )


def other_run(run: Run, *, key: str) -> Run | None:
    """Return the run to compare with. The address line keeps a chosen one as `with`; by default it is the
    parent, else the newest fork of this run, else the newest run of the town, else None. A run of another
    town may be chosen.
    """
    rows = [row for row in reversed(session.workspace().runs.all()) if row.number != run.number]
    if not rows:
        return None
    ordered = sorted(rows, key=lambda row: _how_far_off(run.row, row))
    labels = {row.id: f"{shorten(row.name, _LONGEST)} · {row.id}" for row in ordered}
    nearest = ordered[0].id if ordered[0].scenario == run.row.scenario else None
    asked = session.linked("with")
    chosen = asked if asked in labels else nearest
    select_box(
        tr("Compare with"),
        labels,
        chosen,
        key=key,
        on_choice=lambda one: session.link("with", one),
        width=420,
        placeholder=tr("Choose a run of another town"),
    )
    return None if chosen is None else session.workspace().runs.find(chosen)


def _how_far_off(run: RunRow, other: RunRow) -> int:
    if other.number == run.parent:
        return 0
    if other.parent == run.number:
        return 1
    return 2 if other.scenario == run.scenario else 3


def _side_by_side(sides: Sides, found: Comparison) -> None:
    story(finding(sides, found), "large")
    _begun(sides, found.beginnings)
    changes = changes_between(found.beginnings)
    if changes:
        into_notebook(sides.run, lambda: _piece(sides, found, changes), key=f"compare-{sides.run.number}")
    if found.parting is None:
        return
    _parting(sides, found)
    reached_chart(sides, found)
    _in_all(sides, found)
    counts = _counts(found)
    labels = {
        name: f"{tr(label)} · {counts[name]}" if counts[name] is not None else tr(label)
        for name, (label, _, _) in sorted(_PARTS.items(), key=lambda part: counts[part[0]] == 0)
    }  # what differs comes first
    part = linked_section(tr("View"), labels, key="compare-part", link="part")
    _PARTS[part][2](sides, found)


def finding(sides: Sides, found: Comparison) -> str:
    """Return the main finding in a sentence or two."""
    until = moment_words(found.minute)
    if found.parting is None:
        same = tr("The runs are identical up to {until}: every row of the log is the same.", until=until)
        return sentences(same, _no_further(sides, found.minute))
    if found.shared_until:
        shared = tr("The runs share the same past until {moment}.", moment=moment_words(found.shared_until))
    else:
        shared = tr("The runs do not share a past.")
    if not any(_counts(found).values()):
        return tr(
            "{shared} From {parting} on, the model is asked something different but answers the "
            "same. By {until}, nothing that anyone said, did or knows differs.",
            shared=shared,
            parting=moment_words(found.parting.minute),
            until=until,
        )
    return tr(
        "{shared} They differ from {parting} on; by {until}, this affects {n} of {all} people.",
        shared=shared,
        parting=moment_words(found.parting.minute),
        until=until,
        n=sum(one.since is not None for one in found.reached),
        all=len(found.reached),
    )


def _counts(found: Comparison) -> dict[str, int | None]:
    """Return the number of differences in each part; None for parts that are not counted."""
    return {name: count(found) for name, (_, count, _) in _PARTS.items()}


def _no_further(sides: Sides, minute: int) -> str:
    """Return a sentence if one of the runs has not lived past the compared minute and the other has."""
    for run, other, name in zip((sides.run, sides.other), (sides.other, sides.run), sides.names, strict=True):
        if run.clock <= minute < other.clock:
            return tr("{run} ends here; run it further to see what happens.", run=name)
    return ""


def changes_between(begun: Sequence[Beginning]) -> dict[str, str]:
    """Return the other run's changes as a notebook writes them; empty if one cannot be written so, such as an
    author's intervention.
    """
    found: dict[str, str] = {}
    for one in begun:
        if one.what == "seed":
            found["seed"] = one.other
        elif one.what == "setting" and one.name in FACULTIES and one.other == "False":
            found["without"] = f"{found['without']}, {one.name}" if "without" in found else one.name
        elif one.what == "setting" and _NUMBER.fullmatch(one.other):
            found[f"cognition.{one.name}"] = one.other
        else:
            return {}
    return found


def _piece(sides: Sides, found: Comparison, changes: Mapping[str, str]) -> Piece:
    """Return a comparison as a notebook cell: the notebook's run beside one that began differently."""
    variant = {"name": sides.names[1], "set": changes}
    values = {"variants": [variant], "show": ["lines"]}
    title = tr("{one} compared with {other}", one=sides.names[0], other=sides.names[1])
    return Piece(kind="compare", values=values, title=title, minute=found.minute)


def _begun(sides: Sides, begun: Sequence[Beginning]) -> None:
    if not begun:
        plain(
            tr(
                "The setup is the same: the same town, seed and settings, and no interventions. "
                "Only the answers of the models can differ."
            ),
            muted=True,
        )
        return
    title = tr("Different setup")
    st.markdown(f"**{title}**")
    with st.container(key="tw-otherwise"):
        table(
            _begun_rows(sides, begun, most=_MOST_TOLD),
            alt=tr("What differs in the setup of the two runs"),
            key="compare-otherwise",
            taken=lambda: _begun_rows(sides, begun),
        )


def _begun_rows(
    sides: Sides, begun: Sequence[Beginning], *, most: int | None = None
) -> list[dict[str, object]]:
    """Return the differences from outside as rows, each text cut to `most` letters: files have many lines."""
    return [
        {
            tr("what"): tr(_WHAT[each.what], name=tr_worded(each.name)),
            **{
                name: tr_worded(said) if most is None else shorten(tr_worded(said), most)
                for name, said in zip(sides.names, (each.one or "—", each.other or "—"), strict=True)
            },
        }
        for each in begun
    ]


def _parting(sides: Sides, found: Comparison) -> None:
    parting = found.parting
    if parting is None:
        return
    where = tr("First difference: {moment}", moment=moment_words(parting.minute))
    st.markdown(f"**{where}**")
    for side, column, row in zip(
        (0, 1), st.columns(2, gap="medium"), (parting.one, parting.other), strict=True
    ):
        with column, st.container(border=True, key=f"parting-{side}"):
            st.caption(escape_md(sides.names[side]))
            plain(_told(row, (sides.run, sides.other)[side]))
            sides.go_there(side, parting.minute, key="parting")


def _in_all(sides: Sides, found: Comparison) -> None:
    """Draw the number of lines, reflections and so on of each run, including what both share."""
    in_all = tr("Totals until {moment}", moment=moment_words(found.minute))
    st.markdown(f"**{in_all}**")
    one, other = sides.names
    rows = [
        {
            tr("what"): counted_words(each.what),
            one: str(each.one),
            other: str(each.other),
            tr("difference"): _more(each.other - each.one),
        }
        for each in found.counts
    ]
    alt = tr("Numbers of conversations, lines and reflections in the two runs")
    table(rows, alt=alt, key="compare-in-all")


def _more(by: int) -> str:
    if by == 0:
        return tr("same number")
    return tr("{n} more in the other run", n=by) if by > 0 else tr("{n} fewer in the other run", n=-by)


def _told(row: LogEntry | None, run: Run) -> str:
    by_hand = {one.entry.id: one.words for one in run.at().interventions if isinstance(row, Intervened)}
    said = by_hand.get(row.id, "") if row is not None else ""
    words = tr_worded(said or parting_words(row, run.town.cast.names))
    return shorten(tr("{sentence}.", sentence=f"{words[:1].upper()}{words[1:].rstrip('.')}"), 300)


def _ties(sides: Sides, found: Comparison) -> None:
    _listed(lambda: tie_rows(sides, found), tr("All relationships are the same."), "ties")


def _knowing(sides: Sides, found: Comparison) -> None:
    _listed(lambda: knowing_rows(sides, found), tr("The scenario has no facts to follow."), "knowing")


def _where(sides: Sides, found: Comparison) -> None:
    _listed(
        lambda: where_rows(sides, found), tr("Everyone is in the same place as in the other run."), "where"
    )


def _plans(sides: Sides, found: Comparison) -> None:
    _listed(lambda: plan_rows(sides, found), tr("Everyone has the same plans."), "plans")


def _insights(sides: Sides, found: Comparison) -> None:
    _listed(
        lambda: memory_rows(sides, found, "reflection"),
        tr("Everyone reached the same conclusions."),
        "conclusions",
    )


def _memories(sides: Sides, found: Comparison) -> None:
    _listed(
        lambda: memory_rows(sides, found, *_REMEMBERED), tr("Everyone has the same memories."), "memories"
    )


def _listed(rows: Callable[[], Sequence[Mapping[str, object]]], none: str, key: str) -> None:
    found = rows()
    if found:
        table(found, key=f"compare-{key}")
    else:
        plain(none, muted=True)


def _both(apart: OnlyHere[Memory]) -> tuple[Sequence[Memory], Sequence[Memory]]:
    return apart.one, apart.other


_PARTS: Mapping[str, tuple[str, Callable[[Comparison], int | None], Callable[[Sides, Comparison], None]]] = {
    "lines": (marked("What is said"), lambda one: len(one.lines.one) + len(one.lines.other), lines_beside),
    "knowing": (
        marked("Who knows what"),
        lambda one: sum(len(each.people) for each in one.knowing()),
        _knowing,
    ),
    "ties": (marked("Relationships"), lambda one: len(one.ties), _ties),
    "where": (marked("Who is where"), lambda one: len(one.whereabouts), _where),
    "conclusions": (
        marked("Conclusions"),
        lambda one: len(one.memories("reflection").one) + len(one.memories("reflection").other),
        _insights,
    ),
    "memories": (
        marked("Memories"),
        lambda one: sum(len(side) for kind in _REMEMBERED for side in _both(one.memories(kind))),
        _memories,
    ),
    "plans": (marked("Plans"), lambda one: len(one.plans.one) + len(one.plans.other), _plans),
    "papers": (marked("Town papers"), lambda one: None, both_papers),
}
