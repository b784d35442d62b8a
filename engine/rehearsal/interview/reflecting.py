"""Answers that weigh: what moves one, and what one would give, say or spend on those who are close."""

from __future__ import annotations

from engine.prompts.known import Acquaintance
from engine.records import Memory
from engine.rehearsal.interview.question import Asked, Reply, is_named, numbers
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import closeness_of
from engine.rehearsal.recollect import Found, is_second_hand
from engine.rehearsal.reflection.thought import read_insight

_FOND = ("fond_choice", "one_of")  # of whom the last thing noted may speak against it
ABOUT_SOMEBODY = (
    "insight_friend",
    "insight_source",
    "insight_person",
    "deep_person_place",
    "deep_doing_person",
)


def inspired(asked: Asked) -> Reply | None:
    """Return what moves one at present, with the conclusion or memory behind it."""
    currently = tidy(asked.prompt.persona.currently, 260)
    ranked = sorted(
        (
            Found(number, memory, memory.importance)
            for number, memory in asked.numbered()
            if memory.kind in ("reflection", "seed")
            and memory.when is None
            and not asked.says(memory).private
        ),
        key=lambda each: (each.memory.kind != "reflection", -each.memory.depth, -each.fit, each.number),
    )[:1]
    parts = [asked.say("inspires", core=asked.own(currently))] if currently else []
    parts += asked.quoted("also" if parts else "inspires", ranked)
    return Reply(tuple(parts), numbers(ranked)) if parts else None


def closest(asked: Asked) -> Reply:
    """Return whom one would rather spend time with, and why."""
    person = asked.closest()
    return about_closeness(person, "fond_choice", asked) if person else Reply((asked.say("no_one"),))


def one_of(asked: Asked) -> Reply | None:
    """Return which of several people who are named is the closest to one, and why; nobody is weighed against
    oneself.
    """
    if len(asked.named) == 1 and is_named(asked.me.name, asked.question):
        return Reply((asked.say("one_of_me", other=asked.called(asked.named[0])),))
    if len(asked.named) < 2:
        return None
    ranked = sorted(asked.named, key=lambda person: -closeness_of(person, asked.pack))
    first, second = (closeness_of(person, asked.pack) for person in ranked[:2])
    if first == second:
        names = asked.pack.listed([asked.called(person) for person in ranked])
        return Reply((asked.say("one_of_equals", people=names),))
    return about_closeness(ranked[0], "one_of" if first > 0 else "one_of_bad", asked)


def thoughts_of_late(asked: Asked) -> list[Found]:
    """Return what one has concluded, about oneself first, and the latest first."""
    thoughts = [
        Found(number, memory, memory.importance)
        for number, memory in asked.numbered()
        if memory.kind == "reflection"
    ]
    me, own = asked.me.name.full, {asked.prompt.persona.id}

    def rank(each: Found) -> tuple[bool, bool, int]:
        return (me not in each.memory.text, not own.issuperset(each.memory.about), -each.memory.id)

    return sorted(thoughts, key=rank)


def concluded(asked: Asked) -> Reply | None:
    """Return what one has come to think of late."""
    ranked = thoughts_of_late(asked)
    parts = [
        asked.say("also" if parts else "come_to_think", core=asked.recount(each.memory))
        for parts, each in enumerate(ranked[:2])
    ]
    return Reply(tuple(parts), numbers(ranked[:2])) if parts else None


def about_closeness(person: Acquaintance, frame: str, asked: Asked) -> Reply:
    """That one does or does not get on with somebody, and what speaks for it."""
    found = _between(person, asked)
    parts = [asked.say(frame, other=asked.me.name_of(person.agent).full), *asked.quoted("why", found)]
    if not found and person.note and frame not in _FOND:
        parts.append(asked.own(person.note))
    return Reply(tuple(parts), numbers(found))


def gift(asked: Asked) -> Reply | None:
    """Something that would suit somebody, from what one knows of them."""
    person = asked.person or asked.closest()
    if person is None:
        return Reply((asked.say("no_one"),))
    frame = "book" if asked.finds("ask_book") else "compliment" if asked.finds("ask_compliment") else "gift"
    found = _to_go_by(person, asked)
    if not found:
        return Reply((asked.say(f"{frame}_plain", other=asked.called(person)),))
    core = asked.recount(found[0].memory)
    return Reply((asked.say(frame, other=asked.called(person), core=core),), numbers(found))


def _to_go_by(person: Acquaintance, asked: Asked) -> list[Found]:
    """Return what weighs most of what one knows of somebody's life that is no secret and no appointment:
    else what one has seen them do.
    """
    name = asked.me.name_of(person.agent)
    found = [
        Found(number, memory, memory.importance)
        for number, memory in asked.numbered()
        if person.agent in memory.about and memory.when is None and not is_second_hand(memory, asked.pack)
    ]
    open_to_all = [
        each for each in found if not (says := asked.says(each.memory)).private and not says.occasion
    ]
    story = [
        each for each in open_to_all if each.memory.kind == "seed" and asked.says(each.memory).who == name
    ]
    shared = [
        each for each in open_to_all
        if each.memory.kind == "seed" and asked.says(each.memory).relation != "thinks"
    ]  # fmt: skip
    seen = [
        each for each in open_to_all
        if each.memory.kind == "observation" and each.memory.about == (person.agent,)
    ]  # fmt: skip
    chosen = story or shared or seen
    return [max(chosen, key=lambda one: (one.fit, -one.number))] if chosen else []


def _between(person: Acquaintance, asked: Asked) -> list[Found]:
    """Return what weighs most of what lies between oneself and somebody: what one concluded, else one's
    story with them, in which both stand.
    """
    me, name = asked.me.name, asked.me.name_of(person.agent)
    found = [
        Found(number, memory, memory.importance)
        for number, memory in asked.numbered()
        if person.agent in memory.about
    ]
    concluded = [each for each in found if _concludes(each.memory, name.full, asked.pack)]
    story = [
        each for each in found
        if each.memory.kind == "seed" and each.memory.when is None and me.full in each.memory.text
    ]  # fmt: skip
    chosen = concluded or story
    return [max(chosen, key=lambda one: (one.fit, -one.number))] if chosen else []


def _concludes(memory: Memory, name: str, pack: Pack) -> bool:
    """Return whether a memory is a conclusion about somebody."""
    insight = read_insight(memory.text, pack, ABOUT_SOMEBODY) if memory.kind == "reflection" else None
    return insight is not None and insight[1].get("other") == name
