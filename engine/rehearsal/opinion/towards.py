"""Leanings on people: how well the agent knows them, how much it likes them, whose side it is on."""

from __future__ import annotations

from engine.records import Name
from engine.rehearsal.interview.acquainted import about_person
from engine.rehearsal.interview.lookup.meetings import met_person
from engine.rehearsal.interview.question import Asked, Reply
from engine.rehearsal.mind import closeness_of
from engine.rehearsal.opinion.leaning import (
    Leaning,
    is_about_oneself,
    known_as,
    matter,
    told,
    touches,
    who_is_asked_about,
)
from engine.rehearsal.opinion.reasons import about_closeness
from engine.rehearsal.recollect import AGAINST, FOR
from engine.rehearsal.strangers import stranger_asked_about
from engine.rehearsal.understand import content_words

NEITHER = 0.15  # how near one is at most to whom one has nothing for or against
_BY_SIGHT, _BY_TALK, _DAILY, _NEAR = 0.15, 0.2, 0.15, 0.5  # of what knowing somebody is made
_ALL_FOR, _ALL_AGAINST = 0.95, 0.05
_OWN_STORY = 40  # sentences of what is written of one
_STANCES = dict.fromkeys(FOR, _ALL_FOR) | dict.fromkeys(AGAINST, _ALL_AGAINST)


def acquainted(asked: Asked) -> Leaning | None:
    """Return the agent's acquaintance with a person as a leaning (0 for an unknown one), or None."""
    name = who_is_asked_about(asked)
    if name is None:
        return is_about_oneself(asked) or _never_heard_of(asked)
    person = known_as(asked, name)
    if person is None:
        return Leaning(0.0, Reply((asked.say("knows_not", other=name.full),)), yes=False)
    share = _BY_SIGHT + _NEAR * abs(person.closeness)
    share += _BY_TALK * (person.last_talk is not None) + _DAILY * person.about_daily
    return Leaning(min(1.0, share), about_person(asked) or Reply(()), yes=True)


def _never_heard_of(asked: Asked) -> Leaning | None:
    """Return a leaning to no about an unfamiliar name, or None if there is none."""
    name = stranger_asked_about(asked.question, asked.me)
    return Leaning(0.0, Reply((asked.say("unknown_person", asked=name),)), yes=False) if name else None


def likes(asked: Asked) -> Leaning | None:
    """Return the agent's liking for the person named as a leaning, or None."""
    name = who_is_asked_about(asked)
    if name is None:
        return is_about_oneself(asked) or _never_heard_of(asked)
    person = known_as(asked, name)
    if person is None:
        return Leaning(None, Reply((asked.say("knows_not", other=name.full),)))
    closeness = closeness_of(person, asked.pack)
    if abs(closeness) <= NEITHER:
        return Leaning(0.5, Reply((asked.say("op_neither", other=name.called),)))
    frame = "fond" if closeness > 0 else "cool"
    found = about_closeness(person, frame, asked)
    words = Reply((asked.say(frame, other=name.called), *found.parts[1:]), found.because)
    return Leaning((1 + closeness) / 2, words)


def loves(asked: Asked) -> Leaning | None:
    """Return the leaning on whether the agent is in love with a person, by its story, or None."""
    name = who_is_asked_about(asked)
    person = known_as(asked, name) if name is not None else None
    if name is None or person is None:
        return likes(asked)
    if asked.pack.finds("op_love", person.kind):
        return Leaning(1.0, about_person(asked) or Reply(()))
    for number, memory in asked.numbered():
        own = asked.says(memory).who == asked.me.name and name.full in memory.text
        if own and asked.pack.finds("op_love", memory.text):
            return Leaning(1.0, told(asked, number, memory))
    return Leaning(0.0, Reply((asked.say("op_not_in_love", other=name.called),)))


def has_seen(asked: Asked) -> Leaning | None:
    """Return the leaning on whether the agent saw or talked to a person on the day asked about, or None."""
    reply = met_person(asked)
    return None if reply is None or reply.yes is None else Leaning(float(reply.yes), reply)


def backs(asked: Asked) -> Leaning | None:
    """Return the agent's support for a person as a leaning, by the side it took or its liking, or None."""
    name = who_is_asked_about(asked)
    if name is None:
        return _oneself(asked) if is_about_oneself(asked) else None
    return side_taken(asked, name) or likes(asked)


def side_taken(asked: Asked, name: Name) -> Leaning | None:
    """Return the agent's side for or against a person as a leaning, by a memory of it, or None."""
    topics = _office(asked)
    for number, memory in asked.numbered():
        share = _stance(asked, memory.text, name, topics)
        if share is not None:
            return Leaning(share, told(asked, number, memory))
    return None


def _stance(asked: Asked, text: str, name: Name, topics: frozenset[str]) -> float | None:
    book = asked.pack.phrases
    for frame, share in _STANCES.items():
        kept = book.read(frame, text)
        if kept and kept["who"] == asked.me.name.full and kept["asker"] == name.full:
            return share if not topics or touches(asked, topics, text) else None
    gaps = book.read("insight_side", text) or {}
    if gaps.get("name") != asked.me.name.full or not _is_contested(asked, name, topics):
        return None
    return _ALL_FOR if gaps.get("a") == name.full else _ALL_AGAINST if gaps.get("b") == name.full else None


def _is_contested(asked: Asked, name: Name, topics: frozenset[str]) -> bool:
    """Return whether a person is known to want what is asked about, so that sides can be taken."""
    sides = (memory for _, memory in asked.numbered() if name in asked.says(memory).sides)
    return any(not topics or touches(asked, topics, memory.text) for memory in sides)


def _oneself(asked: Asked) -> Leaning | None:
    """Return a leaning to yes about the agent itself, if it stands for what is asked about, or None."""
    topics = _office(asked)
    for number, memory in asked.numbered():
        stands = asked.me.name in asked.says(memory).sides
        if stands and (not topics or touches(asked, topics, memory.text)):
            return Leaning(_ALL_FOR, told(asked, number, memory))
    for text in asked.prompt.persona.seed[:_OWN_STORY]:
        if asked.me.name in asked.says(text).sides and (not topics or touches(asked, topics, text)):
            return Leaning(_ALL_FOR, Reply((asked.say("remember", core=asked.own(text)),)))
    return None


def _office(asked: Asked) -> frozenset[str]:
    """Return the words for what is being stood for; empty if the question only asks about votes."""
    return matter(asked) - content_words(asked.pack.word("of_elections"), asked.pack)


def nearest(asked: Asked, names: list[Name], *, least: bool) -> tuple[Name | None, Reply]:
    """Return the person the agent is closest to, or (`least`) furthest from, and why.

    The person is None if two are equal or the agent has nothing for or against any of them.
    """
    people = [(name, person) for name in names if (person := known_as(asked, name)) is not None]
    ranked = sorted(
        ((closeness_of(person, asked.pack) * (-1 if least else 1), name, person) for name, person in people),
        key=lambda each: (-each[0], each[1].full),
    )
    if not ranked or ranked[0][0] <= (0 if least else NEITHER):
        return None, Reply((asked.say("no_dislike" if least else "no_one"),))
    top, name, person = ranked[0]
    if len(ranked) > 1 and ranked[1][0] == top:
        equals = [other.called for share, other, _ in ranked if share == top]
        return None, Reply((asked.say("one_of_equals", people=asked.pack.listed(equals)),))
    return name, about_closeness(person, "cool" if least else "fond_choice", asked)


def should_be(asked: Asked) -> Reply | None:
    """Say whom the agent would choose for a position, or return None.

    It is the candidate whose side it has taken, or else the person it is closest to.
    """
    known = [asked.me.name_of(person.agent) for person in asked.prompt.people]
    side = side_of(asked, [asked.me.name, *known])
    if side is not None:
        return side[1]
    name, reply = nearest(asked, known, least=False)
    if name is None:
        return None
    return Reply((asked.say("would_have", other=name.full), *reply.parts[1:]), reply.because)


def side_of(asked: Asked, names: list[Name]) -> tuple[Name, Reply] | None:
    """Return the person whose side the agent has taken and why (itself first, if a candidate), or None."""
    if asked.me.name in names and (own := _oneself(asked)) is not None:
        return asked.me.name, own.reply
    taken = [(name, side_taken(asked, name)) for name in names if name != asked.me.name]
    for name, leaning in taken:
        if leaning is not None and leaning.verdict:
            return name, leaning.reply
    return None
