"""Claims about what was told: by whom to whom, when and where, what was seen of it, and what was not said."""

from __future__ import annotations

import re

from engine.records import AgentId, Conversation, Line
from tests.truth.conclusions.asking import (
    claim,
    first_wrong,
    on_day,
    places_in,
    seen_doing,
    seen_talking,
    times_of,
)
from tests.truth.log import Past, place_of
from tests.truth.reading import Said

_SECRET = re.compile(
    r"secret|without telling|tell(s|ing)? (nobody|no one)|told (nobody|no one|only)|nobody knows|ashamed"
    r"|to say nothing|(never|not) (told|said|explained|admitted)|does not tell|hides|hidden"
    r"|谁也没|瞒着|偷偷|悄悄|没(有)?告诉|不说|没跟.*(说|讲)|从没|从来没"
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
    """Each of them told the agent."""
    return first_wrong(*(_not_told(past, said.one[who], past.me, said.text["topic"]) for who in ("a", "b")))


@claim("two told of a third")
def two_told_of_third(past: Past, said: Said) -> str:
    """Each of them told the agent one of the things, and both are of the third."""
    of = past.log.names[said.one["other"]]
    return first_wrong(
        _not_told(past, said.one["a"], past.me, said.text["what"]),
        _not_told(past, said.one["b"], past.me, said.text["also"]),
        *("" if of.called in said.text[gap] or of.full in said.text[gap] else f"not of them: {said.text[gap]}"
          for gap in ("what", "also")),
    )  # fmt: skip


@claim("was told of others")
def told_of_others(past: Past, said: Said) -> str:
    """They told the agent both, and neither is of themselves or of the agent alone."""
    other = said.one["other"]
    for gap in ("what", "also"):
        if not set(past.log.named(said.text[gap])) - {other, past.me}:
            return f"this is of nobody else: {said.text[gap]}"
    return first_wrong(*(_not_told(past, other, past.me, said.text[gap]) for gap in ("what", "also")))


@claim("was told of somebody and saw them")
def told_and_saw(past: Past, said: Said) -> str:
    """They told it, and the agent saw the one it is of do what is said afterwards, that day and there."""
    a, other, what = said.one["a"], said.one["other"], said.text["what"]
    if not past.told(a, past.me, what):
        return _not_told(past, a, past.me, what)
    if other not in past.log.named(what):
        return "it is not of whom was seen"
    seen = seen_doing(past, other, said.text["doing"], said.text["day"], said.text["place"])
    return (
        "" if any(minute >= _since(past, a, what) for minute in seen) else f"not seen: {said.text['doing']}"
    )


@claim("was told of somebody and saw the two together")
def told_and_saw_together(past: Past, said: Said) -> str:
    """They told it, and the agent saw them talk with whom it is of afterwards, that day and there."""
    a, other, what = said.one["a"], said.one["other"], said.text["what"]
    if not past.told(a, past.me, what):
        return _not_told(past, a, past.me, what)
    named = places_in(past, said.text["place"])
    seen = [
        row for row in seen_talking(past, a, other)
        if row.minute >= _since(past, a, what) and on_day(row.minute, said.text["day"])
        and place_of(row.place) in named
    ]  # fmt: skip
    return "" if seen else "it did not see them talk there that day"


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


@claim("passed it on")
def passed_on(past: Past, said: Said) -> str:
    """The one told the agent, and the agent told the other afterwards."""
    a, b, topic = said.one["a"], said.one["b"], said.text["topic"]
    wrong = first_wrong(_not_told(past, a, past.me, topic), _not_told(past, past.me, b, topic))
    if wrong:
        return wrong
    later = any(line.id > past.told(a, past.me, topic)[0].id for line in past.told(past.me, b, topic))
    return "" if later else "it told them before it heard it"


@claim("has said it to somebody")
def has_said(past: Past, said: Said) -> str:
    """The agent told them, that day and there."""
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


@claim("has said it to several")
def has_said_to_several(past: Past, said: Said) -> str:
    """The agent told each of these."""
    return first_wrong(*(_not_told(past, past.me, who, said.text["what"]) for who in said.people))


@claim("has said it to others only")
def has_said_to_others(past: Past, said: Said) -> str:
    """The agent told each of these, and not the one it is of."""
    other, what = said.one["other"], said.text["what"]
    if past.told(past.me, other, what):
        return "it told them as well"
    return first_wrong(
        has_said_to_several(past, said), "" if other in past.log.named(what) else "it is not of them"
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
    if len(talks) != times_of(said.text["times"]):
        return f"they have talked {len(talks)} time(s)"
    return first_wrong(
        "" if on_day(talks[0].minute, said.text["since"]) else "not since that day",
        *("it was said" for pair in ((past.me, other), (other, past.me)) if past.told(*pair, what)),
    )


@claim("has left something unsaid to both")
def unsaid_to_both(past: Past, said: Said) -> str:
    """The agent has talked with each of the two, and has a sentence of its author's about them untold."""
    for other in (said.one["a"], said.one["b"]):
        of_them = [row.text for row in past.memories("seed") if other in past.log.named(row.text)]
        if not past.talks(other):
            return f"it has not talked with {other}"
        if not any(not past.told(past.me, other, text) for text in of_them):
            return f"it has nothing to say to {other} that it has not said"
    return ""


@claim("has been open with both")
def open_with_both(past: Past, said: Said) -> str:
    """The agent has told each of the two something of its own."""
    own = {row.id for row in past.memories("seed") if past.log.named(row.text)[:1] == [past.me]}
    for other in (said.one["a"], said.one["b"]):
        if not any(line.tells in own for line in past.lines(past.me, other)):
            return f"it has told {other} nothing of its own"
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
