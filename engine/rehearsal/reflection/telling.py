"""Telling: what one heard from several or saw of it, passed on, said to somebody's face, or left unsaid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from engine.clock import day_of
from engine.language.phrases import phrases
from engine.rehearsal.reflection.lived import Lived
from engine.rehearsal.reflection.rows import Dealing, Meeting, Numbered, Telling, words_of_names
from engine.rehearsal.reflection.thought import Thought
from engine.rehearsal.understand import Proposition, alike, content_words

_WEIGHS = ("owes", "thinks", "plans", "feels")
_JUDGES = ("thinks", "feels")
_HAPPENED = ("did", "has", "owes", "plans", "feels")  # what whom it is of cannot but know
CLOSE = 0.4
SEVERAL = 3


def about_what_several_told(it: Lived) -> Iterator[Thought]:
    """Yield what two people have both told the agent, neither of them knowing it from the other."""
    heard = [each for each in _heard(it) if it.me.name not in (each.says.who, each.says.host)]
    for one, two in combinations(heard, 2):
        same = alike(one.says.words, two.says.words) and alike(two.says.words, one.says.words)
        if same and one.teller != two.teller and not (_knew(one, two, it) or _knew(two, one, it)):
            what = it.put(one.says.text)
            yield it.think(
                "insight_heard", [one.row, two.row], 6, what, a=it.full(one.teller), b=it.full(two.teller),
                topic=what,
            )  # fmt: skip


def _knew(one: Telling, two: Telling, it: Lived) -> bool:
    """Return whether the second teller was there when the first told it, or was named as where it is from."""
    there = next((talk.others for talk in it.meetings if one.row in talk.rows), frozenset())
    return two.teller in there or it.me.name_of(two.teller) == one.says.origin


def about_what_is_not_owned_to(it: Lived) -> Iterator[Thought]:
    """Yield that somebody of whom the agent was told something has not said a word of it in two talks."""
    for each in _heard(it):
        who = it.me.everybody.agent_of(each.says.who) if each.says.who else ""
        if who in ("", each.teller, it.me.persona.id) or not it.is_of_late(each.row):
            continue
        talks = it.talks_with(who, each.row[1].minute)
        words = each.says.words - words_of_names(it.me.everybody, it.me.pack)
        said = any(who in talk.others and _touches(talk, words, it) for talk in it.meetings)
        if len(talks) > 1 and not said and each.says.relation in _HAPPENED:
            yield it.think(
                "insight_not_owned_to", [each.row, *(talk.note for talk in talks)], 6, it.full(who),
                other=it.full(who), teller=it.full(each.teller), what=it.put(each.says.text),
                times=it.times(len(talks)),
            )  # fmt: skip


def about_what_is_seen_of_it(it: Lived) -> Iterator[Thought]:
    """Yield that an object which somebody told of has been seen since, and how it was."""
    names = words_of_names(it.me.everybody, it.me.pack)
    for each in _heard(it):
        found = next(_states_seen(each, each.says.words - names, it), None)
        if found:
            memory = found[1]
            yield it.think(
                "insight_told_state", [each.row, found], 6, it.put(each.says.text),
                teller=it.full(each.teller), what=it.put(each.says.text), seen=it.put(memory.text),
                day=it.on(day_of(memory.minute)),
            )  # fmt: skip


def _states_seen(told: Telling, words: frozenset[str], it: Lived) -> Iterator[Numbered]:
    """Yield what was seen of an object after some words were said of it."""
    for row in it.of_kind("observation"):
        memory = row[1]
        if not memory.about and memory.minute > told.row[1].minute:
            found = phrases(it.me.pack.language).read("state", memory.text)
            thing = content_words(found["thing"], it.me.pack) if found else frozenset()
            if thing and thing <= words:
                yield row


def about_what_one_told(it: Lived) -> Iterator[Thought]:
    """Yield what the agent told only others of somebody, said to somebody's face, or confided in return."""
    told = [each for each in it.tellings if each.teller == it.me.persona.id and _can_be_said(each, it)]
    yield from _out(told, it)
    yield from _behind_the_back(told, it)
    own = [each for each in told if each.says.who == it.me.name and _weighs(each)]
    for mine in own:
        for theirs in _heard(it):
            same = theirs.teller == mine.hearer and theirs.says.who == it.me.name_of(theirs.teller)
            if same and _weighs(theirs):
                other = it.full(theirs.teller)
                yield it.think(
                    "insight_both_told", [mine.row, theirs.row], 6, other, other=other,
                    what=it.put(mine.says.text), also=it.put(theirs.says.text),
                )  # fmt: skip


def _weighs(told: Telling) -> bool:
    """Return whether what was told is something that somebody has on their mind."""
    return told.says.private or told.says.relation in _WEIGHS


def _out(told: list[Telling], it: Lived) -> Iterator[Thought]:
    """Yield that the agent has told somebody to their face what it thinks of them."""
    for seed in (row for row in it.of_kind("seed") if it.says(row[1]).who == it.me.name):
        says = it.says(seed[1])
        for each in told if says.relation in _JUDGES else ():
            concerned = it.me.name_of(each.hearer) in says.people
            asked = any(_asks(dealing, each, it) for dealing in it.dealings)
            if concerned and each.says == says and each.row != seed and not asked:
                hearer, row = it.full(each.hearer), each.row
                yield it.think(
                    "insight_out", [seed, row], 6, hearer, other=hearer, what=it.put(says.text),
                    day=it.on(day_of(row[1].minute)), place=it.me.place(row[1].place),
                )  # fmt: skip


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
        mine = says.who == it.me.name and weighs and not _is_private(says, it) and not says.occasion
        if not mine or not it.can_quote(says.text) or seed[1].when is not None:
            continue
        for name in says.people[1:]:
            agent = it.me.everybody.agent_of(name)
            talks = it.talks_with(agent)
            said = any(
                agent in each.others and _touches(each, says.words - names, it) for each in it.meetings
            )
            if len(talks) > 1 and not said:
                yield it.think(
                    "insight_unsaid", [seed, *(each.note for each in talks)], 6, it.full(agent),
                    other=it.full(agent), times=it.times(len(talks)), span=it.since(talks[0].day),
                    what=it.put(says.text),
                )  # fmt: skip


def about_what_one_keeps_quiet(it: Lived) -> Iterator[Thought]:
    """Yield that a plan, a debt or a worry of the agent's own has not come up with any of its friends."""
    talks = [each for each in it.meetings if it.is_of_late(each.note)]
    met = dict.fromkeys(agent for talk in talks for agent in sorted(talk.others))
    friends = [agent for agent in met if it.closeness(agent) >= CLOSE]
    with_them = [talk for talk in talks if not talk.others.isdisjoint(friends)]
    for seed in it.of_kind("seed") if len(friends) > 1 and len(with_them) >= SEVERAL else ():
        says = it.says(seed[1])
        worry = says.relation == "feels" and it.me.pack.finds("worry", says.text)
        weighs = worry or says.relation == "plans"
        mine = says.people == (it.me.name,) and weighs and not _is_private(says, it) and not says.occasion
        words = says.words - words_of_names(it.me.everybody, it.me.pack)
        said = any(_touches(talk, words, it) for talk in it.meetings)
        if mine and not said and it.can_quote(says.text) and seed[1].when is None:
            yield it.think(
                "insight_kept_quiet", [seed, *(talk.note for talk in with_them)], 6, it.put(says.text),
                people=it.listed(friends), span=it.since(with_them[0].day), what=it.put(says.text),
            )  # fmt: skip


def _is_private(says: Proposition, it: Lived) -> bool:
    """Return whether something is kept quiet: by its words, or as the secret that its author states."""
    return says.private or _states_a_secret(says.does, it.me.pack.language)


@lru_cache(maxsize=1_024)
def _states_a_secret(does: str, language: str) -> bool:
    book = phrases(language)
    ends = (does[at:] for at in range(len(does)))
    return any(book.read(frame, end) for end in ends for frame in ("means_secret", "means_secret_with"))


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
