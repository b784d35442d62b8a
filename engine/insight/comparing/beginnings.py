"""Differences between two runs that come from outside: how they were begun, and what an author did.

If the model gives the same answer to the same question, these are the reason why the fingerprints differ.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.clock import worded_moment
from engine.errors import worded
from engine.insight.gist import gist
from engine.interventions.entries import done
from engine.moments.moment import Moment
from engine.records import AgentId, Call, Intervened, LogEntry, Scenario, Turn
from engine.row_ids import minute_of
from engine.scenario import load as load_scenario
from engine.scenario.allowed_files import notebook_named
from engine.scenario.meaning.difference import Difference
from engine.scenario.meaning.differences import differences
from engine.store.file.connection import Store
from engine.store.living.runs import RunRow, run_row
from engine.store.log.apart import turns_apart
from engine.store.log.inspect import rows_of_turn
from engine.store.log.lineage import lineage
from engine.store.writing.scenarios import files_of

_MOST_LINES = 40  # of a file of a scenario that was changed all over

What = Literal["scenario", "town", "file", "seed", "setting", "model", "author"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """One difference between two runs that comes from outside.

    `name` is the part of the town, the file, the setting or the moment that differs. `one` and `other` are
    its values in the two runs, "" where there is none. `ids` are the rows of an author's intervention.
    """

    what: What
    name: str
    one: str
    other: str
    ids: tuple[int, ...] = ()


def beginnings(one: Moment, other: Moment) -> tuple[Beginning, ...]:
    """Return the outside differences between two runs, those in how they were begun first."""
    return (*_begun(one.store, one.row, other.row), *_by_the_author(one, other))


def _begun(store: Store, one: RunRow, other: RunRow) -> Iterator[Beginning]:
    if one.scenario != other.scenario:
        yield Beginning(what="scenario", name="", one=one.scenario, other=other.scenario)
    if one.scenario_version != other.scenario_version:
        yield from _of_the_town(store, one, other)
    if one.seed != other.seed:
        yield Beginning(what="seed", name="", one=str(one.seed), other=str(other.seed))
    for name in sorted({*one.settings, *other.settings}):
        here, there = (str(run.settings.get(name, "")) for run in (one, other))
        if here != there:
            yield Beginning(what="setting", name=name, one=here, other=there)
    here, there = _models(store, one), _models(store, other)
    if here != there:
        yield Beginning(what="model", name="", one=here, other=there)


def _of_the_town(store: Store, one: RunRow, other: RunRow) -> Iterator[Beginning]:
    """Yield the differences between the towns of two runs.

    If the towns mean the same, these are the lines of their files that differ. Two towns without a common
    person are reported as two different towns only.
    """
    mine, theirs = (files_of(store, run.scenario_version) for run in (one, other))
    here, there = (load_scenario(files, one.scenario) for files in (mine, theirs))
    if one.scenario != other.scenario and _are_strangers(here, there):
        return
    apart = differences(here, there)
    yield from map(_meant, apart)
    if not apart:
        yield from _files(mine, theirs)


def _are_strangers(here: Scenario, there: Scenario) -> bool:
    """Return whether no person lives in both towns. A copy of a town has the same people."""
    names = ({(person.id, person.name) for person in town.personas} for town in (here, there))
    return set.isdisjoint(*names)


def _meant(one: Difference) -> Beginning:
    """Return a difference between two towns as a `Beginning`."""
    return Beginning(what="town", name=one.head, one=one.before, other=one.after)


def _files(mine: Mapping[str, str], theirs: Mapping[str, str]) -> Iterator[Beginning]:
    """Yield the differing lines of a scenario's files, one `Beginning` per file."""
    for path in sorted({*mine, *theirs}):
        here, there = mine.get(path, ""), theirs.get(path, "")
        if here != there and notebook_named(path) is None:  # what is written about a town is none of it
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
    """Return the models of a run in words, those of the runs it was forked from first."""
    names = [run_row(store, number).model for number, _ in reversed(lineage(store, row.number))]
    said, *more = dict.fromkeys(names)
    for name in more:
        said = worded("{model}, then {other}", model=said, other=name)
    return said


def _by_the_author(one: Moment, other: Moment) -> Iterator[Beginning]:
    """Yield the interventions that an author made in only one of two runs, in order."""
    mine, theirs = _deeds(one, other), _deeds(other, one)
    here, there = _in_words(one, mine), _in_words(other, theirs)
    for turn in sorted({*mine, *theirs}):
        rows = (*mine.get(turn, ()), *theirs.get(turn, ()))
        yield Beginning(
            what="author",
            name=worded_moment(minute_of(turn)),
            one=_told(mine.get(turn, ()), here, one.town.cast.names),
            other=_told(theirs.get(turn, ()), there, other.town.cast.names),
            ids=tuple(dict.fromkeys(row.id for row in rows)),
        )


def _deeds(one: Moment, other: Moment) -> dict[int, tuple[LogEntry, ...]]:
    turns = turns_apart(one.store, one.row.number, other.row.number, before=one.before)
    rows = {turn.id: rows_of_turn(one.store, one.row.number, turn.id) for turn in turns if not turn.agent}
    return {turn: made[1:] for turn, made in rows.items() if _is_the_authors(made[0])}


def _is_the_authors(turn: LogEntry) -> bool:
    return isinstance(turn, Turn) and turn.reason == "author"


def _in_words(moment: Moment, deeds: Mapping[int, tuple[LogEntry, ...]]) -> Mapping[int, str]:
    """Return the words of every intervention of a run, by the id of its entry."""
    entries = moment.log.rows(Intervened) if deeds else ()
    return {one.entry.id: one.words for one in done(entries, moment.town)}


def _told(rows: tuple[LogEntry, ...], words: Mapping[int, str], names: Mapping[AgentId, str]) -> str:
    """Return an author's intervention in words; for old runs without entries, the words of its rows."""
    said = [words[row.id] for row in rows if row.id in words]
    return "; ".join(said or [gist(row, names) for row in rows if not isinstance(row, Call)])
