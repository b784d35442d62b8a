"""A sift: a named pattern over the views of a run, and what it finds at a moment."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache

from engine.errors import BadInput, worded
from engine.insight.story.sentence import Teller
from engine.insight.turning.turning_point import Value
from engine.insight.views.query import opened
from engine.moments.moment import Moment
from engine.records import AgentId
from engine.row_ids import minute_of
from engine.store.views.asking import Asking, Cell, Table

MOST_FOUND = 2_000
_Views = Callable[[], Asking]
_WHO = ("who", "agent", "speaker", "other", "others")
_SAID = frozenset({"row", "minute", "sentence", "wording", "rows", "day", "clock", *_WHO})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sift:
    """A sift: its name for links and commands, its title, a sentence that says what it finds, and its SQL.

    Of the columns of the SQL, `row` is the row of the log that a finding is about. It may give more:
    `sentence` (the text of the finding) or `wording` (the name of its text among the `sifts` of the language
    packs' `story.yaml`, whose gaps the other columns fill), `minute`, `who`, `agent`, `speaker`, `other`,
    `others` (the agents concerned: an id, several with commas between, or a JSON list), `rows` (all rows it
    rests on, as JSON).
    """

    name: str
    title: str
    says: str
    sql: str
    is_own: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One finding of a sift: `rows` are the rows it rests on, the first of which is explained."""

    sentence: str
    minute: int
    who: tuple[AgentId, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sifted:
    """The findings of a sift at a moment. If its SQL gives no `row`, there is only the table."""

    table: Table
    findings: tuple[Finding, ...] = ()

    @property
    def count(self) -> int:
        """Return the number of findings that were read."""
        return len(self.table.rows)


def sifted(moment: Moment, sift: Sift) -> Sifted:
    """Return the findings of a sift at a moment, cached until the run goes on.

    Raises BadInput if its SQL is wrong.
    """
    _check([sift])
    with ExitStack() as stack:
        return _kept(moment, sift, lambda: stack.enter_context(opened(moment)))


def sifted_each(moment: Moment, sifts: Collection[Sift]) -> Mapping[str, Sifted | BadInput]:
    """Return the findings of each sift by its name, or its BadInput error if it cannot be run."""
    _check(sifts)
    found: dict[str, Sifted | BadInput] = {}
    with ExitStack() as stack:
        views = cache(lambda: stack.enter_context(opened(moment)))
        for sift in sifts:
            try:
                found[sift.name] = _kept(moment, sift, views)
            except BadInput as error:
                found[sift.name] = error
    return found


def found_in(table: Table, moment: Moment) -> Sifted:
    """Return the rows of a table as findings, if it has a column `row`."""
    if "row" not in table.columns:
        return Sifted(table=table)
    people, teller = moment.town.cast.personas, Teller(moment.town)
    return Sifted(table=table, findings=tuple(_finding(row, people, teller) for row in table.to_dicts()))


def _check(sifts: Collection[Sift]) -> None:
    if not isinstance(sifts, Collection) or isinstance(sifts, str):
        raise BadInput(
            worded(
                "{sifts!r:.60} is not a list of patterns; use `workspace.sifts.all()` to get one", sifts=sifts
            )
        )
    for one in sifts:
        if not isinstance(one, Sift):
            raise BadInput(
                worded("{one!r:.60} is not a pattern; use `workspace.sifts.find(...)` to get one", one=one)
            )


def _kept(moment: Moment, sift: Sift, views: _Views) -> Sifted:
    asked = ("sift", moment.row.number, moment.before, sift.sql)

    def find() -> Sifted:
        return found_in(views().ask(sift.sql, most=MOST_FOUND, ours=not sift.is_own), moment)

    return moment.store.unchanged(asked, find)


def _finding(row: Mapping[str, Cell], people: Collection[AgentId], teller: Teller) -> Finding:
    first, minute = row["row"], row.get("minute")
    rows = _ids(row.get("rows"))
    if isinstance(first, int) and first not in rows[:1]:
        rows = (first, *(one for one in rows if one != first))
    who = dict.fromkeys(one for name in _WHO for one in _names(row.get(name)) if one in people)
    at = minute if isinstance(minute, int) else minute_of(rows[0]) if rows else 0
    sentence = _sentence(row, rows, people, teller)
    return Finding(sentence=sentence.strip(), minute=at, who=tuple(who), rows=rows)


def _sentence(
    row: Mapping[str, Cell], rows: Sequence[int], people: Collection[AgentId], teller: Teller
) -> str:
    said, wording = row.get("sentence"), row.get("wording")
    if isinstance(said, str) and said.strip():
        return said
    values = {name: _value(name, value, people) for name, value in row.items()}
    told = teller.sifted(wording, rows, values) if isinstance(wording, str) else None
    return told.text if told is not None else _said(row)


def _value(name: str, value: Cell, people: Collection[AgentId]) -> Value:
    """Return the value of a column for the gap of its name; ids of agents as a tuple."""
    if name in _WHO:
        return tuple(one for one in _names(value) if one in people)
    return "" if value is None else str(value)


def _said(row: Mapping[str, Cell]) -> str:
    """Return the sentence for a row that has none: the values of its other columns."""
    rest = {name: value for name, value in row.items() if name not in _SAID and value is not None}
    return "; ".join(f"{name}: {value}" for name, value in rest.items()) or "found"


def _names(value: Cell) -> Iterator[str]:
    if isinstance(value, str):
        listed = _listed(value)
        yield from (
            (one for one in listed if isinstance(one, str))
            if listed is not None
            else (one.strip() for one in value.split(","))
        )


def _ids(value: Cell) -> tuple[int, ...]:
    listed = _listed(value) if isinstance(value, str) else [value]
    return tuple(one for one in listed or () if isinstance(one, int) and not isinstance(one, bool))


def _listed(value: str) -> Sequence[object] | None:
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, list) else None
