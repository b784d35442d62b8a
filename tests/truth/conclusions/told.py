"""Claims about what was told: by whom to whom, when and where, what was seen of it, and what was not said."""

from __future__ import annotations

import re

from engine.clock import day_of
from engine.records import AgentId, Conversation, Line
from tests.truth.conclusions.asking import (
    claim,
    day_in,
    first_wrong,
    on_day,
    places_in,
    times_of,
    times_since,
)
from tests.truth.log import Past, place_of
from tests.truth.reading import Said

_SECRET = re.compile(
    r"secret|without telling|tell(s|ing)? (nobody|no one)|told (nobody|no one|only)|nobody knows|ashamed"
    r"|to say nothing|(never|not) (told|said|explained|admitted)|does not tell|hides|hidden"
    r"|keep (it|this) (from|secret)|不让.*知道"
    r"|谁也没|瞒着|偷偷|悄悄|没(有)?告诉|(?<!也)不说|没跟.*(说|讲)|从没|从来没"
)


def is_secret(text: str) -> bool:
    """Return whether a sentence of an author's says that it is kept quiet."""
    return bool(_SECRET.search(text))


def _not_told(past: Past, speaker: AgentId, hearer: AgentId, what: str) -> str:
    """Say that no line of one tells another so."""
    return "" if past.told(speaker, hearer, what) else f"{speaker} did not tell {hearer}: {what}"


def _since(past: Past, speaker: AgentId, what: str) -> int:
    """Return the minute at which somebody first told the agent something."""
    return min(line.minute for line in past.told(speaker, past.me, what))


@claim("two told the same")
def two_told_same(past: Past, said: Said) -> str:
    """Each of them told the agent, and when one first did, the other was not there to hear it."""
    topic, told = said.text["topic"], (said.one["a"], said.one["b"])
    wrong = first_wrong(*(_not_told(past, who, past.me, topic) for who in told))
    if wrong:
        return wrong
    lines = [past.told(who, past.me, topic)[0] for who in told]
    together = any(other in line.hearers for line, other in zip(lines, reversed(told), strict=True))
    return "the one was there when the other told it" if together else ""


@claim("was told of something and saw it")
def told_and_saw_thing(past: Past, said: Said) -> str:
    """They told it, and the agent remembers having seen afterwards, that day, what is said."""
    a, what = said.one["a"], said.text["what"]
    if not past.told(a, past.me, what):
        return _not_told(past, a, past.me, what)
    seen = [
        row for row in past.memories("observation")
        if past.log.same(said.text["seen"], row.text) and on_day(row.minute, said.text["day"])
        and row.minute >= _since(past, a, what)
    ]  # fmt: skip
    return "" if seen else f"not seen: {said.text['seen']}"


@claim("both told each other")
def told_each_other(past: Past, said: Said) -> str:
    """The agent told them the one thing, and they told it the other."""
    other = said.one["other"]
    return first_wrong(
        _not_told(past, past.me, other, said.text["what"]), _not_told(past, other, past.me, said.text["also"])
    )


@claim("has said it to somebody")
def has_said(past: Past, said: Said) -> str:
    """The agent told them, that day and there, and it is of them."""
    if said.one["other"] not in past.log.named(said.text["what"]):
        return "it is not of them"
    lines = past.told(past.me, said.one["other"], said.text["what"])
    rooms = {talk.id: talk.room for talk in past.log.rows[Conversation]}
    named = places_in(past, said.text["place"])
    there = [
        line for line in lines
        if on_day(line.minute, said.text["day"]) and place_of(rooms[line.conversation]) in named
    ]  # fmt: skip
    return (
        ""
        if there
        else _not_told(past, past.me, said.one["other"], said.text["what"]) or "not there that day"
    )


@claim("has said it to others only")
def has_said_to_others(past: Past, said: Said) -> str:
    """The agent told each of these, and not the one it is of."""
    other, what = said.one["other"], said.text["what"]
    if past.told(past.me, other, what):
        return "it told them as well"
    return first_wrong(
        *(_not_told(past, past.me, who, what) for who in said.people),
        "" if other in past.log.named(what) else "it is not of them",
    )


@claim("has not said it in so many talks")
def has_not_said(past: Past, said: Said) -> str:
    """So many talks with them since that day, and no line tells it; it is of them, and no secret."""
    other, what = said.one["other"], said.text["what"]
    talks = past.talks(other)
    if is_secret(what):
        return f"recites a secret: {what}"
    if other not in past.log.named(what):
        return "it is not of them"
    return first_wrong(
        times_since(past, said, talks),
        *("it was said" for pair in ((past.me, other), (other, past.me)) if past.told(*pair, what)),
    )


@claim("keeps something quiet")
def keeps_quiet(past: Past, said: Said) -> str:
    """A talk with each of these since that day, and no line to them tells it: its own, and no secret."""
    what, day = said.text["what"], day_in(said.text["span"]) or day_of(past.minute)
    if past.log.named(what) != [past.me] or is_secret(what):
        return f"it is not the agent's own, or a secret: {what}"
    mute = [who for who in said.people if not any(day_of(talk.minute) >= day for talk in past.talks(who))]
    told = [who for who in said.people if past.told(past.me, who, what)]
    return f"no talk with {', '.join(mute)}; told {', '.join(told)}" if mute or told else ""


@claim("somebody does not own to it")
def not_owned_to(past: Past, said: Said) -> str:
    """The one told it of the other; so many talks with the other since, and in none of them it was told."""
    a, other, what = said.one["a"], said.one["other"], said.text["what"]
    if not past.told(a, past.me, what):
        return _not_told(past, a, past.me, what)
    if other not in past.log.named(what):
        return "it is not of them"
    begun = {talk.id: talk.minute for talk in past.talks(a)}
    told = max(line.conversation for line in past.told(a, past.me, what))
    talks = [talk for talk in past.talks(other) if talk.minute > begun[told]]
    if len(talks) != times_of(said.text["times"]):
        return f"they have talked {len(talks)} time(s) since"
    return "they did say it" if past.told(other, past.me, what) else ""


@claim("has said it at last")
def said_at_last(past: Past, said: Said) -> str:
    """The agent told them, that day and there, what it had concluded before that it had not told them."""
    other, what = said.one["other"], said.text["what"]
    before = [
        row for row in past.memories("reflection") if other in past.log.named(row.text)
        and past.log.within(what, row.text)
    ]  # fmt: skip
    if not before:
        return "it had not thought of it before"
    early = [line for line in past.told(past.me, other, what) if line.id < before[0].id]
    return f"it was said before: {early[0].text}" if early else has_said(past, said)


def _nothing_unsaid(past: Past, other: AgentId) -> str:
    """Say that the agent has not talked with somebody, or has told them all that it has about them."""
    of_them = [row.text for row in past.memories("seed") if other in past.log.named(row.text)]
    if not past.talks(other):
        return f"it has not talked with {other}"
    untold = any(not past.told(past.me, other, text) for text in of_them)
    return "" if untold else f"it has nothing to say to {other} that it has not said"


def _not_open(past: Past, other: AgentId) -> str:
    """Say that the agent has told somebody nothing of its own."""
    own = {row.id for row in past.memories("seed") if past.log.named(row.text)[:1] == [past.me]}
    told = any(line.tells in own for line in past.lines(past.me, other))
    return "" if told else f"it has told {other} nothing of its own"


@claim("has left something unsaid to both")
def unsaid_to_both(past: Past, said: Said) -> str:
    """The agent has talked with each of the two, and has a sentence of its author's about them untold."""
    return first_wrong(*(_nothing_unsaid(past, said.one[who]) for who in ("a", "b")))


@claim("has been open with both")
def open_with_both(past: Past, said: Said) -> str:
    """The agent has told each of the two something of its own."""
    return first_wrong(*(_not_open(past, said.one[who]) for who in ("a", "b")))


@claim("has been open with one and not with another")
def open_with_one(past: Past, said: Said) -> str:
    """The agent has told the one something of its own, and has something about the other untold."""
    return first_wrong(_not_open(past, said.one["a"]), _nothing_unsaid(past, said.one["b"]))


@claim("neither owns to it")
def neither_owns(past: Past, said: Said) -> str:
    """Somebody has told the agent of each something that they have not told it, though they have talked."""
    for other in (said.one["a"], said.one["b"]):
        kept = [
            line.tells for who in past.log.names for line in past.lines(who, past.me)
            if who != other and line.tells in past.log.memory
            and other in past.log.named(past.log.memory[line.tells].text)
            and not past.told(other, past.me, past.log.memory[line.tells].text)
        ]  # fmt: skip
        if not kept or not past.talks(other):
            return f"there is nothing that {other} has not owned to"
    return ""


@claim("something said touches a secret")
def touches_secret(past: Past, said: Said) -> str:
    """A line of theirs that the agent heard that day and there is about something it keeps quiet about."""
    rooms = {talk.id: talk.room for talk in past.log.rows[Conversation]}
    named = places_in(past, said.text["place"])
    heard = [
        line for line in past.lines(said.one["other"], past.me)
        if on_day(line.minute, said.text["day"]) and place_of(rooms[line.conversation]) in named
    ]  # fmt: skip
    secrets = [row.text for row in past.memories("seed") if is_secret(row.text)]
    near = any(past.log.words.touches(secret, _told_in(past, line)) for secret in secrets for line in heard)
    return "" if near else "nothing they said there is about a secret of the agent"


def _told_in(past: Past, line: Line) -> str:
    told = past.log.memory.get(line.tells)
    return f"{line.text} {told.text if told else ''}"
