"""Claims about sides: whom the agent is for or against, where people stand for something."""

from __future__ import annotations

import re

from engine.records import AgentId, Intention
from tests.truth.conclusions.asking import claim
from tests.truth.log import Past
from tests.truth.reading import Said

APART = 0.1  # of closeness: what is less is no preference


def rivals(past: Past, who: AgentId) -> set[AgentId]:
    """Return who stands for the same as somebody: the other options of a vote, or an aim of the same name."""
    found: set[AgentId] = set()
    for event in past.log.town_events:
        people = {agent for agent, name in past.log.names.items() if name.full in event.options}
        found |= people - {who} if who in people else set()
    aims = {
        agent: {row.what for row in past.theirs(Intention, agent) if row.kind == "aim" and row.what}
        for agent in past.log.names
    }
    return found | {agent for agent in aims if agent != who and aims[agent] & aims[who]}


def stands(past: Past, who: AgentId) -> bool:
    """Return whether somebody stands for something, so that one can be for or against them."""
    name = past.log.names[who].full
    in_vote = any(name in event.options for event in past.log.town_events)
    said = re.compile(rf"{re.escape(name)}(?: is standing for|要?竞选)")
    return in_vote or any(said.search(row.text) for row in past.memories("talk", "seed"))


def declared(past: Past, who: AgentId) -> int:
    """Return 1 if the agent has said that it is for somebody's cause, -1 if against it, 0 if neither."""
    me, name = past.log.names[past.me].full, past.log.names[who].full
    for row in reversed(past.memories("talk")):
        if re.match(rf"{re.escape(name)}(?: is standing for|要?竞选)", row.text):
            if re.search(rf"{re.escape(me)} is for it|{re.escape(me)}(?:赞成|支持)", row.text):
                return 1
            if re.search(rf"{re.escape(me)} is against it|{re.escape(me)}(?:反对|不赞成|不支持)", row.text):
                return -1
    return 0


@claim("prefers one of two")
def prefers(past: Past, said: Said) -> str:
    """The two stand for the same; the agent declared for the one, or likes them better."""
    a, b = said.one["a"], said.one["b"]
    if b not in rivals(past, a):
        return "the two do not stand against each other"
    if declared(past, a) < 0 or declared(past, b) > 0:
        return "the agent has said the contrary"
    if declared(past, a) > 0 or declared(past, b) < 0:
        return ""
    return (
        "" if past.closeness(a) > past.closeness(b) else "the agent is no closer to the one than to the other"
    )


@claim("cannot choose between two")
def cannot_choose(past: Past, said: Said) -> str:
    """The two stand for the same, the agent is as close to both, and has declared for and against neither."""
    a, b = said.one["a"], said.one["b"]
    if b not in rivals(past, a):
        return "the two do not stand against each other"
    if declared(past, a) or declared(past, b):
        return "the agent has declared itself"
    far = abs(past.closeness(a) - past.closeness(b))
    return "" if far < APART else f"the agent is closer to one of them, by {far:.2f}"


@claim("has promised two their voice")
def two_voices(past: Past, said: Said) -> str:
    """All of these stand for it, and the agent has declared for each."""
    for who in said.people:
        if declared(past, who) <= 0:
            return f"it has not declared for {who}"
        name, topic = past.log.names[who].full, said.text["topic"]
        notes = [row.text for row in past.memories("talk") if row.text.startswith(name)]
        if not any(past.log.within(topic, text) for text in notes):
            return f"{who} does not stand for that"
    return ""


@claim("is for somebody")
def is_for(past: Past, said: Said) -> str:
    """They stand for something; the agent declared for them, or likes them, and no rival as much."""
    a = said.one["a"]
    if not stands(past, a):
        return "they stand for nothing"
    against = rivals(past, a)
    if past.me in against:
        return "the agent stands for it too"
    if declared(past, a) < 0 or any(declared(past, each) > 0 for each in against):
        return "the agent has said the contrary"
    if declared(past, a) > 0:
        return ""
    if past.closeness(a) <= 0:
        return "the agent does not like them"
    nearer = [each for each in against if past.closeness(each) >= past.closeness(a)]
    return f"it is as close to {', '.join(nearer)}, who stands for the same" if nearer else ""


@claim("is against somebody")
def is_against(past: Past, said: Said) -> str:
    """They stand for something, and the agent declared against them, or does not like them."""
    b = said.one["b"]
    if not stands(past, b):
        return "they stand for nothing"
    if declared(past, b) > 0:
        return "the agent has said the contrary"
    return "" if declared(past, b) < 0 or past.closeness(b) < 0 else "the agent has nothing against them"
