"""Claims about dealings: two things that were done between the agent and somebody, each one a clause.

Every clause is judged by itself. It says who did it, and whether it was good for the other; so what is said
over the two can be judged as well.
"""

from __future__ import annotations

import re

from engine.records import AgentId
from tests.truth.conclusions.asking import (
    DID_NOT_FORGIVE,
    FORGAVE,
    NO,
    YES,
    answers,
    claim,
)
from tests.truth.log import Past
from tests.truth.reading import Said

CLAUSE = "clause "
_BETWEEN = re.compile(r", and yet |, and |, but |，可是|，")

# What each clause needs: who asked (the agent or the other), and what the answer was.
_ANSWERS = {
    "they said yes": (True, YES), "they said no": (True, NO), "I said yes": (False, YES),
    "I said no": (False, NO),
    "they forgave": (True, FORGAVE), "they did not forgive": (True, DID_NOT_FORGIVE),
    "I forgave": (False, FORGAVE), "I did not forgive": (False, DID_NOT_FORGIVE),
}  # fmt: skip
_GOOD = re.compile(f"{YES.pattern}|{FORGAVE.pattern}")
_BAD_ONE = re.compile(f"{NO.pattern}|{DID_NOT_FORGIVE.pattern}")
_MINE = ("I said yes", "I said no", "I forgave", "I did not forgive")
_BAD = ("they said no", "I said no", "they did not forgive", "I did not forgive")


class Clause:
    """A clause as judged: who did it (`mine`, if the agent), whether it was `good`, and why it is `wrong`."""

    def __init__(self, past: Past, said: Said) -> None:
        name = said.claim.removeprefix(CLAUSE)
        self.mine, self.good, self.said = name in _MINE, name not in _BAD, said
        asks, shape = _ANSWERS[name]
        pair = (past.me, said.one["other"]) if asks else (said.one["other"], past.me)
        happened = answers(past, *pair, said.text.get("topic", ""), shape)
        self.wrong = "" if happened else f"this did not happen: {name}"


def clauses(past: Past, text: str, other: AgentId) -> list[list[Clause]]:
    """Return the ways in which a text is read as clauses about the agent and another."""
    cuts = [(0, 0), *((cut.start(), cut.end()) for cut in _BETWEEN.finditer(text))]
    found = [[each] for each in _clause(past, text, other)]
    for begins, ends in cuts[1:]:
        first, second = _clause(past, text[:begins], other), _clause(past, text[ends:], other)
        found += [[one, two] for one in first for two in second]
    return found


def _clause(past: Past, text: str, other: AgentId) -> list[Clause]:
    read = past.log.reader("conclusions").read(text, past.me)
    return [
        Clause(past, said) for said in read
        if said.claim.startswith(CLAUSE) and other in said.one.values()
    ]  # fmt: skip


def _both(past: Past, said: Said, *expected: tuple[bool, bool]) -> str:
    """Say that two clauses do not happen to be (mine, good) as expected, in any order, or are not true."""
    why = "these are no two clauses about them"
    for pair in clauses(past, said.text["both"], said.one["other"]):
        if len(pair) != len(expected):
            continue
        wrong = next((each.wrong for each in pair if each.wrong), "")
        if sorted((each.mine, each.good) for each in pair) == sorted(expected) and not wrong:
            return ""
        why = wrong or "what is said over them does not follow"
    return why


@claim("somebody did one good twice")
def good_twice(past: Past, said: Said) -> str:
    """Both clauses are good things that the other did, and there is more good than bad."""
    return _both(past, said, (False, True), (False, True)) or _not_good(past, said.one["other"])


@claim("somebody did one bad twice")
def bad_twice(past: Past, said: Said) -> str:
    """Both clauses are bad things that the other did, and they have done no good one."""
    return _both(past, said, (False, False), (False, False)) or _some_help(past, said.one["other"])


@claim("each did the other good")
def each_good(past: Past, said: Said) -> str:
    """Each of the two did one good thing."""
    return _both(past, said, (False, True), (True, True))


@claim("each did the other bad")
def each_bad(past: Past, said: Said) -> str:
    """Each of the two did one bad thing."""
    return _both(past, said, (False, False), (True, False))


def got(past: Past, other: AgentId) -> tuple[int, int]:
    """Return how many good and how many bad things somebody has done to the agent."""
    yes, no = (len(answers(past, past.me, other, "", shape)) for shape in (_GOOD, _BAD_ONE))
    return yes, no


def _not_good(past: Past, other: AgentId) -> str:
    good, bad = got(past, other)
    return "" if good > bad else f"{other} did {good} good and {bad} bad thing(s) to the agent"


def _some_help(past: Past, other: AgentId) -> str:
    good, bad = got(past, other)
    return "" if bad and not good else f"{other} did {good} good and {bad} bad thing(s) to the agent"
