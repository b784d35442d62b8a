"""Delivering: what one has to say to somebody who is here: a message, a question, a request."""

from __future__ import annotations

import re

from engine.records import Intention, Memory
from engine.rehearsal.aims import to_say
from engine.rehearsal.conversation.talk import Offer, Talk
from engine.rehearsal.language.text import bare, capital, tidy
from engine.rehearsal.language.third_person import in_third_person

_MOST = 230


def deliver(talk: Talk) -> Offer | None:
    """Return what is due to be said to somebody here, in the speaker's own words."""
    people = [person.agent for person in talk.prompt.people]
    aim = to_say(talk.prompt.aims, people, talk.prompt.now)
    if aim is None:
        return None
    number = next(
        (n for n, memory in enumerate(talk.prompt.recalled[:200], 1) if memory.id == aim.intention.memory), 0
    )
    if not number:
        return None
    if aim.intention.kind == "meeting":
        return Offer(
            _asked_to_come(talk.prompt.recalled[number - 1], talk), "thought_invite", number, holds=True
        )
    text = _WAYS[aim.intention.kind](aim.intention, talk)
    return Offer(text, "thought_tell", number, holds=True) if text else None


def _message(one: Intention, talk: Talk) -> str:
    said = _first_person(one.content or one.what, talk)
    if not said or not talk.pack.has("reports", one.deed):
        return _as_it_stands(one, talk)
    lead = talk.say("tell_own") or talk.say("tell")
    body = capital(said) if lead.rstrip()[-1:] in ".?!。？！" else talk.speaker.inside(said)
    return f"{lead}{body}{talk.pack.grammar.stop}"


def _question(one: Intention, talk: Talk) -> str:
    said = _first_person(one.content or one.what, talk)
    return talk.say("ask_this", what=_lowered(said, talk)) if said else _as_it_stands(one, talk)


def _request(one: Intention, talk: Talk) -> str:
    said = _first_person(one.content or one.what, talk)
    return talk.say("ask_for", what=_lowered(said, talk)) if said else _as_it_stands(one, talk)


def _asked_to_come(memory: Memory, talk: Talk) -> str:
    """Return what one means to do together, and whether the other will."""
    lead, said = talk.say("tell_own") or talk.say("tell"), talk.speaker.own(memory.text, talk.hearer)
    body = capital(said) if lead.rstrip()[-1:] in ".?!。？！" else talk.speaker.inside(said)
    return talk.pack.joined([f"{lead}{body}{talk.pack.grammar.stop}", talk.say("invite_tail")])


def _as_it_stands(one: Intention, talk: Talk) -> str:
    """Return something of which only the deed is known, such as an apology."""
    deed = _first_person(one.deed, talk)
    return talk.say("about_to", what=_lowered(deed, talk))


def _lowered(said: str, talk: Talk) -> str:
    """Return words as they go on inside a sentence: they begin with a verb or a question word, or with I."""
    first = said.partition(" ")[0]
    mine = first.partition("'")[0] == talk.pack.grammar.first.subject
    return said if mine or not talk.pack.grammar.spaced else said[:1].lower() + said[1:]


def _first_person(said: str, talk: Talk) -> str:
    """Return what an inner voice or an author put down, as the speaker says it to the hearer."""
    me = talk.speaker.name
    of_me = in_third_person(_named(said, talk), me, me, talk.pack.grammar)
    return talk.speaker.own(bare(tidy(of_me, _MOST)), talk.hearer)


def _named(said: str, talk: Talk) -> str:
    """Return what an author put down of two people with their names in place of `she` and `him`, where only
    one of them can be meant.
    """
    grammar, both = talk.pack.grammar, (talk.speaker.name, talk.hearer)
    for name in both:
        if name is None or name.pronouns not in grammar.third or not grammar.spaced:
            continue
        if any(other is not name and other is not None and other.pronouns == name.pronouns for other in both):
            continue
        forms, whose = grammar.third[name.pronouns], grammar.possessive_of.format(name=name.full)
        said = re.sub(rf"(?i)\b{forms.possessive}\b(?= \w)", whose, said)
        said = re.sub(rf"(?i)\b(?:{forms.subject}|{forms.object})\b", name.full, said)
    return said


_WAYS = {
    "message": _message,
    "help": _as_it_stands,
    "question": _question,
    "request": _request,
}
