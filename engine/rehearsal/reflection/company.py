"""Company: who talks with whom, who does not, and who brings the news."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from engine.clock import DAY, day_of
from engine.language.phrases import phrases
from engine.records import AgentId
from engine.rehearsal.mind import place_of
from engine.rehearsal.reflection.lived import Lived
from engine.rehearsal.reflection.rows import Numbered, Telling
from engine.rehearsal.reflection.telling import told_by_others
from engine.rehearsal.reflection.thought import Thought
from engine.rehearsal.understand import alike

APART = 60  # minutes between two sightings that are worth more than one
BONDED = 0.5  # closeness from which on it matters whether two talk
LATE = 16 * 60  # the hour from which a day without a word is worth a thought
OFTEN = 4  # talks with one person


def about_two_together(it: Lived) -> Iterator[Thought]:
    """Yield that two people, whom nobody takes for one household, talk wherever the agent sees them."""
    seen: dict[frozenset[AgentId], list[Numbered]] = {}
    for row in it.of_kind("observation"):
        pair = frozenset(row[1].about)
        talks = len(pair) == 2 and it.me.persona.id not in pair and _is_talk(row, it)
        if talks and it.is_of_late(row) and not it.live_together(pair):
            seen.setdefault(pair, []).append(row)
    for pair, rows in seen.items():
        a, b = (it.full(agent) for agent in sorted(pair))
        for one, two in _in_two_places(rows):
            yield it.think(
                "insight_together", [one, two], 6, a, a=a, b=b, one=it.me.place(one[1].place),
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
    """Yield that the agent has seen somebody it cares about in two places today, and not talked with them.

    It cares about close friends and about those with whom it is at odds.
    """
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
        away = agent in spoken or agent == it.me.persona.id or it.shares_home(agent)
        if away or 0 <= it.closeness(agent) < BONDED:
            continue
        for one, two in _in_two_places([row for row in rows if _is_with(row, it)]):
            yield it.think(
                "insight_no_word", [one, two], 6, it.full(agent), other=it.full(agent),
                one=it.me.place(one[1].place), two=it.me.place(two[1].place),
            )  # fmt: skip


def _is_with(row: Numbered, it: Lived) -> bool:
    """Return whether the agent saw somebody who was at something, not passing through a door."""
    return phrases(it.me.pack.language).read("does", row[1].text) is not None


def about_news_from_one(it: Lived) -> Iterator[Thought]:
    """Yield that one and the same person has told the agent two pieces of news of others."""
    for one, two in _pairs_heard(it):
        if one.teller == two.teller:
            other = it.full(one.teller)
            yield it.think(
                "insight_news_from", [one.row, two.row], 6, other, other=other, one=it.put(one.says.text),
                two=it.put(two.says.text),
            )  # fmt: skip


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
    ]  # fmt: skip
    for one, two in combinations(heard, 2):
        if not alike(one.says.words, two.says.words) and not alike(two.says.words, one.says.words):
            yield one, two


def about_most_talked_with(it: Lived) -> Iterator[Thought]:
    """Yield with whom, of those it does not live with, the agent has talked most since yesterday."""
    talks = [talk for talk in it.meetings if it.is_of_late(talk.note)]
    often = Counter(agent for talk in talks for agent in talk.others)
    ranked = often.most_common(2)
    if not ranked or ranked[0][1] < OFTEN or (len(ranked) > 1 and ranked[1][1] == ranked[0][1]):
        return
    agent = ranked[0][0]
    if not it.shares_home(agent):
        rows = [talk.note for talk in talks if agent in talk.others]
        yield it.think("insight_most_with", rows, 4, it.full(agent), other=it.full(agent))
