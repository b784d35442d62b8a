"""Answers to everyday questions: how the agent is, what it did, fears and wants, whom it met."""

from __future__ import annotations

from collections.abc import Callable

from engine.clock import day_of
from engine.language.phrases import phrases
from engine.rehearsal.interview.lookup.deeds import what_was_done
from engine.rehearsal.interview.planning import at_heart, hopes
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.interview.reflecting import thoughts_of_late
from engine.rehearsal.interview.saying.hearer import FRIEND, holds_back
from engine.rehearsal.language.text import tidy
from engine.rehearsal.recollect import Found, is_second_hand
from engine.rehearsal.reflection.thought import read_insight
from engine.rehearsal.understand import Proposition

_AT_A_DOOR = ("was_refused", "waited")  # is nothing that anybody tells of
MOST_TOLD = 2
WORTH_TELLING = 4  # the importance from which on one mentions what one saw or heard
DOWNCAST = ("insight_missed", "deep_bad", "deep_neither")


def greeting(asked: Asked) -> Reply:
    """Return the greeting."""
    return Reply((asked.say("greet_back"),))


def thanks(asked: Asked) -> Reply:
    """Answer thanks."""
    return Reply((asked.say("no_thanks"),))


def wellbeing(asked: Asked) -> Reply:
    """Say how the agent is, by its latest conclusion, first of all about itself."""
    thoughts = thoughts_of_late(asked)[:1]
    if not thoughts:
        return Reply((asked.say("well"),))
    low = read_insight(thoughts[0].memory.text, asked.pack, DOWNCAST) is not None
    also = asked.quoted("come_to_think", thoughts)
    return Reply((asked.say("not_well" if low else "well"), *also), numbers(thoughts), yes=not low)


def day_written(asked: Asked) -> Reply | None:
    """Say what the diary says of the day, if it is over and asked about as a whole; or return None."""
    prompt, when = asked.prompt, asked.when
    if not asked.over or when.clock is not None or asked.person is not None or not asked.finds("ask_how_was"):
        return None
    diary, wanted = tidy(prompt.diary, 500), when.day or day_of(prompt.now)
    return Reply((diary,)) if diary and wanted == day_of(prompt.now) else None


def worry(asked: Asked) -> Reply | None:
    """Say what worries the agent, or return None if the question is about somebody else."""
    if asked.person is not None:
        return None
    return _of_oneself(
        asked, lambda says: says.relation != "thinks" and asked.pack.finds("worry", says.text), "no_worry"
    )


def regret(asked: Asked) -> Reply | None:
    """Say what the agent regrets, or return None if the question is about somebody else."""
    if asked.person is not None:
        return None
    return _of_oneself(
        asked, lambda says: says.relation != "thinks" and asked.pack.finds("regret", says.text), "no_regret"
    )


def happened(asked: Asked) -> Reply | None:
    """Say what was important on the day asked about, or else what it was spent on, or return None."""
    prompt = asked.prompt
    when = asked.when
    day = when.day or day_of(prompt.now)
    kinds = ("observation",) if asked.finds("ask_best") else ("observation", "talk")
    told = [
        Found(number, memory, memory.importance)
        for number, memory in asked.numbered()
        if memory.kind in kinds and memory.importance >= WORTH_TELLING
        and day_of(memory.minute) == day and not is_second_hand(memory, asked.pack)
        and not any(phrases(asked.pack.language).read(door, memory.text) for door in _AT_A_DOOR)
    ]  # fmt: skip
    by_words = {asked.recount(match.memory): match for match in reversed(told)}  # what was seen twice is one
    best = sorted(by_words.values(), key=lambda match: (-match.fit, -match.memory.id))[:MOST_TOLD]
    if not best:
        return what_was_done(asked)
    in_order = sorted(best, key=lambda match: match.memory.id)
    frame = "remember" if asked.finds("ask_best") else "news_is"
    parts = [*asked.quoted(frame, in_order[:1]), *asked.quoted("also", in_order[1:])]
    return Reply(tuple(parts), numbers(in_order))


def secret(asked: Asked) -> Reply | None:
    """Tell the agent's secret, since an interview is off the record, or return None about somebody else.

    Whoever asks in person is not told it: a friend hears that there is one.
    """
    asker = asked.prompt.asker
    if asked.person is not None and (asker is None or asked.person.agent != asker.agent):
        return None
    if asker is not None and holds_back(asked.prompt):
        frame = "secret_kept" if asker.closeness >= FRIEND else "rather_not"
        return Reply((asked.say(frame),), yes=True, knows=False)
    return _of_oneself(asked, lambda says: says.private, "no_secret", "own_secret")


def wish(asked: Asked) -> Reply | None:
    """Say what the agent wants: a wish rather than an errand, if there is one."""

    def wants(says: Proposition) -> bool:
        errand = says.occasion or asked.pack.finds("chore", says.does)
        return not errand and says.relation != "thinks" and asked.pack.finds("longs", says.does)

    def lacks(says: Proposition) -> bool:
        return not says.occasion and says.relation != "thinks" and asked.pack.finds("longs", says.does)

    def fears(says: Proposition) -> bool:
        return not says.occasion and says.relation != "thinks" and asked.pack.finds("worry", says.text)

    return (
        _of_oneself(asked, wants, "")
        or _of_oneself(asked, lacks, "")
        or _of_oneself(asked, fears, "", "so_that")
        or at_heart(asked)
        or hopes(asked)
    )


def _of_oneself(
    asked: Asked, fits: Callable[[Proposition], bool], none: str, frame: str = "remember"
) -> Reply | None:
    """Answer with the most important memory about the agent itself that fits, or else with its story.

    If nothing fits, answer with the frame `none`, or return None if that is empty.
    """
    me = asked.me.name
    mine = [
        (number, memory) for number, memory in asked.numbered()
        if memory.kind == "seed" and (says := asked.says(memory)).who == me and fits(says)
    ]  # fmt: skip
    if mine:
        number, memory = max(mine, key=lambda numbered: (numbered[1].importance, -numbered[1].id))
        sentence = asked.say(frame, core=asked.recount(memory))
        return Reply((sentence,), (number,), yes=True, rests_on=asked.question)
    for text in asked.prompt.persona.seed[:40]:
        says = asked.says(text)
        if says.who == me and fits(says):
            sentence = asked.say(frame, core=asked.own(tidy(text, 300)))
            return Reply((sentence,), yes=True, rests_on=asked.question)
    return Reply((asked.say(none),), yes=False, knows=False) if none else None
