"""Asking: what several people would not do when asked, what several ask for, and who has another answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from engine.records import AgentId
from engine.rehearsal.reflection.lived import Lived, tidy_topic
from engine.rehearsal.reflection.rows import Dealing, Meeting, Numbered
from engine.rehearsal.reflection.thought import Thought
from engine.rehearsal.understand import alike, content_words

REFUSALS = 2
_SORTS = ("thing", "deed", "aim")


def about_answers(it: Lived) -> Iterator[Thought]:
    """Yield what several people were asked for, one after the other, and all refused.

    What is asked for in words about the agent itself is as its author put it, and not as anybody asks.
    """
    asked: dict[tuple[str, frozenset[str]], dict[AgentId, Dealing]] = defaultdict(dict)
    for each in it.dealings:
        if each.asker == it.me.persona.id and each.sort in _SORTS and it.me.name.full not in each.what:
            asked[each.sort, _gist(each.what, asked, it)][each.asked] = each  # the last answer counts
    for (sort, _), answers in asked.items():
        what = next(iter(answers.values())).what
        no = [agent for agent, each in answers.items() if each.answer < 0]
        if len(no) >= REFUSALS and not any(each.answer > 0 for each in answers.values()):
            rows = [*(answers[agent].row for agent in no), *_thought_before(what, it)]
            topic = tidy_topic(what)
            yield it.think(f"insight_{sort}_refused", rows, 7, topic, topic=topic, no=it.listed(no))


def _gist(what: str, known: Iterable[tuple[str, frozenset[str]]], it: Lived) -> frozenset[str]:
    """Return the words of what is asked for, or those of the same asked for before in other words."""
    words = content_words(what, it.me.pack) or frozenset((what,))
    return next((other for _, other in known if alike(words, other) and alike(other, words)), words)


def _thought_before(what: str, it: Lived) -> list[Numbered]:
    """Return the last conclusion that was drawn from what one of the same people had answered."""
    found = [row for row in it.of_kind("reflection") if what in row[1].text]
    return found[-1:]


def about_being_asked(it: Lived) -> Iterator[Thought]:
    """Yield that the same is asked of the agent by more than one person."""
    asked: dict[tuple[str, frozenset[str]], list[Dealing]] = defaultdict(list)
    for each in it.dealings:
        if each.asked == it.me.persona.id and each.sort in ("thing", "deed"):
            asked[each.sort, _gist(each.what, asked, it)].append(each)
    for (sort, _), found in asked.items():
        topic, askers = tidy_topic(found[0].what), list(dict.fromkeys(each.asker for each in found))
        if len(askers) >= REFUSALS:
            yield it.think(
                f"insight_asked_{sort}_by_several", [each.row for each in found], 6, topic,
                people=it.listed(askers), topic=topic,
            )  # fmt: skip


def about_what_is_left(it: Lived) -> Iterator[Thought]:
    """Yield that somebody said no and that it has not come up again when the two talked since."""
    for each in it.dealings:
        mine = each.asker == it.me.persona.id and each.answer < 0 and each.sort in _SORTS
        since = it.talks_alone(each.asked, each.row[1].minute) if mine and it.is_of_late(each.row) else []
        came_up = any(_speaks_of(talk, each.what, it) for talk in _met_since(each, it)) if since else True
        if not came_up and not _thought_before(each.what, it):
            other, topic = it.full(each.asked), tidy_topic(each.what)
            yield it.think(
                f"insight_{each.sort}_left", [each.row, *(talk.note for talk in since)], 6, other,
                other=other, topic=topic,
            )  # fmt: skip


def _met_since(dealing: Dealing, it: Lived) -> list[Meeting]:
    """Return all talks since a dealing in which the one who was asked took part."""
    after = dealing.row[1].minute
    return [talk for talk in it.meetings if dealing.asked in talk.others and talk.minute > after]


def _speaks_of(talk: Meeting, what: str, it: Lived) -> bool:
    """Return whether a longer word of what was asked for occurs in a talk."""
    words = content_words(what, it.me.pack)
    return not words or any(words & content_words(memory.text, it.me.pack) for _, memory in talk.rows)


def about_a_change_of_mind(it: Lived) -> Iterator[Thought]:
    """Yield that somebody who was asked for the same twice has come to another answer."""
    for one, two in combinations(it.dealings, 2):
        same = (one.sort, one.asker, one.asked) == (two.sort, two.asker, two.asked)
        later = same and one.row[1].minute < two.row[1].minute  # within one talk it is no change of mind
        mine = one.asked == it.me.persona.id  # who changes its own mind knows
        if mine or not later or one.answer * two.answer >= 0 or not is_of_the_same(one.what, two.what, it):
            continue
        who = it.full(one.asked)
        frame = "insight_came_round" if two.answer > 0 else "insight_went_back"
        rows = [one.row, two.row, *_thought_before(one.what, it)]
        yield it.think(frame, rows, 7, who, other=who, who=who, one=why_said(two, it))


def is_of_the_same(one: str, other: str, it: Lived) -> bool:
    """Return whether two things that were asked for are the same, the one perhaps in more words."""
    words = [content_words(what, it.me.pack) or frozenset((what,)) for what in (one, other)]
    return alike(*words) or alike(*reversed(words))


def why_said(each: Dealing, it: Lived) -> str:
    """Return an answer as a clause: `Edda Lind said yes when Isabel Moreno asked for forty lanterns`."""
    mine = each.asker == it.me.persona.id
    role = "got" if mine else "gave"
    answer = "yes" if each.answer > 0 else "no"
    other = it.full(each.asked if mine else each.asker)
    what = it.put(each.what)
    said = it.clause(f"deal_{role}_{each.sort}_{answer}", other=other, topic=what, what=what)
    return it.put(said)
