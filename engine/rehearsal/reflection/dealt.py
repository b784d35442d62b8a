"""Dealt: what two dealings with a person say together, and what has come to an earlier conclusion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from engine.clock import day_of
from engine.records import AgentId
from engine.rehearsal.reflection.asking import is_of_the_same, why_said
from engine.rehearsal.reflection.attendance import LASTS, was_there
from engine.rehearsal.reflection.lived import Lived
from engine.rehearsal.reflection.occasions import Occasion, occasions_of
from engine.rehearsal.reflection.rows import Meeting, Numbered, Telling, words_of_names
from engine.rehearsal.reflection.thought import Thought, read_insight
from engine.rehearsal.understand import alike, content_words

GOOD = ("deep_good", "deep_closer", "deep_turns")
BAD = ("deep_bad", "deep_cooler")
SHORT = 150
_OF_TWO = {
    ("insight_unsaid", "insight_unsaid"): "deep_two_unsaid",
    ("insight_out", "insight_out"): "deep_two_out",
    ("insight_out", "insight_unsaid"): "deep_out_unsaid",
    ("insight_not_owned_to", "insight_not_owned_to"): "deep_two_silent",
    ("deep_good", "deep_good"): "deep_two_good",
    ("deep_bad", "deep_bad"): "deep_two_bad",
    ("deep_good", "deep_bad"): "deep_good_bad",
    ("deep_closer", "deep_closer"): "deep_two_closer",
    ("deep_cooler", "deep_cooler"): "deep_two_cooler",
    ("deep_closer", "deep_cooler"): "deep_closer_cooler",
    ("deep_helps", "deep_helps"): "deep_two_helped",
    ("deep_denies", "deep_denies"): "deep_two_denied",
}
"""What two earlier conclusions about two people say together."""
_READ = tuple(dict.fromkeys(frame for pair in _OF_TWO for frame in pair))
_OF_ONE = {
    (False, 2): "deep_good", (False, -2): "deep_bad", (False, 0): "deep_mixed", (True, 2): "deep_helps",
    (True, -2): "deep_denies",
}  # fmt: skip
_OF_BOTH = {(1, 1): "deep_turns", (-1, -1): "deep_neither", (-1, 1): "deep_owes", (1, -1): "deep_owed"}


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that one of two did the other: a good one (1) or a bad one (-1), as a clause."""

    agent: AgentId
    what: str
    mine: bool
    good: int
    clause: str
    minute: int
    rows: tuple[Numbered, ...]


def turns_of(it: Lived) -> list[Turn]:
    """Return the turns between the agent and others, the oldest first."""
    found = list(_asked(it))
    for of_it in occasions_of(it):
        if of_it.begun is not None and it.prompt.now > of_it.when + LASTS:
            found += _at(of_it, it)
    return sorted(found, key=lambda each: (each.minute, each.rows[0][0]))


def _asked(it: Lived) -> Iterator[Turn]:
    me = it.me.persona.id
    for each in it.dealings:
        if each.answer:
            mine = each.asked == me
            other = each.asker if mine else each.asked
            minute = each.row[1].minute
            what = each.sort if each.sort == "stand" else each.what  # people stand for one thing at a time
            yield Turn(other, what, mine, each.answer, why_said(each, it), minute, (each.row,))


def _at(of_it: Occasion, it: Lived) -> Iterator[Turn]:
    """Yield who came to the agent's occasion as promised, or that the agent went to somebody else's."""
    begun = of_it.begun[1] if of_it.begun else None
    me, host = it.me.persona.id, it.me.everybody.agent_of(of_it.host)
    for agent, promise in of_it.promised.items():
        if begun is None or me not in (agent, host):
            continue
        there = [
            each for each in it.of_kind("observation", "talk")
            if not each[1].evidence and was_there(each[1], agent, begun)
        ]  # fmt: skip
        if there:
            other = agent if host == me else host
            said = it.clause("deal_came" if host == me else "deal_went", other=it.full(other),
                             occasion=of_it.what, whose=it.whose(of_it.host))  # fmt: skip
            rows = (promise, there[0])
            yield Turn(other, of_it.what, host != me, 1, it.put(said), there[0][1].minute, rows)


def about_two_turns(it: Lived) -> Iterator[Thought]:
    """Yield what two dealings with the same person say together, the latest first."""
    turns = turns_of(it)
    for one, two in sorted(combinations(turns, 2), key=lambda pair: (-pair[1].minute, -pair[0].minute)):
        apart = one.agent == two.agent and not is_of_the_same(one.what, two.what, it)
        frame = _frame(one, two) if apart else ""
        if not frame:
            continue
        yield it.think(
            frame, [*one.rows, *two.rows], 7, it.full(one.agent), other=it.full(one.agent),
            **_dated(one, two, it),
        )  # fmt: skip


def _frame(one: Turn, two: Turn) -> str:
    """Return the frame for two turns, by who did them and whether they were good; "" if they say nothing."""
    if one.mine == two.mine:
        return _OF_ONE.get((one.mine, one.good + two.good), "")
    mine, theirs = (one, two) if one.mine else (two, one)
    return _OF_BOTH[mine.good, theirs.good]


def _dated(one: Turn, two: Turn, it: Lived) -> dict[str, str]:
    """Return the clauses of two turns, with their days if they were not on the same one."""
    days = day_of(one.minute), day_of(two.minute)
    if days[0] == days[1]:
        return {"one": one.clause, "two": two.clause}
    dated = [
        it.put(it.clause("deal_dated", clause=each.clause, day=it.on(day)))
        for each, day in zip((one, two), days, strict=True)
    ]
    return {"one": dated[0], "two": dated[1]}


def about_what_came_since(it: Lived) -> Iterator[Thought]:
    """Yield what a person has done since the agent concluded something of them, for or against it."""
    frames = (*GOOD, *BAD, "deep_mixed")
    turns = [each for each in turns_of(it) if not each.mine]
    for row in it.of_kind("reflection"):
        read = read_insight(row[1].text, it.me.pack, frames)
        if read is None or len(row[1].text) > SHORT:
            continue
        since = [
            each for each in turns
            if each.minute > row[1].minute and it.full(each.agent) == read[1].get("other")
        ]  # fmt: skip
        for turn in since[-1:]:
            fits = read[0] == "deep_mixed" or (turn.good > 0) == (read[0] in GOOD)
            yield it.think(
                "deep_since" if fits else "deep_but_since", [row, *turn.rows], 7, it.put(row[1].text),
                what=it.put(row[1].text), one=turn.clause,
            )  # fmt: skip


def about_what_was_done_at_last(it: Lived) -> Iterator[Thought]:
    """Yield that the agent has talked with somebody whom it only saw before, or said what it had not said."""
    for row in it.of_kind("reflection"):
        read = read_insight(row[1].text, it.me.pack, ("insight_only_saw", "insight_unsaid"))
        if read is None:
            continue
        frame, other = read[0], read[1]["other"]
        talks = [each for each in _talks_with(other, it) if each.minute > row[1].minute]
        before = it.day_of_evidence(row)
        if frame == "insight_only_saw" and talks and 0 < before < talks[0].day:
            yield it.think(
                "deep_at_last", [row, talks[0].note], 6, other, other=other, before=it.on(before),
                day=it.on(talks[0].day), place=it.me.place(talks[0].place),
            )  # fmt: skip
        for said in _said_since(row, read[1], it) if frame == "insight_unsaid" else ():
            memory = said.row[1]
            yield it.think(
                "deep_said_at_last", [row, said.row], 7, other, other=other, what=read[1]["what"],
                day=it.on(day_of(memory.minute)), place=it.me.place(memory.place),
            )  # fmt: skip


def _talks_with(other: str, it: Lived) -> list[Meeting]:
    return [each for each in it.meetings if other in map(it.full, each.others)]


def _said_since(row: Numbered, unsaid: Mapping[str, str], it: Lived) -> list[Telling]:
    """Return the first telling by which the agent has said to somebody what it had not said, if any."""
    names = words_of_names(it.me.everybody, it.me.pack)
    words = content_words(unsaid["what"], it.me.pack) - names
    mine = [
        each for each in it.tellings
        if each.teller == it.me.persona.id and it.full(each.hearer) == unsaid["other"]
        and each.row[1].minute > row[1].minute
    ]  # fmt: skip
    said = [each for each in mine if alike(words, each.says.words) and alike(each.says.words - names, words)]
    return said[:1]


def about_two_conclusions(it: Lived) -> Iterator[Thought]:
    """Yield what two earlier conclusions about two different people say together."""
    known = [
        (row, *read)
        for row in it.of_kind("reflection")
        if (read := read_insight(row[1].text, it.me.pack, _READ)) and _names_one(read[1], it)
    ]
    for (one, frame, values), (two, other, others) in combinations(known, 2):
        for pair, a, b in (((frame, other), values, others), ((other, frame), others, values)):
            holds = all(_holds(*each, it) for each in ((one, frame, values), (two, other, others)))
            if pair in _OF_TWO and a["other"] != b["other"] and holds:
                yield it.think(_OF_TWO[pair], [one, two], 6, a["other"], a=a["other"], b=b["other"])
                break


def _holds(row: Numbered, frame: str, values: Mapping[str, str], it: Lived) -> bool:
    """Return whether an earlier conclusion still holds: what was not said has not been said since then."""
    if frame not in ("insight_unsaid", "insight_not_owned_to"):
        return True
    words = content_words(values["what"], it.me.pack) - words_of_names(it.me.everybody, it.me.pack)
    since = [each for each in _talks_with(values["other"], it) if each.minute > row[1].minute]
    return not any(
        words & content_words(memory.text, it.me.pack) for talk in since for _, memory in talk.rows
    )


def _names_one(values: Mapping[str, str], it: Lived) -> bool:
    return values.get("other", "") in it.me.everybody.by_full
