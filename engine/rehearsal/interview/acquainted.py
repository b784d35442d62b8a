"""Answers about relations to people: whom the agent likes, what they are to it, when it saw them."""

from __future__ import annotations

from dataclasses import replace

from engine.records import AgentId, Name
from engine.rehearsal.interview.bearing import not_told
from engine.rehearsal.interview.everyday import WORTH_TELLING
from engine.rehearsal.interview.lookup.meetings import last_words
from engine.rehearsal.interview.lookup.time_asked import TimeAsked, time_asked
from engine.rehearsal.interview.planning import NEAR
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.interview.reflecting import is_over
from engine.rehearsal.interview.saying.hearer import hearer_of
from engine.rehearsal.mind import closeness_of
from engine.rehearsal.opinion.reasons import about_closeness, tie
from engine.rehearsal.recollect import Found, is_second_hand
from engine.rehearsal.understand import content_words

_LIKED = 0.2  # how close somebody is at least with whom one gets on
_MOST_LIKED = 4
_LOOKED_THROUGH = 6  # memories that touch the question, of which one names whom it is about


def about_person(asked: Asked) -> Reply | None:
    """Say how the agent stands to a person, what it remembers of them, and when they last talked, or None."""
    person = asked.person
    if person is None:
        return None
    other = asked.me.name_of(person.agent)
    parts = [tie(person, asked)]
    if person.closeness >= 0.5 or person.closeness < 0:
        parts.append(asked.say("fond" if person.closeness > 0 else "cool", other=other.called))
    matches = _naming(other, asked, about=person.agent)
    parts += asked.quoted("remember", matches)
    if not matches and (other.full in person.note or other.called in person.note):
        parts.append(asked.own(person.note))
    if not matches:
        parts += last_words(person, asked)
    return Reply(tuple(parts), numbers(matches))


def what_they_are_like(asked: Asked) -> Reply | None:
    """Say what the agent knows of a person, if a question asks that or has no more words; or return None."""
    else_asked = any(map(asked.finds, ("asks_when", "asks_where", "asks_why", "asks_whether")))
    alone = not else_asked and not asked.topics - asked.words_of_names()
    asks_that = asked.finds("asks_what_like") or alone
    return about_person(asked) if asks_that else None


def standing(asked: Asked) -> Reply | None:
    """Say how the agent gets on with a person, what they are to it, and a reason; None if no one is named."""
    person = asked.person
    if person is None:
        return None
    close, other = closeness_of(person, asked.pack), asked.called(person)
    if close < 0:
        return replace(about_closeness(person, "cool", asked), yes=False)
    if close >= 0.5:
        return replace(about_closeness(person, "fond", asked), yes=True)
    frame = "gets_on" if close >= _LIKED else "op_neither"
    return Reply((asked.say(frame, other=other), tie(person, asked)), yes=close >= _LIKED)


def stands_to_me(asked: Asked) -> Reply | None:
    """Say what a person has told the agent about itself, else how they may stand to it; or return None."""
    person = asked.person
    if person is None:
        return None
    if told := _told_of_me(asked.me.name_of(person.agent), asked):
        return Reply(tuple(asked.quoted("bearing", told)), numbers(told))
    close = closeness_of(person, asked.pack)
    if not asked.finds("asks_whether") and (close < 0 or close >= 0.5):
        frame = "of_me_badly" if close < 0 else "of_me_well"
        return Reply((asked.say(frame, other=asked.called(person)),), knows=False)
    frame = "likes_me_not" if close < 0 else "likes_me" if close >= 0.5 else "likes_me_perhaps"
    return Reply((asked.say(frame, other=asked.called(person)),), knows=False)


def _told_of_me(name: Name, asked: Asked) -> list[Found]:
    """Return the memory of the last talk in which a person told the agent something about itself."""
    told = [
        Found(number, memory, memory.importance)
        for number, memory in asked.numbered()
        if (gaps := asked.pack.phrases.read("summary_told", memory.text) if memory.kind == "talk" else None)
        and gaps["teller"] == name.full and gaps["topic"].startswith(asked.me.name.full)
    ]  # fmt: skip
    return sorted(told, key=lambda match: match.memory.id)[-1:]


def _naming(name: Name, asked: Asked, about: AgentId = "") -> list[Found]:
    """Return the memory about a person, by name, that fits the question best, as a list of at most one."""
    topics = asked.topics | content_words(name.full, asked.pack)
    matches = [match for match in asked.best(topics, _LOOKED_THROUGH, about=about) if _tells(match, asked)]
    named = [match for match in matches if _is_of(name, match, asked)]
    return named[:1]


def _is_of(name: Name, match: Found, asked: Asked) -> bool:
    """Tell whether a memory is about a person first, rather than about what they said or heard of another."""
    says = asked.says(match.memory)
    others = [other for other in says.people if other != asked.me.name]
    named = others[:1] == [name] or (not others and name.called in says.text)
    return named and says.who in (name, asked.me.name, None)


def _tells(match: Found, asked: Asked) -> bool:
    """Tell whether a memory tells something about a person.

    Passing talk, everyday observations, plans, reflections that are outdated and what the asker has told do
    not count.
    """
    trivial = match.memory.kind == "observation" and match.memory.importance < WORTH_TELLING
    theirs = asked.prompt.asker is not None and asked.says(match.memory).source == hearer_of(
        asked.prompt.asker, asked.me
    )
    past = match.memory.kind == "reflection" and is_over(match.memory, asked)
    planned = match.memory.kind == "plan"
    return not (trivial or theirs or past or planned or is_second_hand(match.memory, asked.pack))


def about_stranger(asked: Asked) -> Reply | None:
    """Say that the agent does not know somebody of the town, and what it has heard of them, or give None."""
    known = {person.agent for person in asked.prompt.people} | {asked.prompt.persona.id}
    for agent, name in asked.prompt.names.items():
        if agent not in known and name.full in asked.question:
            matches = _naming(name, asked)
            parts = (asked.say("knows_not", other=name.full), *asked.quoted("heard_of", matches))
            return Reply(parts, numbers(matches))
    return None


def is_doing(asked: Asked) -> Reply | None:
    """Say what a person is doing these days, by what the agent saw and what they told, or return None."""
    person = asked.person
    if person is None:
        return None
    other = asked.me.name_of(person.agent)
    if other == hearer_of(asked.prompt.asker, asked.me):
        return Reply((asked.say("you_know_best"),), knows=False)
    time = time_asked(asked)
    if time is not None and not time.is_past(asked.me.now):
        return _will_be_doing(other, time, asked)
    told = [
        Found(number, memory, memory.importance) for number, memory in asked.numbered()
        if memory.kind in ("talk", "seed") and (says := asked.says(memory)).who == other
        and says.relation == "plans" and not asked.pack.finds("said", memory.text)
    ]  # fmt: skip
    latest = sorted(told, key=lambda match: -match.memory.id)[:1]
    latest += sorted(_seen_at_it(person.agent, asked), key=lambda match: -match.memory.id)[:1]
    if not latest:
        return Reply((asked.say("doing_unknown", other=other.called), *last_words(person, asked)))
    parts = [*asked.quoted("remember", latest[:1]), *asked.quoted("also", latest[1:])]
    return Reply(tuple(parts), numbers(latest))


def _will_be_doing(other: Name, time: TimeAsked, asked: Asked) -> Reply | None:
    """Say what the agent knows a person to do at a time to come, or that it does not know."""
    told = [
        Found(number, memory, memory.importance) for number, memory in asked.numbered()
        if memory.kind in ("seed", "talk")
        and memory.when is not None and abs(memory.when - time.first) < NEAR
        and asked.says(memory).who == other and not is_second_hand(memory, asked.pack)
    ]  # fmt: skip
    return Reply(tuple(asked.quoted("remember", told[:1])), numbers(told[:1])) if told else not_told(asked)


def _seen_at_it(agent: AgentId, asked: Asked) -> list[Found]:
    """Return the observations of what a person did themselves."""
    return [
        Found(number, memory, memory.importance) for number, memory in asked.numbered()
        if memory.kind == "observation" and memory.about[:1] == (agent,)
        and asked.says(memory).who == asked.me.name_of(agent) and not asked.pack.finds("said", memory.text)
    ]  # fmt: skip


def gets_on(asked: Asked) -> Reply:
    """Say with whom the agent gets on best and why, and with whom besides."""
    best = asked.closest()
    if best is None:
        return Reply((asked.say("no_one"),))
    reply = about_closeness(best, "fond_choice", asked)
    others = [
        asked.called(person) for person in asked.me.closest_first(asked.prompt.people)
        if closeness_of(person, asked.pack) >= _LIKED and person.agent != best.agent
    ]  # fmt: skip
    more = (asked.say("likes_too", people=asked.pack.listed(others[:_MOST_LIKED])),) if others else ()
    return Reply((*reply.parts, *more), reply.because)


def dislike(asked: Asked) -> Reply:
    """Say with whom the agent does not get on, and why."""
    cool = [person for person in asked.prompt.people if closeness_of(person, asked.pack) < 0]
    if not cool:
        return Reply((asked.say("no_dislike"),), knows=False)
    return about_closeness(min(cool, key=lambda person: (person.closeness, person.name)), "cool", asked)


def acquaintances(asked: Asked) -> Reply | None:
    """List the people that the agent knows, the closest first, or return None."""
    known = asked.me.closest_first(asked.prompt.people)[:6]
    names = [asked.me.name_of(person.agent).full for person in known]
    return Reply((asked.say("knows_name", other=asked.pack.listed(names)),)) if names else None
