"""Claims about what was told: by whom to whom, when and where, what was seen of it, and what was not said."""

from __future__ import annotations

import re

from engine.records import AgentId, Conversation
from tests.truth.conclusions.asking import (
    claim,
    first_wrong,
    places_in,
)
from tests.truth.log import Past, place_of
from tests.truth.reading import Said

DEAR = 0.4  # of closeness
_SECRET = re.compile(
    r"secret|without telling|tell(s|ing)? (nobody|no one)|told (nobody|no one|only)|nobody knows|ashamed"
    r"|to say nothing|(never|not) (told|said|explained|admitted)|does not tell|hides|hidden"
    r"|keep (it|this) (from|secret)|不让.*知道"
    r"|谁也没|瞒着|偷偷|悄悄|没(有)?告诉|(?<!也)不说|没跟.*(说|讲)|从没|从来没"
)


def is_secret(text: str) -> bool:
    """Return whether a sentence of an author's says that it is kept quiet."""
    return bool(_SECRET.search(text))


def not_told(past: Past, speaker: AgentId, hearer: AgentId, what: str) -> str:
    """Say that no line of one tells another so."""
    return "" if past.told(speaker, hearer, what) else f"{speaker} did not tell {hearer}: {what}"


@claim("two told the same")
def two_told_same(past: Past, said: Said) -> str:
    """Each of them told the agent, and when one first did, the other was not there to hear it."""
    topic, told = said.text["topic"], (said.one["a"], said.one["b"])
    wrong = first_wrong(*(not_told(past, who, past.me, topic) for who in told))
    if wrong:
        return wrong
    lines = [past.told(who, past.me, topic)[0] for who in told]
    together = any(other in line.hearers for line, other in zip(lines, reversed(told), strict=True))
    return "the one was there when the other told it" if together else ""


@claim("has said it to somebody")
def has_said(past: Past, said: Said) -> str:
    """The agent told them there, and it is of them."""
    if said.one["other"] not in past.log.named(said.text["what"]):
        return "it is not of them"
    lines = past.told(past.me, said.one["other"], said.text["what"])
    rooms = {talk.id: talk.room for talk in past.log.rows[Conversation]}
    named = places_in(past, said.text["place"])
    there = [
        line for line in lines
        if place_of(rooms[line.conversation]) in named
    ]  # fmt: skip
    return "" if there else not_told(past, past.me, said.one["other"], said.text["what"]) or "not there"


@claim("has said it to others only")
def has_said_to_others(past: Past, said: Said) -> str:
    """The agent told each of these, and not the one it is of."""
    other, what = said.one["other"], said.text["what"]
    if past.told(past.me, other, what):
        return "it told them as well"
    return first_wrong(
        *(not_told(past, past.me, who, what) for who in said.people),
        "" if other in past.log.named(what) else "it is not of them",
    )


@claim("has not said it though they talked")
def has_not_said(past: Past, said: Said) -> str:
    """The two have talked by themselves twice or more, and no line tells it; it is of them, no secret."""
    talks = past.spoken(said.one["other"])
    return "they have not talked twice" if len(talks) < 2 else _unsaid(past, said)


@claim("has not said it though they talked today")
def has_not_said_today(past: Past, said: Said) -> str:
    """The two have talked by themselves today, and no line tells it; it is of them, and no secret."""
    today = any(talk.minute >= past.day_begins() for talk in past.spoken(said.one["other"]))
    return _unsaid(past, said) if today else "they have not talked today"


def _unsaid(past: Past, said: Said) -> str:
    other, what = said.one["other"], said.text["what"]
    if is_secret(what):
        return f"recites a secret: {what}"
    if other not in past.log.named(what):
        return "it is not of them"
    return first_wrong(
        *("it was said" for pair in ((past.me, other), (other, past.me)) if past.told(*pair, what)),
    )


@claim("keeps something quiet")
def keeps_quiet(past: Past, said: Said) -> str:
    """Talks with people who are dear, and no line to anybody tells it: its own, and no secret."""
    what = said.text["what"]
    if past.log.named(what) != [past.me] or is_secret(what):
        return f"it is not the agent's own, or a secret: {what}"
    others = [who for who in past.log.names if who != past.me]
    told = [who for who in others if past.told(past.me, who, what)]
    strange = [who for who in said.people if past.closeness(who) < DEAR or not past.talks(who)]
    wrong = "fewer than two are named" if len(said.people) < 2 else ""
    return f"told {told[0]}" if told else f"no talk with a friend: {strange[0]}" if strange else wrong


@claim("somebody does not own to it")
def not_owned_to(past: Past, said: Said) -> str:
    """The one told it of the other, with whom the agent has talked since, and who never told it."""
    a, other, what = said.one["a"], said.one["other"], said.text["what"]
    if not past.told(a, past.me, what):
        return not_told(past, a, past.me, what)
    if other not in past.log.named(what):
        return "it is not of them"
    begun = {talk.id: talk.minute for talk in past.talks(a)}
    told = max(line.conversation for line in past.told(a, past.me, what))
    if not any(talk.minute > begun[told] for talk in past.spoken(other)):
        return "they have not talked since"
    return "they did say it" if past.told(other, past.me, what) else ""


@claim("has said it at last")
def said_at_last(past: Past, said: Said) -> str:
    """The agent told them there what it had concluded before that it had not told them."""
    other, what = said.one["other"], said.text["what"]
    before = [
        row for row in past.memories("reflection") if other in past.log.named(row.text)
        and past.log.within(what, row.text)
    ]  # fmt: skip
    if not before:
        return "it had not thought of it before"
    early = [line for line in past.told(past.me, other, what) if line.id < before[0].id]
    return f"it was said before: {early[0].text}" if early else has_said(past, said)
