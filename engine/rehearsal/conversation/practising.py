"""Practising: what an agent says and does in its role at an occasion, and what it says of it afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import day_of
from engine.practices.practice import Stage
from engine.records import Name
from engine.rehearsal.conversation.hearing import hear, hear_line
from engine.rehearsal.conversation.talk import Offer, Reply, Talk
from engine.rehearsal.conversation.topics.inviting import (
    EARLY,
    LASTS,
    Occasion,
    going_on,
    is_kept_out,
    occasions,
    promised,
)
from engine.rehearsal.language.practising import KnownAct
from engine.rehearsal.mind import place_of

_BEGINS, _ENDS = 30, 75  # minutes from its hour: until when an occasion begins, and from when on it ends
_OVER = 60  # minutes after its hour from which one who is elsewhere speaks of it as past
_MOST_ABSENT = 3


def practise(talk: Talk) -> Offer | None:
    """Offer a line that fits the occasion going on, or return None.

    It depends on the speaker's role (host or guest), on the hearers, and on the stage of the occasion.
    """
    here = going_on(talk)
    if here is None or any(hear(line.text, talk.pack).does(talk.pack.acts) for line in talk.mine):
        return None
    if any(hear_line(line, talk.pack).news for line in talk.prompt.lines):
        return None  # nobody praises the soup in answer to news
    ways = [known for known in _open_to(here, _stage(here, talk), talk) if not known.act.parts]
    while ways:
        at = talk.draw.choices(range(len(ways)), [known.act.weight for known in ways])[0]
        known = ways.pop(at)
        if said := _said(known, here, talk):
            return Offer(said, holds=True, speaks_of=here.memory)
    return None


def look_back(talk: Talk) -> Offer | None:
    """Offer a word on a recent occasion at which the speaker met the hearer, or return None."""
    if talk.did(*talk.pack.acts, "thank_coming") or going_on(talk) is not None:
        return None
    for occasion in occasions(talk):
        over = occasion.when is not None and occasion.when + _OVER < talk.prompt.now
        lately = day_of(occasion.when or 0) >= day_of(talk.prompt.now) - 1
        if over and lately and _met_at(occasion, talk):
            for known in _open_to(occasion, "over", talk):
                return Offer(_said(known, occasion, talk), holds=True, speaks_of=occasion.memory)
    return None


def _met_at(occasion: Occasion, talk: Talk) -> bool:
    """Check whether the speaker remembers everybody it speaks to from an occasion that is over."""
    begins = occasion.when or 0
    there = {
        agent
        for memory in talk.prompt.recalled
        if begins - EARLY <= memory.minute < begins + LASTS
        and place_of(memory.place) == place_of(occasion.memory.place)
        for agent in memory.about
    }
    return bool(occasion.memory.place) and all(person.agent in there for person in talk.prompt.people)


def part(talk: Talk) -> str:
    """Return a farewell to those whom the speaker will go on seeing at the occasion, or an empty string."""
    here = going_on(talk)
    if here is None:
        return ""
    for known in _open_to(here, _stage(here, talk), talk):
        if known.act.parts and talk.heard.does((known.frame,)):
            return talk.say(known.answer, other=talk.address(talk.agent))
        if known.act.parts:
            return _said(known, here, talk)
    return ""


def to_practice(talk: Talk) -> Reply | None:
    """Return the reply to a line that is an act of a practice, or None.

    Acts that part are left to farewells.
    """
    acts = talk.pack.acts.items()
    heard = next((known for frame, known in acts if talk.heard.does((frame,)) and not known.act.parts), None)
    if heard is None or not heard.act.answer or not _is_for_me(heard, talk):
        return None
    return Reply(talk.say(heard.answer, other=talk.address(talk.agent)))


def _is_for_me(heard: KnownAct, talk: Talk) -> bool:
    """Decide whether the speaker may answer an act: what is said to the host is the host's to answer."""
    if heard.act.to != "host" or not talk.many:
        return True
    here = going_on(talk)
    return here is None or here.host == talk.speaker.name


def _open_to(occasion: Occasion, stage: Stage, talk: Talk) -> Iterator[KnownAct]:
    """Yield the acts open to the speaker at a stage, towards those it speaks to.

    There are none if one of them is not to come to the occasion.
    """
    if is_kept_out(occasion.what, talk):
        return
    at_home = place_of(occasion.memory.place) == place_of(talk.speaker.persona.home)
    if at_home and occasion.host != talk.speaker.name:
        return  # who lives with the host is no guest
    role = "host" if occasion.host == talk.speaker.name else "guest"
    for known in talk.pack.acts_at("occasion", occasion.what):
        act = known.act
        open_to_me = known.says and stage in act.at and act.by in (role, "anybody")
        if open_to_me and _is_to(act.to, occasion.host, talk) and not (act.once and _has_said(known, talk)):
            yield known


def _has_said(known: KnownAct, talk: Talk) -> bool:
    """Look for an act in what the speaker has said lately."""
    return any(hear(line, talk.pack).does((known.frame,)) for line in talk.prompt.said)


def _is_to(role: str, host: Name | None, talk: Talk) -> bool:
    """Check whether those who are spoken to have a role."""
    people = [talk.speaker.name_of(person.agent) for person in talk.prompt.people]
    if role == "host":
        return host in people
    return role == "anybody" or (talk.many if role == "everybody" else any(name != host for name in people))


def _stage(occasion: Occasion, talk: Talk) -> Stage:
    since = talk.prompt.now - (occasion.when or 0)
    if since < 0:
        return "early"
    return "begins" if since < _BEGINS else "under_way" if since < _ENDS else "ends"


def _said(known: KnownAct, occasion: Occasion, talk: Talk) -> str:
    hosts = [talk.speaker.name_of(person.agent) for person in talk.prompt.people]
    of_one_here = talk.many and occasion.host in hosts  # to whom one speaks, and not of whom
    whose = "" if of_one_here else talk.speaker.whose(occasion.host, talk.hearer)
    to_host = known.act.to == "host" and occasion.host is not None
    host = talk.speaker.everybody.agent_of(occasion.host) if to_host and occasion.host else ""
    other = talk.address(host) if host else talk.to_one
    absent = _absent(occasion, talk)
    return talk.say(known.frame, whose=whose, occasion=occasion.what, other=other, absent=absent)


def _absent(occasion: Occasion, talk: Talk) -> str:
    """List the people who promised to come to the speaker's occasion and are not in the room."""
    aims = (aim for aim in talk.prompt.aims if aim.intention.memory == occasion.memory.id)
    absent = {talk.speaker.name_of(agent) for aim in aims for agent in aim.absent}
    names = [name.called for name in promised(talk) if name in absent]
    return talk.pack.listed(names[:_MOST_ABSENT])
