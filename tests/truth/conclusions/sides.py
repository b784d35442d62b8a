"""Claims about sides: whom the agent is for or against, where people stand for something."""

from __future__ import annotations

import re

from engine.records import AgentId, Intention
from tests.truth.conclusions.asking import NO, YES, claim
from tests.truth.log import Past
from tests.truth.reading import Said


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


def is_decided(past: Past, who: AgentId) -> bool:
    """Return whether there is a vote in which somebody stands, and it has begun."""
    name = past.log.names[who].full
    return any(name in event.options and event.begins <= past.minute for event in past.log.town_events)


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
    """The two stand for the same and it is still to come; the agent is for the one, or likes them better."""
    a, b = said.one["a"], said.one["b"]
    if b not in rivals(past, a):
        return "the two do not stand against each other"
    if is_decided(past, a):
        return "it is decided"
    if declared(past, a) < 0 or declared(past, b) > 0:
        return "the agent has said the contrary"
    if declared(past, a) > 0 or declared(past, b) < 0:
        return ""
    return (
        "" if past.closeness(a) > past.closeness(b) else "the agent is no closer to the one than to the other"
    )


@claim("knows who is for it")
def knows_who_is_for_it(past: Past, said: Said) -> str:
    """The last answer that these gave the agent, who stands for something, was a yes or a no, as it says."""
    if is_decided(past, past.me):
        return "it is decided"
    me = past.log.names[past.me].full
    if "no" not in said.several and re.search("would not|不支持", said.text["yes"]):
        return "it is read without those who are against it"
    for people, answer in ((past.log.named(said.text["yes"]), YES), (said.several.get("no", ()), NO)):
        for who in people:
            name = past.log.names[who].full
            rows = [
                row.text for row in past.memories("talk")
                if re.match(rf"{re.escape(me)}(?: is standing for|要?竞选)", row.text)
                and re.search(rf"(?:and |，){re.escape(name)}", row.text)
            ]  # fmt: skip
            if not rows or not answer.search(rows[-1]):
                return f"{who} did not say so"
    return ""


@claim("two want the same vote")
def two_want_a_vote(past: Past, said: Said) -> str:
    """The two stand for the same, it is still to come, and each has asked the agent, who is for neither."""
    a, b = said.one["a"], said.one["b"]
    if b not in rivals(past, a):
        return "the two do not stand against each other"
    me = past.log.names[past.me].full
    for who in (a, b):
        name = past.log.names[who].full
        if is_decided(past, who) or declared(past, who) > 0:
            return f"it is decided, or the agent is for {who}"
        asked = (
            row for row in past.memories("talk")
            if re.match(rf"{re.escape(name)}(?: is standing for|要?竞选)", row.text) and me in row.text
        )  # fmt: skip
        if not any(asked):
            return f"{who} has not asked"
    return ""


@claim("has promised two their vote")
def two_votes(past: Past, said: Said) -> str:
    """The agent has declared for each of these, and the vote is still to come."""
    for who in said.people:
        if declared(past, who) <= 0:
            return f"it has not declared for {who}"
        if is_decided(past, who):
            return "it is decided"
    return ""
