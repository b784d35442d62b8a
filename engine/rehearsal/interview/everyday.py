"""Answers to what people ask each other any day: how one is, what one did, fears and wants, whom one met."""

from __future__ import annotations

from collections.abc import Callable

from engine.clock import day_of
from engine.records import Step
from engine.rehearsal.interview.planning import hopes
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.interview.reflecting import thoughts_of_late
from engine.rehearsal.interview.self_knowledge import own_words
from engine.rehearsal.language.doing import doing
from engine.rehearsal.language.text import tidy
from engine.rehearsal.recollect import Found, is_second_hand
from engine.rehearsal.reflection.thought import read_insight
from engine.rehearsal.understand import Proposition

MOST_DEEDS, MOST_MET, MOST_TOLD = 3, 5, 2
WORTH_TELLING = 4  # the importance from which on one mentions what one saw or heard
DOWNCAST = ("insight_worried", "insight_rival", "insight_refused", "insight_missed", "deep_rival_friend")


def greeting(asked: Asked) -> Reply:
    """Return a greeting, given back."""
    return Reply((asked.say("greet_back"),))


def thanks(asked: Asked) -> Reply:
    """Return a word of thanks, taken."""
    return Reply((asked.say("no_thanks"),))


def wellbeing(asked: Asked) -> Reply:
    """Return how one is, by what one concluded last, of oneself before others."""
    thoughts = thoughts_of_late(asked)[:1]
    if not thoughts:
        return Reply((asked.say("well"),))
    low = read_insight(thoughts[0].memory.text, asked.pack, DOWNCAST) is not None
    also = asked.quoted("come_to_think", thoughts)
    return Reply((asked.say("not_well" if low else "well"), *also), numbers(thoughts))


def day_lived(asked: Asked) -> Reply | None:
    """Return what most of the day asked about went into; of one that is no longer planned, what the diary
    says.
    """
    prompt = asked.prompt
    when = asked.pack.calendar.read(asked.question, prompt.now, prompt.starts)
    if when.clock is not None or asked.person is not None:
        return None
    wanted = when.day or day_of(prompt.now)
    diary = tidy(prompt.diary, 500)
    if asked.over and diary and wanted == day_of(prompt.now) and asked.finds("ask_how_was"):
        return Reply((diary,))
    over = [step for step in prompt.plan if step.start < prompt.now and step.activity.strip()]
    done = [step for step in over if day_of(step.start) == wanted]
    if done:
        return _done(done, asked)
    if diary and wanted <= day_of(prompt.now):
        return Reply((diary,))
    return _done(over, asked) if over else None


def _done(steps: list[Step], asked: Asked) -> Reply:
    longest = sorted(steps, key=lambda step: (step.start - step.end, step.start))[:MOST_DEEDS]
    deeds = [
        doing(own_words(asked, step.activity), asked.pack.grammar)
        for step in sorted(longest, key=lambda step: step.start)
    ]
    return Reply((asked.say("did", items=asked.pack.listed(list(dict.fromkeys(deeds)))),))


def met(asked: Asked) -> Reply:
    """With whom one has spoken today."""
    today = day_of(asked.prompt.now)
    talked = [
        person for person in asked.prompt.people
        if person.last_talk is not None and day_of(person.last_talk) == today
    ]  # fmt: skip
    latest = sorted(talked, key=lambda person: (-(person.last_talk or 0), person.name))[:MOST_MET]
    names = [asked.called(person) for person in latest]
    return Reply((asked.say("met", people=asked.pack.listed(names)) if names else asked.say("met_nobody"),))


def worry(asked: Asked) -> Reply | None:
    """Return what weighs on one."""
    if asked.person is not None:
        return None
    return _of_oneself(
        asked, lambda says: says.relation != "thinks" and asked.pack.finds("worry", says.text), "no_worry"
    )


def regret(asked: Asked) -> Reply | None:
    """Return what one would rather have done otherwise."""
    if asked.person is not None:
        return None
    return _of_oneself(
        asked, lambda says: says.relation != "thinks" and asked.pack.finds("regret", says.text), "no_regret"
    )


def happened(asked: Asked) -> Reply | None:
    """Return what one would tell of the day asked about: what mattered of it, else what it went into."""
    prompt = asked.prompt
    when = asked.pack.calendar.read(asked.question, prompt.now, prompt.starts)
    day = when.day or day_of(prompt.now)
    told = [
        Found(number, memory, memory.importance)
        for number, memory in asked.numbered()
        if memory.kind in ("observation", "talk") and memory.importance >= WORTH_TELLING
        and day_of(memory.minute) == day and not is_second_hand(memory, asked.pack)
    ]  # fmt: skip
    best = sorted(told, key=lambda each: (-each.fit, -each.memory.id))[:MOST_TOLD]
    if not best:
        return day_lived(asked)
    in_order = sorted(best, key=lambda each: each.memory.id)
    parts = [*asked.quoted("news_is", in_order[:1]), *asked.quoted("also", in_order[1:])]
    return Reply(tuple(parts), numbers(in_order))


def secret(asked: Asked) -> Reply | None:
    """Return what one has told nobody; nobody hears of it, since an interview is off the record."""
    if asked.person is not None:
        return None
    return _of_oneself(asked, lambda says: says.private, "no_secret")


def wish(asked: Asked) -> Reply | None:
    """Return what one wants."""
    found = _of_oneself(asked, lambda says: says.relation == "plans" and not says.occasion, "")
    return found or hopes(asked)


def _of_oneself(asked: Asked, fits: Callable[[Proposition], bool], none: str) -> Reply | None:
    """Return what one knows of oneself that fits, the weightiest of what came to mind, else of one's own
    story.
    """
    me = asked.me.name
    mine = [
        (number, memory) for number, memory in asked.numbered()
        if memory.kind == "seed" and (says := asked.says(memory)).who == me and fits(says)
    ]  # fmt: skip
    if mine:
        number, memory = max(mine, key=lambda each: (each[1].importance, -each[1].id))
        return Reply((asked.say("remember", core=asked.recount(memory)),), (number,))
    for text in asked.prompt.persona.seed[:40]:
        says = asked.says(text)
        if says.who == me and fits(says):
            return Reply((asked.say("remember", core=asked.own(tidy(text, 300))),))
    return Reply((asked.say(none),)) if none else None
