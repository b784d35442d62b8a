"""Small talk: how the other is, whether they have seen somebody, and whom they are for."""

from __future__ import annotations

from engine.clock import day_of
from engine.rehearsal.conversation.household import is_household
from engine.rehearsal.conversation.talk import Offer, Talk
from engine.rehearsal.conversation.topics.gossip import somebody_to_ask_about

HANDS_ON = 0.6


def ask_seen(talk: Talk) -> Offer | None:
    """Ask about somebody who is absent, or return None."""
    if talk.many or talk.closeness < 0 or talk.did("ask_seen") or talk.asked_lately("ask_seen"):
        return None
    somebody = somebody_to_ask_about(talk)
    if somebody is None or somebody.called.lower() in talk.so_far:
        return None
    return Offer(talk.say("ask_seen", subject=somebody.called), holds=True)


def ask_side(talk: Talk) -> Offer | None:
    """Ask which of two rivals the other supports, or return None."""
    if talk.did("ask_side") or talk.asked_lately("ask_side"):
        return None
    for memory in talk.prompt.recalled:
        sides = talk.understand(memory).sides
        if talk.speaker.name in sides or not sides:
            continue
        if talk.one in sides:
            return None
        if len(sides) == 2 and not talk.many:
            a, b = sides
            return Offer(talk.say("ask_side", a=a.called, b=b.called), holds=True)
    return None


def ask_day(talk: Talk) -> Offer | None:
    """Ask the other how they are, or in a group whoever has been silent the longest; else return None."""
    if talk.did("ask_day", "ask_one", "answer_back") or talk.closeness < 0 or is_household(talk):
        return None
    if talk.asked_lately("ask_day", "ask_one", "answer_back") or _talked_today(talk):
        return None
    if talk.many:
        return Offer(talk.say("ask_one", other=talk.next_one), holds=True)
    return Offer(talk.say("ask_day"), holds=True)


def _talked_today(talk: Talk) -> bool:
    """Return whether the speaker has talked with one of those present on this day before."""
    today = day_of(talk.prompt.now)
    before = (person.last_talk for person in talk.prompt.people if person.last_talk is not None)
    return any(day_of(minute) == today for minute in before)


def ask_on(talk: Talk) -> Offer | None:
    """Pass a question on to whoever has not spoken yet, or return None."""
    silent = len(talk.prompt.lines) <= len(talk.prompt.people)
    if not talk.many or not talk.heard.does(("ask_one", "ask_on")) or not silent or not talk.chance(HANDS_ON):
        return None
    return Offer(talk.say("ask_on", other=talk.next_one), holds=True)
