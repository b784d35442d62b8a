"""Answers about how one stands to people: whom one likes and not, what they are to one, when one saw them."""

from __future__ import annotations

from engine.clock import day_of
from engine.records import AgentId, Name
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.interview.reflecting import about_closeness
from engine.rehearsal.interview.self_knowledge import own_words
from engine.rehearsal.language.doing import without_article
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import closeness_of
from engine.rehearsal.recollect import Found
from engine.rehearsal.understand import content_words

_LIKED = 0.2  # how close somebody is at least with whom one gets on
_MOST_LIKED = 4
_LOOKED_THROUGH = 6  # memories that touch the question, of which one names whom it is about


def about_person(asked: Asked) -> Reply | None:
    """Return how one stands to somebody, what one remembers of them, and when one last talked."""
    person = asked.person
    if person is None:
        return None
    other = asked.me.name_of(person.agent)
    parts = [_tie(tidy(person.kind, 120), other.full, asked)]
    if person.closeness >= 0.5 or person.closeness < 0:
        parts.append(asked.say("fond" if person.closeness > 0 else "cool", other=other.called))
    found = _naming(other, asked, about=person.agent)
    parts += asked.quoted("remember", found)
    if not found and (other.full in person.note or other.called in person.note):
        parts.append(asked.own(person.note))
    if not found:
        parts += _last_talk(asked)
    return Reply(tuple(parts), numbers(found))


def _naming(name: Name, asked: Asked, about: AgentId = "") -> list[Found]:
    """Return what fits best of what one remembers of somebody by name."""
    topics = asked.topics | content_words(name.full, asked.pack)
    found = asked.best(topics, _LOOKED_THROUGH, about=about)
    named = [each for each in found if name.full in each.memory.text or name.called in each.memory.text]
    return named[:1]


def _tie(kind: str, other: str, asked: Asked) -> str:
    """Return what somebody is to one: "my friend", or as whom one thinks of them."""
    if not kind:
        return asked.say("knows_name", other=other)
    if asked.pack.finds("tie_of_its_own", kind):
        return asked.say("thinks_of", other=other, kind=own_words(asked, kind))
    kind = own_words(asked, without_article(kind, asked.pack.grammar))
    return asked.say("knows_person", other=other, kind=kind)


def _last_talk(asked: Asked) -> list[str]:
    last = asked.person.last_talk if asked.person else None
    if last is None or day_of(last) < 1:
        return []
    return [
        asked.say("last_talk", when=asked.pack.calendar.moment(last, asked.prompt.now, asked.prompt.starts))
    ]


def about_stranger(asked: Asked) -> Reply | None:
    """Return that one does not know somebody of the town, and what one has heard of them all the same."""
    known = {person.agent for person in asked.prompt.people} | {asked.prompt.persona.id}
    for agent, name in asked.prompt.names.items():
        if agent not in known and name.full in asked.question:
            found = _naming(name, asked)
            parts = (asked.say("knows_not", other=name.full), *asked.quoted("heard_of", found))
            return Reply(parts, numbers(found))
    return None


def seen(asked: Asked) -> Reply | None:
    """Return whether one has seen or talked to somebody on the day asked about, which is today unless the
    question names another, and what they were at.
    """
    person, prompt = asked.person, asked.prompt
    if person is None:
        return None
    when = asked.pack.calendar.read(asked.question, prompt.now, prompt.starts)
    day = when.day or day_of(prompt.now)
    found = [
        (memory.id, number, memory) for number, memory in asked.numbered()
        if memory.kind == "observation"
        and memory.about[:1] == (person.agent,)
        and day_of(memory.minute) == day
    ]  # fmt: skip
    talked = person.last_talk is not None and day_of(person.last_talk) == day
    other = asked.called(person)
    if not talked and not found:
        return Reply((asked.say("seen_not", other=other), *_last_talk(asked)))
    parts = [asked.say("seen_talked" if talked else "seen_only", other=other)]
    parts += [asked.say("also", core=asked.recount(memory)) for _, _, memory in sorted(found)[-1:]]
    return Reply(tuple(parts), tuple(number for _, number, _ in sorted(found)[-1:]))


def gets_on(asked: Asked) -> Reply:
    """Return with whom one gets on best, and why, and with whom besides."""
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
    """With whom one does not get on, and why."""
    cool = [person for person in asked.prompt.people if closeness_of(person, asked.pack) < 0]
    if not cool:
        return Reply((asked.say("no_dislike"),))
    return about_closeness(min(cool, key=lambda person: (person.closeness, person.name)), "cool", asked)


def acquaintances(asked: Asked) -> Reply | None:
    """Return the people one knows, the closest first."""
    known = asked.me.closest_first(asked.prompt.people)[:6]
    names = [asked.me.name_of(person.agent).full for person in known]
    return Reply((asked.say("knows_name", other=asked.pack.listed(names)),)) if names else None
