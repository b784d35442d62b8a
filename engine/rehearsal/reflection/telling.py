"""Telling: what one heard from several, saw for oneself afterwards, passed on, or told of others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.clock import day_of
from engine.language.phrases import phrases
from engine.records import AgentId
from engine.rehearsal.reflection.lived import Lived
from engine.rehearsal.reflection.rows import Dealing, Meeting, Numbered, Telling, words_of_names
from engine.rehearsal.reflection.thought import Thought
from engine.rehearsal.understand import alike, content_words

_WEIGHS = ("owes", "thinks", "plans", "feels")


def about_what_several_told(it: Lived) -> Iterator[Thought]:
    """Yield what two people have both told the agent, and two different things told of one person."""
    heard = [each for each in _heard(it) if it.me.name not in (each.says.who, each.says.host)]
    for one, two in combinations(heard, 2):
        if one.teller == two.teller:
            yield from _of_two(one, two, it)
            continue
        a, b, what = it.full(one.teller), it.full(two.teller), it.put(one.says.text)
        rows = [one.row, two.row]
        if alike(one.says.words, two.says.words) and alike(two.says.words, one.says.words):
            yield it.think("insight_heard", rows, 6, what, a=a, b=b, topic=what)
        elif _of_one(one, two, it):
            other = it.full(it.me.everybody.agent_of(one.says.who))  # type: ignore[arg-type]
            yield it.think(
                "insight_two_say", rows, 6, other, other=other, a=a, b=b, what=what,
                also=it.put(two.says.text),
            )  # fmt: skip


def _of_two(one: Telling, two: Telling, it: Lived) -> Iterator[Thought]:
    """Yield that somebody has told the agent about two others."""
    third = {one.says.who, two.says.who} - {None, it.me.name, it.me.name_of(one.teller)}
    if len(third) == len((one, two)):
        other = it.full(one.teller)
        yield it.think(
            "insight_source", [one.row, two.row], 5, other, other=other, what=it.put(one.says.text),
            also=it.put(two.says.text),
        )  # fmt: skip


def _of_one(one: Telling, two: Telling, it: Lived) -> bool:
    """Return whether two people told different things of the same third person."""
    who = one.says.who
    return (
        who is not None
        and who == two.says.who
        and it.me.everybody.agent_of(who) not in (one.teller, two.teller, it.me.persona.id)
        and not (alike(one.says.words, two.says.words) or alike(two.says.words, one.says.words))
    )


def about_what_is_seen_of_it(it: Lived) -> Iterator[Thought]:
    """Yield what was told of somebody, or of an object, and was seen afterwards."""
    names = words_of_names(it.me.everybody, it.me.pack)
    for each in _heard(it):
        words, when = each.says.words - names, each.row[1].minute
        who = it.me.everybody.agent_of(each.says.who) if each.says.who else ""
        teller, what = it.full(each.teller), it.put(each.says.text)
        for seen in it.sightings:
            after = seen.agent == who and seen.minute > when and it.is_telling(seen.deed)
            if after and words & content_words(seen.deed, it.me.pack):
                yield it.think(
                    "insight_told_seen" if who != each.teller else "insight_said_seen",
                    [each.row, seen.row], 7, it.full(who), teller=teller, other=it.full(who), what=what,
                    doing=seen.deed, day=it.on(seen.day), place=it.me.place(seen.place),
                )  # fmt: skip
                break
        yield from _seen_together(each, who, it)
        yield from _state_seen(each, words, it)


def _seen_together(each: Telling, who: str, it: Lived) -> Iterator[Thought]:
    """Yield that somebody who told of another was seen talking with them afterwards."""
    if who in ("", each.teller, it.me.persona.id):
        return
    for seen in it.sightings:
        pair = seen.row[1].about
        if seen.minute > each.row[1].minute and not seen.deed and who in pair and each.teller in pair:
            yield it.think(
                "insight_told_together", [each.row, seen.row], 6, it.full(who), teller=it.full(each.teller),
                other=it.full(who), what=it.put(each.says.text), day=it.on(seen.day),
                place=it.me.place(seen.place),
            )  # fmt: skip
            return


def _state_seen(each: Telling, words: frozenset[str], it: Lived) -> Iterator[Thought]:
    """Yield that an object somebody told of has been seen, and how it was."""
    for row in it.of_kind("observation"):
        memory = row[1]
        if memory.about or memory.minute <= each.row[1].minute:
            continue
        found = phrases(it.me.pack.language).read("state", memory.text)
        thing = content_words(found["thing"], it.me.pack) if found else frozenset()
        if found and thing and thing <= words:
            yield it.think(
                "insight_told_state", [each.row, row], 6, it.put(each.says.text),
                teller=it.full(each.teller), what=it.put(each.says.text), seen=it.put(memory.text),
                day=it.on(day_of(memory.minute)),
            )  # fmt: skip
            return


def about_what_one_told(it: Lived) -> Iterator[Thought]:
    """Yield what the agent told only others of somebody, what it passed on, and what two told each other."""
    told = [each for each in it.tellings if each.teller == it.me.persona.id and _can_be_said(each, it)]
    yield from _out(told, it)
    yield from _behind_the_back(told, it)
    for mine in told:
        own = mine.says.who == it.me.name
        for theirs in _heard(it):
            what, other = it.put(mine.says.text), it.full(theirs.teller)
            if own and theirs.teller == mine.hearer and theirs.says.who == it.me.name_of(theirs.teller):
                yield it.think(
                    "insight_both_told", [mine.row, theirs.row], 6, other, other=other, what=what,
                    also=it.put(theirs.says.text),
                )  # fmt: skip
            same = alike(mine.says.words, theirs.says.words) and theirs.teller != mine.hearer
            if same and theirs.row[1].minute < mine.row[1].minute:
                hearer = it.full(mine.hearer)
                yield it.think(
                    "insight_passed_on", [theirs.row, mine.row], 4, what, teller=other, hearer=hearer,
                    topic=what,
                )  # fmt: skip


def _out(told: list[Telling], it: Lived) -> Iterator[Thought]:
    """Yield that something that was on the agent's mind has been said to the one concerned, or to several."""
    for seed in (row for row in it.of_kind("seed") if it.says(row[1]).who == it.me.name):
        says = it.says(seed[1])
        of_it: dict[AgentId, Numbered] = {}
        for each in told:
            asked = any(_asks(dealing, each, it) for dealing in it.dealings)
            if each.says == says and each.row != seed and not asked:
                of_it.setdefault(each.hearer, each.row)
        what = it.put(says.text)
        for hearer, row in of_it.items():
            if it.me.name_of(hearer) in says.people:
                yield it.think(
                    "insight_out", [seed, row], 6, it.full(hearer), other=it.full(hearer), what=what,
                    day=it.on(day_of(row[1].minute)), place=it.me.place(row[1].place),
                )  # fmt: skip
        if len(of_it) > 1:
            people = it.listed(of_it, len(of_it))
            yield it.think("insight_told_round", [seed, *of_it.values()], 5, what, people=people, what=what)


def _asks(dealing: Dealing, told: Telling, it: Lived) -> bool:
    """Return whether what was told was rather asked for, and answered."""
    return dealing.asked == told.hearer and alike(content_words(dealing.what, it.me.pack), told.says.words)


def _behind_the_back(told: list[Telling], it: Lived) -> Iterator[Thought]:
    """Yield that the agent told something of a person to two others, and said nothing like it to them."""
    for one, two in combinations(told, 2):
        who = one.says.who
        agent = it.me.everybody.agent_of(who) if who else ""
        apart = one.hearer != two.hearer and agent not in ("", it.me.persona.id, one.hearer, two.hearer)
        if not apart or not alike(one.says.words, two.says.words) or _said_to(agent, one, it):
            continue
        yield it.think(
            "insight_not_to_them", [one.row, two.row], 6, it.full(agent), other=it.full(agent),
            people=it.listed((one.hearer, two.hearer)), what=it.put(one.says.text),
        )  # fmt: skip


def _said_to(agent: str, told: Telling, it: Lived) -> bool:
    """Return whether a talk with a person has words of what was told."""
    return any(
        len(told.says.words & content_words(memory.text, it.me.pack)) > 1
        for talk in it.meetings if agent in talk.others for _, memory in talk.rows
    )  # fmt: skip


def about_what_is_unsaid(it: Lived) -> Iterator[Thought]:
    """Yield that something on the agent's mind about a person has not come up in any talk with them."""
    for seed in it.of_kind("seed"):
        says, names = it.says(seed[1]), words_of_names(it.me.everybody, it.me.pack)
        weighs = says.relation in _WEIGHS or it.me.pack.finds("worry", says.text)
        mine = says.who == it.me.name and weighs and not says.private and not says.occasion
        if not mine or not it.can_quote(says.text) or seed[1].when is not None:
            continue
        for name in says.people[1:]:
            agent = it.me.everybody.agent_of(name)
            talks = [each for each in it.meetings if agent in each.others]
            if len(talks) > 1 and not any(_touches(talk, says.words - names, it) for talk in talks):
                since = it.me.pack.calendar.day.format(day=talks[0].day)
                yield it.think(
                    "insight_unsaid", [seed, *(each.note for each in talks)], 6, it.full(agent),
                    other=it.full(agent), times=it.times(len(talks)), since=since, what=it.put(says.text),
                )  # fmt: skip


def _touches(talk: Meeting, words: frozenset[str], it: Lived) -> bool:
    """Return whether one of some words is said in a talk."""
    return any(words & content_words(memory.text, it.me.pack) for _, memory in talk.rows)


def about_what_touches(it: Lived) -> Iterator[Thought]:
    """Yield that what somebody said touches on a worry that the agent keeps to itself."""
    names = words_of_names(it.me.everybody, it.me.pack)
    for worry in it.of_kind("seed"):
        says = it.says(worry[1])
        if says.who != it.me.name or not says.private or not it.me.pack.finds("worry", says.text):
            continue
        for each in _heard(it):
            both = (says.words & each.says.words) - names
            if len([word for word in both if not it.me.pack.finds("worry", word)]) > 1:
                minute = each.row[1].minute
                yield it.think(
                    "insight_worried", [worry, each.row], 5, it.full(each.teller), other=it.full(each.teller),
                    day=it.on(day_of(minute)), place=it.me.place(each.row[1].place),
                )  # fmt: skip


def _heard(it: Lived) -> list[Telling]:
    return [each for each in it.tellings if each.hearer == it.me.persona.id and _can_be_said(each, it)]


def _can_be_said(each: Telling, it: Lived) -> bool:
    return not each.says.occasion and not each.says.sides and it.can_quote(each.says.text)
