"""Asking: what the agent asked of several people and what each answered, and what others ask of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from engine.clock import day_of
from engine.records import AgentId, Name
from engine.rehearsal.reflection.lived import Lived, tidy_topic
from engine.rehearsal.reflection.rows import Dealing, Meeting, Numbered
from engine.rehearsal.reflection.thought import Thought
from engine.rehearsal.understand import alike, content_words

SEVERAL = 2
_SORTS = ("thing", "deed", "aim", "stand")


def about_answers(it: Lived) -> Iterator[Thought]:
    """Yield what several people said who were asked for the same: all yes, all no, or some of each."""
    asked: dict[tuple[str, frozenset[str]], dict[AgentId, Dealing]] = defaultdict(dict)
    for each in it.dealings:
        if each.asker == it.me.persona.id and each.sort in _SORTS:
            asked[each.sort, _gist(each.what, asked, it)][each.asked] = each  # the last answer counts
    for (sort, _), answers in asked.items():
        what = next(iter(answers.values())).what
        yes = [agent for agent, each in answers.items() if each.answer > 0]
        no = [agent for agent, each in answers.items() if each.answer < 0]
        if len(yes) + len(no) < SEVERAL:
            continue
        rows = [*(answers[agent].row for agent in (*yes, *no)), *_thought_before(what, it)]
        outcome = "split" if yes and no else "agreed" if yes else "refused"
        yield it.think(
            f"insight_{sort}_{outcome}", rows, 7, tidy_topic(what), topic=tidy_topic(what),
            yes=it.listed(yes), no=it.listed(no),
        )  # fmt: skip


def _gist(what: str, known: Iterable[tuple[str, frozenset[str]]], it: Lived) -> frozenset[str]:
    """Return the words of what is asked for, or those of the same asked for before in other words."""
    words = content_words(what, it.me.pack) or frozenset((what,))
    return next((other for _, other in known if alike(words, other) and alike(other, words)), words)


def _thought_before(what: str, it: Lived) -> list[Numbered]:
    """Return the last conclusion that was drawn from what one of the same people had answered."""
    found = [row for row in it.of_kind("reflection") if what in row[1].text]
    return found[-1:]


def about_being_asked(it: Lived) -> Iterator[Thought]:
    """Yield that the same is asked of the agent again and again, or by more than one person."""
    asked: dict[tuple[str, frozenset[str]], list[Dealing]] = defaultdict(list)
    for each in it.dealings:
        if each.asked == it.me.persona.id and each.sort in ("thing", "deed"):
            asked[each.sort, _gist(each.what, asked, it)].append(each)
    for (sort, _), found in asked.items():
        topic, askers = tidy_topic(found[0].what), list(dict.fromkeys(each.asker for each in found))
        rows = [each.row for each in found]
        if len(askers) >= SEVERAL:
            people = it.listed(askers)
            yield it.think(f"insight_asked_{sort}_by_several", rows, 6, topic, people=people, topic=topic)
        elif len({each.row[1].minute for each in found}) >= SEVERAL:
            times = it.times(len({each.row[1].minute for each in found}))
            yield it.think(
                f"insight_asked_{sort}_again", rows, 6, topic, asker=it.full(askers[0]), topic=topic,
                times=times,
            )  # fmt: skip


def about_what_is_left(it: Lived) -> Iterator[Thought]:
    """Yield that somebody said no and that it has not come up again in the talks since."""
    rivals = {name.full for name in rivals_of_oneself(it)}
    for each in it.dealings:
        mine = each.asker == it.me.persona.id and each.answer < 0 and each.sort in _SORTS
        mine = mine and not (each.sort == "stand" and it.full(each.asked) in rivals)
        since = it.talks_with(each.asked, each.row[1].minute) if mine and it.is_of_late(each.row) else []
        if len(since) >= SEVERAL and not any(_speaks_of(talk, each.what, it) for talk in since):
            other, topic = it.full(each.asked), tidy_topic(each.what)
            yield it.think(
                f"insight_{each.sort}_left", [each.row, *(talk.note for talk in since)], 6, other,
                other=other, topic=topic, times=it.times(len(since)),
            )  # fmt: skip


def _speaks_of(talk: Meeting, what: str, it: Lived) -> bool:
    """Return whether a longer word of what was asked for occurs in a talk."""
    words = content_words(what, it.me.pack)
    return not words or any(words & content_words(memory.text, it.me.pack) for _, memory in talk.rows)


def about_a_change_of_mind(it: Lived) -> Iterator[Thought]:
    """Yield that somebody who was asked for the same twice has come to another answer."""
    for one, two in combinations(it.dealings, 2):
        same = (one.sort, one.asker, one.asked) == (two.sort, two.asker, two.asked)
        later = same and one.row[1].minute < two.row[1].minute  # within one talk it is no change of mind
        if not later or one.answer * two.answer >= 0 or not is_of_the_same(one.what, two.what, it):
            continue
        other = it.full(one.asked if one.asker == it.me.persona.id else one.asker)
        frame = "insight_came_round" if two.answer > 0 else "insight_went_back"
        yield it.think(
            frame, [one.row, two.row, *_thought_before(one.what, it)], 7, other, other=other,
            who=it.full(one.asked), day=it.on(day_of(two.row[1].minute)), one=why_said(two, it),
        )  # fmt: skip


def is_of_the_same(one: str, other: str, it: Lived) -> bool:
    """Return whether two things that were asked for are the same, the one perhaps in more words."""
    words = [content_words(what, it.me.pack) or frozenset((what,)) for what in (one, other)]
    return alike(*words) or alike(*reversed(words))


def rivals_of_oneself(it: Lived) -> set[Name]:
    """Return who stands for the same as the agent, and the agent itself if anybody does."""
    standing = [each for each in it.dealings if each.sort == "stand"]
    mine = {each.what for each in standing if each.asker == it.me.persona.id}
    named = [it.says(row[1]).sides for row in it.of_kind("seed", "plan", "talk")]
    return {it.me.name_of(each.asker) for each in standing if each.what in mine} | {
        name for sides in named if it.me.name in sides for name in sides
    }


def why_said(each: Dealing, it: Lived) -> str:
    """Return an answer as a clause: `Edda Lind said yes when Isabel Moreno asked for forty lanterns`."""
    mine = each.asker == it.me.persona.id
    role = "got" if mine else "gave"
    answer = "yes" if each.answer > 0 else "no"
    other = it.full(each.asked if mine else each.asker)
    what = it.put(each.what)
    said = it.clause(f"deal_{role}_{each.sort}_{answer}", other=other, topic=what, what=what)
    return it.put(said)
