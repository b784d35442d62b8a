"""Statements: an author's questions about many runs, in a few easy forms or as SQL over the views."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.clock import parse_moment
from engine.errors import BadInput, NotFound, with_commas, worded
from engine.language.names.suggesting import did_you_mean, shown
from engine.records import Scenario
from engine.repeating.measuring import COUNTED

MOST = 40
FORMS = (
    "5 know party",
    "at most 2 know secret",
    "everybody knows party",
    "nell knows party by day 1 14:00",
    "12 talks",
    "SELECT … (true where the first cell is)",
)
"""What a statement may look like."""

_SQL = re.compile(r"\s*(select|with|values)\b", re.IGNORECASE)
_BY = re.compile(r"(.*\S)\s+by\s+(day\s+\d+\s+\d{1,2}:\d{2}|\d{1,2}:\d{2})\s*", re.IGNORECASE | re.DOTALL)
_MANY_KNOW = re.compile(
    r"(at most\s+|at least\s+)?(\d{1,6})\s+(?:people\s+)?knows?\s+(?:of\s+)?(.+)", re.IGNORECASE | re.DOTALL
)
_KNOWS = re.compile(r"(.+?)\s+knows?\s+(?:of\s+)?(.+)", re.IGNORECASE | re.DOTALL)
_COUNT = re.compile(r"(at most\s+|at least\s+)?(\d{1,9})\s+([a-z]+)", re.IGNORECASE)
_EVERYBODY, _NOBODY = ("everybody", "everyone", "all"), ("nobody", "no one", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A statement that may hold in a run, and the SQL that tests it."""

    said: str
    sql: str


def is_sql(said: str) -> bool:
    """Return whether a statement is an author's own SQL."""
    return _SQL.match(said) is not None


def statement_meant(said: str, scenario: Scenario) -> Statement:
    """Parse a statement, and return it with its SQL. Raises BadInput if it has none of the forms, NotFound
    for an unknown fact or person.
    """
    if not isinstance(said, str) or not said.strip():
        raise BadInput(
            worded(
                "{said!r:.60} is not a valid statement; write it as one of: {forms}",
                said=said,
                forms=with_commas(map(repr, FORMS)),
            )
        )
    text = " ".join(said.split())
    if is_sql(said):
        return Statement(said=text, sql=said)
    before, rest = "", text
    if by := _BY.fullmatch(text):
        rest, before = by[1], f" AND minute < {parse_moment(by[2])}"
    if many := _MANY_KNOW.fullmatch(rest):
        sql = f"{_knowers(many[3], scenario, before)} {_compared(many[1])} {int(many[2])}"
    elif knows := _KNOWS.fullmatch(rest):
        sql = _who_knows(knows[1], knows[2], scenario, before)
    elif (count := _COUNT.fullmatch(rest)) and not before:
        sql = f"({_counting(count[3])}) {_compared(count[1])} {int(count[2])}"
    else:
        raise BadInput(
            worded(
                "{text} is not a valid statement; write it as one of: {forms}",
                text=shown(text),
                forms=with_commas(map(repr, FORMS)),
            )
        )
    return Statement(said=text, sql=f"SELECT {sql}")


def _compared(how: str | None) -> str:
    return "<=" if how and "most" in how.casefold() else ">="


def _knowers(fact: str, scenario: Scenario, before: str, who: str = "") -> str:
    of = f" AND agent = {_quoted(who)}" if who else ""
    return (
        f"(SELECT count(DISTINCT agent) FROM knowing "
        f"WHERE news = {_quoted(_fact(fact, scenario))}{of}{before})"
    )


def _who_knows(who: str, fact: str, scenario: Scenario, before: str) -> str:
    if who.casefold() in _EVERYBODY:
        return f"{_knowers(fact, scenario, before)} = (SELECT count(*) FROM person)"
    if who.casefold() in _NOBODY:
        return f"{_knowers(fact, scenario, before)} = 0"
    names = {persona.id: persona.name for persona in scenario.personas}
    wanted = who.casefold()
    agent = next((one for one, name in names.items() if wanted in (one.casefold(), name.casefold())), None)
    if agent is None:
        remedy = did_you_mean(
            who, [*names, *names.values()], worded("use one of: {names}", names=with_commas(names))
        )
        raise NotFound(
            worded(
                "nobody in {town!r} is called {who}; {remedy}",
                town=scenario.town,
                who=shown(who),
                remedy=remedy,
            )
        )
    return f"{_knowers(fact, scenario, before, agent)} > 0"


def _fact(said: str, scenario: Scenario) -> str:
    facts = [fact.id for fact in scenario.facts]
    found = next((one for one in facts if one.casefold() == said.strip().casefold()), None)
    if found is None:
        listed = (
            worded("use one of: {facts}", facts=with_commas(facts))
            if facts
            else worded("the town has no facts; use SQL instead")
        )
        raise NotFound(
            worded(
                "there is no fact {said}; {remedy}",
                said=shown(said),
                remedy=did_you_mean(said, facts, listed),
            )
        )
    return found


def _counting(what: str) -> str:
    name = next((one for one in COUNTED if what.casefold() in (one, one.removesuffix("s"))), None)
    if name is None:
        remedy = did_you_mean(
            what, tuple(COUNTED), worded("use one of: {counted}", counted=with_commas(COUNTED))
        )
        raise NotFound(worded("{what} is not a valid count; {remedy}", what=shown(what), remedy=remedy))
    return COUNTED[name]


def _quoted(text: str) -> str:
    """Quote a text for SQL; the query only reads views."""
    return "'" + text.replace("'", "''") + "'"
