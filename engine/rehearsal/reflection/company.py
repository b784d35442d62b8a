"""Company: who talks with whom, who does not, and what several say of one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.clock import DAY, day_of
from engine.language.phrases import phrases
from engine.records import AgentId
from engine.rehearsal.mind import place_of
from engine.rehearsal.reflection.lived import Lived
from engine.rehearsal.reflection.rows import Numbered, Telling, words_of_names
from engine.rehearsal.reflection.telling import told_by_others
from engine.rehearsal.reflection.thought import Thought
from engine.rehearsal.understand import alike

APART = 60  # minutes between two sightings that are worth more than one
AT_ODDS = -0.25  # closeness up to which it matters that two do not talk
LATE = 16 * 60  # the hour from which a day without a word is worth a thought
OFTEN = 3  # sightings of two who talk, from which on they have a lot to say to each other


def about_two_together(it: Lived) -> Iterator[Thought]:
    """Yield that two people who do not live together talk wherever the agent sees them."""
    seen: dict[frozenset[AgentId], list[Numbered]] = {}
    others = it.me.everybody.names.keys() - {it.me.persona.id}
    for row in it.of_kind("observation"):
        pair = frozenset(row[1].about)
        talks = len(pair) == 2 and pair <= others and _is_talk(row, it)
        at_home = it.live_together(pair) or any(map(it.shares_home, pair))
        if talks and it.is_of_late(row) and not at_home:
            seen.setdefault(pair, []).append(row)
    for pair, rows in seen.items():
        a, b = (it.full(agent) for agent in sorted(pair))
        for one, two in _in_two_places(rows) if len(rows) >= OFTEN else ():
            yield it.think(
                "insight_together", [one, two, *rows], 6, f"{a} {b}", a=a, b=b, one=it.me.place(one[1].place),
                two=it.me.place(two[1].place),
            )  # fmt: skip


def _is_talk(row: Numbered, it: Lived) -> bool:
    """Return whether a memory is of people seen talking."""
    return bool(row[1].place) and phrases(it.me.pack.language).read("talks", row[1].text) is not None


def _in_two_places(rows: list[Numbered]) -> list[tuple[Numbered, Numbered]]:
    """Return the first two sightings, a while apart, in two places, if there are any."""
    found = (
        (one, two) for one, two in combinations(rows, 2)
        if two[1].minute - one[1].minute >= APART and place_of(one[1].place) != place_of(two[1].place)
    )  # fmt: skip
    return [pair for pair in (next(found, None),) if pair is not None]


def about_no_word(it: Lived) -> Iterator[Thought]:
    """Yield that the agent was twice today where somebody was with whom it is at odds, and did not talk."""
    if it.prompt.now % DAY < LATE:
        return
    today = day_of(it.prompt.now)
    spoken = {agent for talk in it.meetings if day_of(talk.minute) == today for agent in talk.others}
    seen: dict[AgentId, list[Numbered]] = {}
    for row in it.of_kind("observation"):
        agent = row[1].about[0] if row[1].about else ""
        if row[1].place and day_of(row[1].minute) == today and agent in it.me.everybody.names:
            seen.setdefault(agent, []).append(row)
    for agent, rows in seen.items():
        no_wonder = agent in spoken or agent == it.me.persona.id or it.shares_home(agent)
        if no_wonder or it.closeness(agent) > AT_ODDS:
            continue
        for one, two in _in_two_places([row for row in rows if _is_apart(row, it)]):
            yield it.think(
                "insight_no_word", [one, two], 6, it.full(agent), other=it.full(agent),
                one=it.me.place(one[1].place), two=it.me.place(two[1].place),
                day=it.me.pack.calendar.on_day.format(day=today),
            )  # fmt: skip


def _is_apart(row: Numbered, it: Lived) -> bool:
    """Return whether the agent saw somebody at something that had nothing to do with it."""
    doing = phrases(it.me.pack.language).read("does", row[1].text)
    return doing is not None and not any(name in row[1].text for name in (it.me.name.full, it.me.name.called))


def about_two_things_of_one(it: Lived) -> Iterator[Thought]:
    """Yield that the agent has heard two different things of one person from two others."""
    for one, two in _pairs_heard(it):
        if one.says.who == two.says.who and one.teller != two.teller and one.says.who is not None:
            yield it.think(
                "insight_two_of", [one.row, two.row], 6, one.says.who.full, other=one.says.who.full,
                a=it.full(one.teller), b=it.full(two.teller), one=it.put(one.says.text),
                two=it.put(two.says.text),
            )  # fmt: skip


def _pairs_heard(it: Lived) -> Iterator[tuple[Telling, Telling]]:
    """Yield two things at a time that others told the agent, not of themselves, and that are not the same."""
    heard = [
        each for each in told_by_others(it)
        if each.says.who not in (None, it.me.name, it.me.name_of(each.teller)) and it.is_of_late(each.row)
        and each.says.relation != "thinks"  # which is no news
    ]  # fmt: skip
    names = words_of_names(it.me.everybody, it.me.pack)
    for one, two in combinations(heard, 2):
        first, then = one.says.words - names, two.says.words - names
        of_others = set(one.says.people) != set(two.says.people)
        if of_others or (not alike(first, then) and not alike(then, first)):
            yield one, two
