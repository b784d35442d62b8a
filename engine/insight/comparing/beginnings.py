"""Beginnings: with what two runs were begun differently, and what an author did in only one of them. It is
why their fingerprints differ, where a model gives the same answer to the same question.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.clock import moment_words
from engine.insight.gist import gist
from engine.moments.moment import Moment
from engine.records import Call, LogEntry, Turn
from engine.row_ids import minute_of
from engine.store.file.connection import Store
from engine.store.living.runs import RunRow, run_row
from engine.store.log.apart import turns_apart
from engine.store.log.inspect import rows_of_turn
from engine.store.log.lineage import lineage
from engine.store.writing.scenarios import files_of

_MOST_LINES = 40  # of a file of a scenario that was changed all over

What = Literal["scenario", "file", "seed", "setting", "model", "author"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """One thing that two runs have otherwise from outside of them: `name` says which file, setting or moment,
    `one` and `other` what it is in each ("" where there is none). `ids` are the rows of what an author did.
    """

    what: What
    name: str
    one: str
    other: str
    ids: tuple[int, ...] = ()


def beginnings(one: Moment, other: Moment) -> tuple[Beginning, ...]:
    """Return all that two runs have otherwise from outside, what they were begun with first."""
    return (*_begun(one.store, one.row, other.row), *_by_the_author(one, other))


def _begun(store: Store, one: RunRow, other: RunRow) -> Iterator[Beginning]:
    if one.scenario != other.scenario:
        yield Beginning(what="scenario", name="", one=one.scenario, other=other.scenario)
    if one.scenario_version != other.scenario_version:
        mine, theirs = (files_of(store, run.scenario_version) for run in (one, other))
        yield from _files(mine, theirs)
    if one.seed != other.seed:
        yield Beginning(what="seed", name="", one=str(one.seed), other=str(other.seed))
    for name in sorted({*one.settings, *other.settings}):
        here, there = (str(run.settings.get(name, "")) for run in (one, other))
        if here != there:
            yield Beginning(what="setting", name=name, one=here, other=there)
    here, there = _models(store, one), _models(store, other)
    if here != there:
        yield Beginning(what="model", name="", one=here, other=there)


def _files(mine: Mapping[str, str], theirs: Mapping[str, str]) -> Iterator[Beginning]:
    """Yield the lines of a scenario's files that differ, a file at a time."""
    for path in sorted({*mine, *theirs}):
        here, there = mine.get(path, ""), theirs.get(path, "")
        if here != there:
            gone, new = _lines_apart(here, there)
            yield Beginning(what="file", name=path, one=gone, other=new)


def _lines_apart(here: str, there: str) -> tuple[str, str]:
    mine, theirs = here.splitlines(), there.splitlines()
    gone: list[str] = []
    new: list[str] = []
    for how, first, last, begins, ends in difflib.SequenceMatcher(None, mine, theirs, False).get_opcodes():
        if how != "equal":
            gone += mine[first:last]
            new += theirs[begins:ends]
    return "\n".join(gone[:_MOST_LINES]), "\n".join(new[:_MOST_LINES])


def _models(store: Store, row: RunRow) -> str:
    """Return what thinks in a run, and before that in what it is a fork of."""
    names = [run_row(store, number).model for number, _ in reversed(lineage(store, row.number))]
    return ", then ".join(dict.fromkeys(names))


def _by_the_author(one: Moment, other: Moment) -> Iterator[Beginning]:
    """Yield what an author did in one run and not in the other, in order."""
    mine, theirs = _deeds(one, other), _deeds(other, one)
    for turn in sorted({*mine, *theirs}):
        rows = (*mine.get(turn, ()), *theirs.get(turn, ()))
        yield Beginning(
            what="author",
            name=moment_words(minute_of(turn)),
            one=_told(mine.get(turn, ())),
            other=_told(theirs.get(turn, ())),
            ids=tuple(dict.fromkeys(row.id for row in rows)),
        )


def _deeds(one: Moment, other: Moment) -> dict[int, tuple[LogEntry, ...]]:
    turns = turns_apart(one.store, one.row.number, other.row.number, before=one.before)
    rows = {turn.id: rows_of_turn(one.store, one.row.number, turn.id) for turn in turns if not turn.agent}
    return {turn: made[1:] for turn, made in rows.items() if _is_the_authors(made[0])}


def _is_the_authors(turn: LogEntry) -> bool:
    return isinstance(turn, Turn) and turn.reason == "author"


def _told(rows: tuple[LogEntry, ...]) -> str:
    return "; ".join(gist(row) for row in rows if not isinstance(row, Call))
