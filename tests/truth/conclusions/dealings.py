"""Claims about dealings: two things that were done between the agent and somebody, each one a clause.

Every clause is judged by itself. It says who did it, and whether it was good for the other; so what is said
over the two can be judged as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.records import AgentId, Relation
from tests.truth.conclusions.asking import (
    DID_NOT_FORGIVE,
    FORGAVE,
    NO,
    YES,
    answers,
    claim,
    first_wrong,
    on_day,
)
from tests.truth.log import Past
from tests.truth.reading import Said

CLAUSE = "clause "
_DATED = re.compile(r"(on day \d+|第\d+天)\s*(.*)", re.IGNORECASE)
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
_MINE = ("I said yes", "I said no", "I forgave", "I did not forgive", "I went")
_BAD = ("they said no", "I said no", "they did not forgive", "I did not forgive")


class Clause:
    """A clause as judged: who did it (`mine`, if the agent), whether it was `good`, and why it is `wrong`."""

    def __init__(self, past: Past, said: Said, day: str) -> None:
        name = said.claim.removeprefix(CLAUSE)
        self.mine, self.good, self.said = name in _MINE, name not in _BAD, said
        self.minutes = list(_minutes(past, name, said))
        on_it = not day or any(on_day(minute, day) for minute in self.minutes)
        self.wrong = (
            "" if self.minutes and on_it else f"this did not happen{' ' + day if day else ''}: {name}"
        )


def _minutes(past: Past, name: str, said: Said) -> Iterator[int]:
    """Yield the minutes at which what a clause says happened."""
    if name in _ANSWERS:
        asks, shape = _ANSWERS[name]
        pair = (past.me, said.one["other"]) if asks else (said.one["other"], past.me)
        yield from (row.minute for row in answers(past, *pair, said.text.get("topic", ""), shape))
        return
    host = past.me if name == "they came" else said.one["host"]
    one = past.occasion(said.text["occasion"], host)
    guest = said.one["other"] if name == "they came" else past.me
    if one is not None and past.attended(guest, one):
        yield one.begins


def clauses(past: Past, text: str, other: AgentId) -> list[list[Clause]]:
    """Return the ways in which a text is read as clauses about the agent and another."""
    cuts = [(0, 0), *((cut.start(), cut.end()) for cut in _BETWEEN.finditer(text))]
    found = [[each] for each in _clause(past, text, other)]
    for begins, ends in cuts[1:]:
        first, second = _clause(past, text[:begins], other), _clause(past, text[ends:], other)
        found += [[one, two] for one in first for two in second]
    return found


def _clause(past: Past, text: str, other: AgentId) -> list[Clause]:
    dated = _DATED.fullmatch(text)
    day, bare = (dated[1], dated[2]) if dated else ("", text)
    read = past.log.reader("conclusions").read(bare, past.me)
    return [
        Clause(past, said, day) for said in read
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


@claim("somebody did one good and bad")
def good_and_bad(past: Past, said: Said) -> str:
    """The other did one good thing and one bad thing."""
    return _both(past, said, (False, True), (False, False))


@claim("each did the other good")
def each_good(past: Past, said: Said) -> str:
    """Each of the two did one good thing."""
    return _both(past, said, (False, True), (True, True))


@claim("each did the other bad")
def each_bad(past: Past, said: Said) -> str:
    """Each of the two did one bad thing."""
    return _both(past, said, (False, False), (True, False))


@claim("did somebody good twice")
def did_good_twice(past: Past, said: Said) -> str:
    """Both clauses are good things that the agent did."""
    return _both(past, said, (True, True), (True, True))


@claim("did somebody bad twice")
def did_bad_twice(past: Past, said: Said) -> str:
    """Both clauses are bad things that the agent did."""
    return _both(past, said, (True, False), (True, False))


def got(past: Past, other: AgentId) -> tuple[int, int]:
    """Return how many good and how many bad things somebody has done to the agent."""
    came = sum(one.host == past.me and past.attended(other, one) for one in past.log.occasions)
    yes, no = (len(answers(past, past.me, other, "", shape)) for shape in (_GOOD, _BAD_ONE))
    return yes + came, no


def gave(past: Past, other: AgentId) -> tuple[int, int]:
    """Return how many good and how many bad things the agent has done to somebody."""
    went = sum(one.host == other and past.attended(past.me, one) for one in past.log.occasions)
    yes, no = (len(answers(past, other, past.me, "", shape)) for shape in (_GOOD, _BAD_ONE))
    return yes + went, no


def _balance(past: Past, other: AgentId) -> int:
    """Return how much more good the other has done to the agent than the agent to the other."""
    mine, theirs = gave(past, other), got(past, other)
    return (theirs[0] - theirs[1]) - (mine[0] - mine[1])


def _not_good(past: Past, other: AgentId) -> str:
    good, bad = got(past, other)
    return "" if good > bad else f"{other} did {good} good and {bad} bad thing(s) to the agent"


def _some_help(past: Past, other: AgentId) -> str:
    good, bad = got(past, other)
    return "" if bad and not good else f"{other} did {good} good and {bad} bad thing(s) to the agent"


@claim("got more than one gave")
def got_more(past: Past, said: Said) -> str:
    """The other did a good thing, the agent a bad one, and all in all it has had more than it gave."""
    wrong = _both(past, said, (False, True), (True, False))
    return wrong or ("" if _balance(past, said.one["other"]) > 0 else "all in all it has not had more")


@claim("gave more than one got")
def gave_more(past: Past, said: Said) -> str:
    """The agent did a good thing, the other a bad one, and all in all the other has had more."""
    wrong = _both(past, said, (True, True), (False, False))
    return wrong or ("" if _balance(past, said.one["other"]) < 0 else "all in all they have not had more")


# ---------------------------------------------------------------- two people


@claim("both have been good")
def both_good(past: Past, said: Said) -> str:
    """Each of the two has done more good than bad to the agent."""
    return first_wrong(*(_not_good(past, said.one[who]) for who in ("a", "b")))


@claim("neither has been any help")
def neither_any_help(past: Past, said: Said) -> str:
    """Each of the two has done something bad to the agent, and nothing good."""
    return first_wrong(*(_some_help(past, said.one[who]) for who in ("a", "b")))


@claim("one has been good and one no help")
def one_good_one_not(past: Past, said: Said) -> str:
    """The one has done more good than bad to the agent; the other something bad, and nothing good."""
    return first_wrong(_not_good(past, said.one["a"]), _some_help(past, said.one["b"]))


@claim("has stood by both")
def stood_by_both(past: Past, said: Said) -> str:
    """The agent has done each of the two more good than bad."""
    done = {said.one[who]: gave(past, said.one[who]) for who in ("a", "b")}
    return first_wrong(
        *(f"{who}: {good} good, {bad} bad" for who, (good, bad) in done.items() if good <= bad)
    )


@claim("has made it easy for neither")
def easy_for_neither(past: Past, said: Said) -> str:
    """The agent has done each of the two more bad than good."""
    done = {said.one[who]: gave(past, said.one[who]) for who in ("a", "b")}
    return first_wrong(
        *(f"{who}: {good} good, {bad} bad" for who, (good, bad) in done.items() if bad <= good)
    )


def _moved(past: Past, other: AgentId, *, better: bool) -> str:
    """Say that the agent's closeness to somebody has not moved that way since the beginning."""
    rows = [row for row in past.mine(Relation) if row.other == other]
    first, now = rows[0].closeness if rows and rows[0].minute == 0 else 0.0, past.closeness(other)
    right = now > first if better else now < first
    return "" if right else f"closeness to {other} went from {first} to {now}"


@claim("thinks better of both")
def better_of_both(past: Past, said: Said) -> str:
    """Closeness to each has risen."""
    return first_wrong(*(_moved(past, said.one[who], better=True) for who in ("a", "b")))


@claim("thinks less of both")
def less_of_both(past: Past, said: Said) -> str:
    """Closeness to each has fallen."""
    return first_wrong(*(_moved(past, said.one[who], better=False) for who in ("a", "b")))


@claim("thinks better of one and less of another")
def better_and_less(past: Past, said: Said) -> str:
    """Closeness to the one has risen, and to the other fallen."""
    return first_wrong(_moved(past, said.one["a"], better=True), _moved(past, said.one["b"], better=False))


def _changed(past: Past, said: Said, *, better: bool) -> str:
    other = said.one["other"]
    moved = _moved(past, other, better=better)
    if moved:
        return moved
    ways = [way[0] for way in clauses(past, said.text["one"], other) if len(way) == 1]
    good = [each for each in ways if each.good == better and not each.wrong]
    return "" if good else next((each.wrong for each in ways if each.wrong), "the clause does not say so")


@claim("thinks better of somebody")
def thinks_better(past: Past, said: Said) -> str:
    """Closeness has risen, and the clause is a good thing that was done."""
    return _changed(past, said, better=True)


@claim("thinks less of somebody")
def thinks_less(past: Past, said: Said) -> str:
    """Closeness has fallen, and the clause is a bad thing that was done."""
    return _changed(past, said, better=False)
