"""Compares two runs: why they differ, whom that reached and how."""

from __future__ import annotations

import dataclasses
from argparse import Namespace
from collections.abc import Mapping, Sequence

from engine.api.many.beside import Brief, brief, itself, parting_words
from engine.api.run import Beginning, Comparison, Parting, why_fingerprints_differ
from engine.api.workspace import Run
from engine.cli.naming import existing
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words

_FOUNDED = 0
_WHAT = {
    "scenario": "scenario",
    "file": "file",
    "town": "town:",
    "seed": "seed",
    "setting": "setting",
    "model": "model",
    "author": "intervention on",
}


def compare(given: Namespace, terminal: Terminal) -> int:
    """Print the differences between two runs."""
    with existing(given.workspace) as workspace:
        one, other, *more = (workspace.runs.find(run) for run in (given.run, given.other, *given.more))
        if more:
            _several(one, [other, *more], given, terminal)
            return 0
        found = one.compare(other, given.at)
        why = why_fingerprints_differ(found, until_now=given.at is None)
        if given.json:
            terminal.data({**_facts(found), "why": why})
        else:
            _say(found, why, one, other, terminal)
    return 0


def _several(one: Run, others: Sequence[Run], given: Namespace, terminal: Terminal) -> None:
    """Print a row for each run, all at the same minute."""
    minute = min(run.clock for run in (one, *others)) if given.at is None else given.at
    found = [one.compare(other, minute) for other in others]
    rows = [itself(found[0]), *map(brief, found)]
    if given.json:
        terminal.data({"minute": found[0].minute, "runs": [dataclasses.asdict(row) for row in rows]})
        return
    terminal.say(f"{one.row.id} and {len(others)} others, until {moment_words(found[0].minute)}")
    kinds = list(rows[0].counts)
    terminal.table(
        [("", "first difference", "affected", *kinds, "facts known", "different setup"), *map(_row, rows)],
        right=tuple(range(3, 4 + len(kinds))),
        headed=True,
    )


def _row(one: Brief) -> tuple[object, ...]:
    since, reached = ("-", "-")
    if one.since is not None:
        since, reached = moment_words(one.since), f"{one.reached} of {one.people}"
    return (one.run, since, reached, *one.counts.values(), one.knowing, one.otherwise or "-")


def _say(found: Comparison, why: Sequence[str], one: Run, other: Run, terminal: Terminal) -> None:
    here, there = one.row.id, other.row.id
    terminal.say(f"{here} and {there}, both until {moment_words(found.minute)}")
    if found.shared_until > _FOUNDED:
        terminal.say(f"They share the same past until {moment_words(found.shared_until)}.")
    terminal.say("\nWhy their fingerprints differ")
    for sentence in why:
        terminal.say(f"  {sentence}")
    if found.beginnings:
        terminal.say("\nDifferent setup")
        rows = [(_called(each), _brief(each.one), _brief(each.other)) for each in found.beginnings]
        terminal.table([("", here, there), *rows], headed=True)
    if found.parting is None:
        return
    terminal.say(f"\nFirst difference: {moment_words(found.parting.minute)}")
    terminal.table(_parting_rows(found.parting, found.names, here, there))
    _say_reached(found, terminal)
    _say_in_what(found, here, there, terminal)


def _called(each: Beginning) -> str:
    return f"{_WHAT[each.what]} {each.name}".strip()


def _brief(text: str) -> str:
    return text.replace("\n", " / ") or "-"


def _parting_rows(parting: Parting, names: Mapping[str, str], here: str, there: str) -> list[tuple[str, str]]:
    rows = ((here, parting.one), (there, parting.other))
    return [(name, parting_words(row, names)) for name, row in rows]


def _say_reached(found: Comparison, terminal: Terminal) -> None:
    names = found.names
    reached = sorted((one for one in found.reached if one.since is not None), key=lambda one: one.since or 0)
    terminal.say("\nPeople affected")
    terminal.table(
        [
            ("who", "since", f"turns in {found.one.row.id}", f"turns in {found.other.row.id}"),
            *((names.get(one.agent, one.agent), moment_words(one.since or 0), *one.turns) for one in reached),
        ],
        right=(2, 3),
        headed=True,
    )
    untouched = [names.get(one.agent, one.agent) for one in found.reached if one.since is None]
    if untouched:
        terminal.say(f"Not affected: {', '.join(untouched)}")


def _say_in_what(found: Comparison, here: str, there: str, terminal: Terminal) -> None:
    terminal.say("\nTotals")
    totals = [(each.what, each.one, each.other) for each in found.counts]
    terminal.table([("", here, there), *totals], right=(1, 2), headed=True)
    terminal.say("\nOnly in one of the runs")
    terminal.table([("", here, there), *_counts(found)], right=(1, 2), headed=True)
    names = found.names
    if found.ties:
        terminal.say("\nRelationships that differ most")
        rows = [
            (f"{names[tie.agent]} towards {names[tie.other_agent]}", *(word or "-" for word in tie.words))
            for tie in found.ties[:10]
        ]
        terminal.table([("", here, there), *rows], headed=True)
    knowing = [(each.news.text, len(each.one), len(each.other)) for each in found.knowing()]
    if knowing:
        terminal.say("\nPeople who know each fact")
        terminal.table([("", here, there), *knowing], right=(1, 2), headed=True)


def _counts(found: Comparison) -> list[tuple[str, int, int]]:
    talks, insights = found.memories("talk"), found.memories("reflection")
    every = (("lines", found.lines), ("conclusions", insights), ("memories of talks", talks),
             ("blocks of plans", found.plans))  # fmt: skip
    return [(name, len(rows.one), len(rows.other)) for name, rows in every]


def _facts(found: Comparison) -> dict[str, object]:
    parting = found.parting
    return {
        "one": found.one.row.id,
        "other": found.other.row.id,
        "minute": found.minute,
        "shared_until": found.shared_until,
        "is_same": found.is_same,
        "beginnings": [dataclasses.asdict(each) for each in found.beginnings],
        "parting": None if parting is None else dataclasses.asdict(parting),
        "reached": [dataclasses.asdict(each) for each in found.reached],
        "in_all": {each.what: {"one": each.one, "other": each.other} for each in found.counts},
        "only_in_one": {name: {"one": one, "other": other} for name, one, other in _counts(found)},
        "ties": [{**dataclasses.asdict(tie), "change": tie.change} for tie in found.ties],
        "knowing": [
            {"news": each.news.id, "one": list(each.one), "other": list(each.other), "apart": each.people}
            for each in found.knowing()
        ],
    }
