"""Telling: what one heard from several, passed on, said to somebody's face, or left unsaid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from engine.clock import day_of
from engine.language.phrases import phrases
from engine.records import AgentId
from engine.rehearsal.reflection.lived import Lived
from engine.rehearsal.reflection.rows import Dealing, Meeting, Telling, words_of_names
from engine.rehearsal.reflection.thought import UNSAID, Thought, read_insight
from engine.rehearsal.understand import Proposition, alike, content_words

_WEIGHS = ("owes", "thinks", "plans")
_JUDGES = ("thinks", "feels")
_HAPPENED = ("did", "owes", "plans", "feels")  # what whom it is of cannot but know
CLOSE = 0.4
MANY_TALKS = 3  # with friends, in which a worry could have come up
LONG_TALK = 5  # memories of a talk, its lines and its summary, in which there was time for more


def about_what_several_told(it: Lived) -> Iterator[Thought]:
    """Yield what two people have told the agent of a third, neither of them knowing it from the other."""
    told = [each for each in told_by_others(it) if each.says.who not in (None, it.me.name)]
    heard = [each for each in told if each.says.who != it.me.name_of(each.teller)]
    for one, two in combinations(heard, 2):
        same = alike(one.says.words, two.says.words) and alike(two.says.words, one.says.words)
        if same and one.teller != two.teller and not (_knew(one, two, it) or _knew(two, one, it)):
            what = it.put(one.says.text)
            yield it.think(
                "insight_heard", [one.row, two.row], 6, what, a=it.full(one.teller), b=it.full(two.teller),
                topic=what,
            )  # fmt: skip


def _knew(one: Telling, two: Telling, it: Lived) -> bool:
    """Check whether the second teller was there when the first told it, or was named as its source."""
    there = next((talk.others for talk in it.meetings if one.row in talk.rows), frozenset())
    return two.teller in there or it.me.name_of(two.teller) == one.says.origin


def about_what_is_not_owned_to(it: Lived) -> Iterator[Thought]:
    """Yield that somebody of whom the agent was told something has not said a word of it in two talks."""
    for each in told_by_others(it):
        who = it.me.everybody.agent_of(each.says.who) if each.says.who else ""
        if who in ("", each.teller, it.me.persona.id) or each.says.sides or not it.is_of_late(each.row):
            continue
        talks = it.talks_alone(who, each.row[1].minute)
        words = each.says.words - words_of_names(it.me.everybody, it.me.pack)
        said = any(who in talk.others and _touches(talk, words, it) for talk in it.meetings)
        if len(talks) > 1 and not said and each.says.relation in _HAPPENED:
            yield it.think(
                "insight_not_owned_to", [each.row, *(talk.note for talk in talks)], 6, it.full(who),
                other=it.full(who), teller=it.full(each.teller), what=it.put(each.says.text),
            )  # fmt: skip


def about_what_one_told(it: Lived) -> Iterator[Thought]:
    """Yield what the agent told only others of somebody, or said to their face."""
    told = [
        each for each in it.tellings
        if each.teller == it.me.persona.id and _can_be_said(each, it) and not each.says.sides
    ]  # fmt: skip
    yield from _out(told, it)
    yield from _behind_the_back(told, it)


def _out(told: list[Telling], it: Lived) -> Iterator[Thought]:
    """Yield that the agent has told somebody to their face what it thinks of them."""
    for seed in (row for row in it.of_kind("seed") if it.says(row[1]).who == it.me.name):
        says = it.says(seed[1])
        for each in told if says.relation in _JUDGES else ():
            concerned = it.me.name_of(each.hearer) in says.people
            asked = any(_asks(dealing, each, it) for dealing in it.dealings)
            asked = asked or _was_unsaid(says, each.hearer, it)  # said at last, which is another thought
            if concerned and each.says == says and each.row != seed and not asked:
                hearer, row, view = it.full(each.hearer), each.row, _view_of(says, each.hearer, it)
                yield it.think(
                    "insight_out_view" if view else "insight_out", [seed, row], 6, hearer, other=hearer,
                    what=view or it.put(says.text), place=it.me.place(row[1].place),
                )  # fmt: skip


def _was_unsaid(says: Proposition, hearer: AgentId, it: Lived) -> bool:
    """Look for an earlier conclusion that something had not been said to somebody."""
    unsaid = (read_insight(memory.text, it.me.pack, UNSAID) for _, memory in it.of_kind("reflection"))
    return any(
        values["other"] == it.full(hearer) and alike(content_words(values["what"], it.me.pack), says.words)
        for _, values in filter(None, unsaid)
    )


def _asks(dealing: Dealing, told: Telling, it: Lived) -> bool:
    """Tell what was asked for, and answered, from what was told."""
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
    """Look for words of what was told in the talks with a person."""
    return any(
        len(told.says.words & content_words(memory.text, it.me.pack)) > 1
        for talk in it.meetings if agent in talk.others for _, memory in talk.rows
    )  # fmt: skip


def about_what_is_unsaid(it: Lived) -> Iterator[Thought]:
    """Yield that the agent has talked with a person, and not said what it has on its mind about them.

    It has done so in several talks; for an opinion, one of today is not enough, and it must not be short.
    """
    for seed in it.of_kind("seed"):
        says = it.says(seed[1])
        praises = says.relation == "thinks" and phrases(it.me.pack.language).news(says.text) == "good"
        weighs = (says.relation in _WEIGHS and not praises) or it.me.pack.finds("worry", says.text)
        mine = says.who == it.me.name and weighs and not _is_private(says, it) and not says.occasion
        known = it.me.pack.finds("gave_word", says.text) or _has_come_up(says, it)  # to whom it was given
        if not mine or not it.can_quote(says.text) or seed[1].when is not None or known:
            continue
        for agent in map(it.me.everybody.agent_of, says.people[1:]):
            talks = it.talks_alone(agent)
            presses = says.relation in ("owes", "plans") or it.me.pack.finds("worry", says.text)
            if len(talks) > 1 or (presses and any(_is_long(talk, it) for talk in talks)):
                view, frame = _view_of(says, agent, it), "unsaid" if len(talks) > 1 else "unsaid_today"
                yield it.think(
                    f"insight_{frame}_view" if view else f"insight_{frame}",
                    [seed, *(each.note for each in talks)], 6, it.full(agent),
                    other=it.full(agent), what=view or it.put(says.text),
                )  # fmt: skip


def _is_long(talk: Meeting, it: Lived) -> bool:
    """Check that a talk of today was long enough to say something in it."""
    lines = [memory for _, memory in talk.rows if not memory.evidence and it.says(memory).words]
    return day_of(talk.minute) == day_of(it.prompt.now) and len(lines) >= LONG_TALK


def _view_of(says: Proposition, agent: AgentId, it: Lived) -> str:
    """Return what the agent thinks of a person, without the words that it thinks so, or an empty string."""
    found = it.me.pack.patterns["view"].match(says.does) if says.relation == "thinks" else None
    view = found["view"] if found else ""
    return it.put(view) if it.full(agent) in view else ""


def _has_come_up(says: Proposition, it: Lived) -> bool:
    """Look for something in the talks with anybody it is of, and for a question about a debt."""
    people = set(map(it.me.everybody.agent_of, says.people[1:]))
    words = says.words - words_of_names(it.me.everybody, it.me.pack)
    asked = says.relation == "owes" and any({each.asker, each.asked} & people for each in it.dealings)
    return asked or any(talk.others & people and _touches(talk, words, it) for talk in it.meetings)


def about_what_one_keeps_quiet(it: Lived) -> Iterator[Thought]:
    """Yield that a worry of the agent's own has not come up with any of its friends."""
    talks = [each for each in it.meetings if it.is_of_late(each.note)]
    known = {person.agent for person in it.prompt.people}  # as they stand by now
    friends = {agent for talk in talks for agent in talk.others & known if it.closeness(agent) >= CLOSE}
    with_them = [talk for talk in talks if talk.others & friends]
    for seed in it.of_kind("seed") if len(friends) > 1 and len(with_them) >= MANY_TALKS else ():
        says = it.says(seed[1])
        worries = says.relation == "feels" and it.me.pack.finds("worry", says.text)
        mine = says.people == (it.me.name,) and worries and not _is_private(says, it) and not says.occasion
        words = says.words - words_of_names(it.me.everybody, it.me.pack)
        said = any(_touches(talk, words, it) for talk in it.meetings)
        if mine and not said and it.can_quote(says.text) and seed[1].when is None:
            rows = [seed, *(talk.note for talk in with_them)]
            what, people = it.put(says.text), it.listed(sorted(friends))
            yield it.think("insight_kept_quiet", rows, 6, what, what=what, people=people)


def _is_private(says: Proposition, it: Lived) -> bool:
    """Recognise what is kept quiet: by its words, or as the secret that its author states."""
    return says.private or _states_a_secret(says.does, it.me.pack.language)


@lru_cache(maxsize=1_024)
def _states_a_secret(does: str, language: str) -> bool:
    book = phrases(language)
    ends = (does[at:] for at in range(len(does)))
    return any(book.read(frame, end) for end in ends for frame in ("means_secret", "means_secret_with"))


def _touches(talk: Meeting, words: frozenset[str], it: Lived) -> bool:
    """Look for one of some words in a talk."""
    return any(words & content_words(memory.text, it.me.pack) for _, memory in talk.rows)


def told_by_others(it: Lived) -> list[Telling]:
    """Return what others have told the agent and can be quoted: no invitation, and nothing that it knew."""
    names = words_of_names(it.me.everybody, it.me.pack)
    knew = [it.says(memory) for _, memory in it.of_kind("seed")]
    heard = (each for each in it.tellings if each.hearer == it.me.persona.id and _can_be_said(each, it))
    return [each for each in heard if not any(_is_contained(each.says, known, names) for known in knew)]


def _is_contained(says: Proposition, known: Proposition, names: frozenset[str]) -> bool:
    """Recognise a statement that says no more than another one, and of the same people."""
    return set(says.people) <= set(known.people) and alike(says.words - names, known.words - names)


def _can_be_said(each: Telling, it: Lived) -> bool:
    return not each.says.occasion and it.can_quote(each.says.text)
