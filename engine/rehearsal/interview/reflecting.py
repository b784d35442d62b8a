"""Answers that weigh: what moves the agent, and what it would give or say to those it is close to."""

from __future__ import annotations

from engine.prompts.known import Acquaintance
from engine.records import Memory
from engine.rehearsal.interview.question import Asked, Reply, is_named, numbers
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import closeness_of
from engine.rehearsal.opinion.reasons import about_closeness
from engine.rehearsal.recollect import Found, is_second_hand
from engine.rehearsal.reflection.thought import read_insight
from engine.rehearsal.understand import alike

_AHEAD = ("insight_guests", "insight_two_at_once")


def inspired(asked: Asked) -> Reply | None:
    """Say what moves the agent at present, with a conclusion or memory, or return None."""
    currently = tidy(asked.prompt.persona.currently, 260)
    ranked = sorted(
        (
            Found(number, memory, memory.importance)
            for number, memory in asked.numbered()
            if memory.kind in ("reflection", "seed")
            and memory.when is None
            and not asked.says(memory).private
        ),
        key=lambda match: (
            match.memory.kind != "reflection",
            -match.memory.depth,
            -match.fit,
            match.number,
        ),
    )[:1]
    parts = [asked.say("inspires", core=asked.own(currently))] if currently else []
    parts += asked.quoted("also" if parts else "inspires", ranked)
    return Reply(tuple(parts), numbers(ranked)) if parts else None


def closest(asked: Asked) -> Reply:
    """Say with whom the agent would rather spend time, and why."""
    person = asked.closest()
    return about_closeness(person, "fond_choice", asked) if person else Reply((asked.say("no_one"),))


def one_of(asked: Asked) -> Reply | None:
    """Say which of several people named is closest to the agent and why, or return None.

    The agent does not compare anybody with itself.
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
    """Return the agent's conclusions that still hold, those about itself first, then the latest first."""
    thoughts = [
        Found(number, memory, memory.importance)
        for number, memory in asked.numbered()
        if memory.kind == "reflection" and not is_over(memory, asked)
    ]
    me, own = asked.me.name.full, {asked.prompt.persona.id}

    def rank(thought: Found) -> tuple[bool, bool, int]:
        return (me not in thought.memory.text, not own.issuperset(thought.memory.about), -thought.memory.id)

    return sorted(thoughts, key=rank)


def is_over(memory: Memory, asked: Asked) -> bool:
    """Tell whether a conclusion looks forward to an occasion that is over."""
    gaps = read_insight(memory.text, asked.pack, _AHEAD)
    if gaps is None:
        return False
    occasion = gaps[1].get("occasion", "")
    known = (*asked.prompt.engagements, *(memory for _, memory in asked.numbered()))
    return any(
        memory.when is not None and memory.when < asked.prompt.now and asked.says(memory).occasion == occasion
        for memory in known
    )


def _of_different_things(thoughts: list[Found], asked: Asked) -> list[Found]:
    """Return thoughts without those that mostly repeat an earlier one."""
    different: list[Found] = []
    for match in thoughts:
        words = asked.says(match.memory).words
        words_before = [asked.says(other.memory).words for other in different]
        if not any(alike(words, other) or alike(other, words) for other in words_before):
            different.append(match)
    return different


def concluded(asked: Asked) -> Reply | None:
    """Say what the agent has concluded lately, or return None."""
    ranked = _of_different_things(thoughts_of_late(asked), asked)
    parts = [
        asked.say("also" if parts else "come_to_think", core=asked.recount(thought.memory))
        for parts, thought in enumerate(ranked[:2])
    ]
    return Reply(tuple(parts), numbers(ranked[:2])) if parts else None


def gift(asked: Asked) -> Reply | None:
    """Suggest a gift, book or compliment for a person, from what the agent knows of them."""
    person = asked.person or asked.closest()
    if person is None:
        return Reply((asked.say("no_one"),))
    frame = "book" if asked.finds("ask_book") else "compliment" if asked.finds("ask_compliment") else "gift"
    matches = _to_go_by(person, asked, of_use=frame != "compliment")
    if not matches:
        return Reply((asked.say(f"{frame}_plain", other=asked.called(person)),))
    core = asked.recount(matches[0].memory)
    return Reply((asked.say(frame, other=asked.called(person), core=core),), numbers(matches))


def _to_go_by(person: Acquaintance, asked: Asked, *, of_use: bool) -> list[Found]:
    """Return the most important memory to choose a gift or compliment by, as a list of at most one.

    It is about the person's life and neither a secret nor an appointment: their story, else what the agent
    has seen them do, what both share, or what it thinks of them. With `of_use`, what they do counts before
    what both share.
    """
    name = asked.me.name_of(person.agent)
    matches = [
        Found(number, memory, memory.importance)
        for number, memory in asked.numbered()
        if person.agent in memory.about and memory.when is None and not is_second_hand(memory, asked.pack)
    ]
    open_to_all = [
        match for match in matches
        if not (says := asked.says(match.memory)).private and not says.occasion
        if not asked.pack.finds("all_know", match.memory.text)
    ]  # fmt: skip
    story = [
        match for match in open_to_all if match.memory.kind == "seed" and asked.says(match.memory).who == name
    ]
    shared = [
        match for match in open_to_all
        if match.memory.kind == "seed" and asked.says(match.memory).relation != "thinks"
    ]  # fmt: skip
    seen = [
        match for match in open_to_all
        if match.memory.kind == "observation" and match.memory.about == (person.agent,)
    ]  # fmt: skip
    thought = [
        match for match in open_to_all
        if match.memory.kind == "reflection" and match.memory.about == (person.agent,)
    ]  # fmt: skip
    chosen = story or (seen or shared if of_use else shared or seen) or thought
    return [max(chosen, key=lambda match: (match.fit, -match.number))] if chosen else []
