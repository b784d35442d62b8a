"""Asking: what the agent asked of several people and what each answered, and what others ask of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from engine.records import AgentId
from engine.rehearsal.reflection.lived import Lived, tidy_topic
from engine.rehearsal.reflection.rows import Dealing, Meeting, Numbered, words_of_names
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
            yes=it.listed(yes, len(yes)), no=it.listed(no, len(no)),
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
    for each in it.dealings:
        mine = each.asker == it.me.persona.id and each.answer < 0 and each.sort in _SORTS
        since = [talk for talk in it.meetings if each.asked in talk.others] if mine else []
        since = [talk for talk in since if talk.minute > each.row[1].minute]
        if since and not any(_speaks_of(talk, each.what, it) for talk in since):
            other, topic = it.full(each.asked), tidy_topic(each.what)
            times = it.times(len(since)) if len(since) > 1 else it.me.pack.word("once")
            yield it.think(
                f"insight_{each.sort}_left", [each.row, *(talk.note for talk in since)], 6, other,
                other=other, topic=topic, times=times,
            )  # fmt: skip


def _speaks_of(talk: Meeting, what: str, it: Lived) -> bool:
    """Return whether a longer word of what was asked for occurs in a talk."""
    words = content_words(what, it.me.pack)
    return not words or any(words & content_words(memory.text, it.me.pack) for _, memory in talk.rows)


def about_a_yes_seen(it: Lived) -> Iterator[Thought]:
    """Yield that somebody who said yes was seen since at something that has to do with it."""
    names = words_of_names(it.me.everybody, it.me.pack)
    for each in it.dealings:
        if each.asker != it.me.persona.id or each.answer < 1 or each.sort not in ("thing", "deed"):
            continue
        words = content_words(each.what, it.me.pack) - names
        for seen in it.sightings:
            after = seen.agent == each.asked and seen.minute > each.row[1].minute
            if after and it.is_telling(seen.deed) and words & content_words(seen.deed, it.me.pack):
                other, topic = it.full(each.asked), tidy_topic(each.what)
                yield it.think(
                    f"insight_{each.sort}_seen", [each.row, seen.row], 7, other, other=other, topic=topic,
                    day=it.on(seen.day), doing=seen.deed, place=it.me.place(seen.place),
                )  # fmt: skip
                break
