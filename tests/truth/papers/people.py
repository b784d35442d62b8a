"""Claims about one person's day: where they were and how long, whom they met, what they heard and kept."""

from __future__ import annotations

from dataclasses import replace

from engine.clock import DAY
from engine.records import Line, Memory
from engine.row_ids import width_of
from tests.truth.conclusions import judging as conclusions, occasions
from tests.truth.log import Occasion, Past, place_of
from tests.truth.papers.asking import (
    LATE,
    agreed,
    asks,
    at_clock,
    came,
    claim,
    minutes_at,
    minutes_of,
    minutes_spent,
    place_in,
    quoted,
)
from tests.truth.papers.news import who_knows
from tests.truth.reading import Said

ROUNDED = 20  # minutes by which a time in half hours may be wrong


def _spent(past: Past, place: str, hours: str, doing: str) -> str:
    named = place_in(past, place)
    minutes, measured = minutes_of(hours), minutes_spent(past, named, doing)
    if minutes < 0:
        return f"this is no time: {hours}"
    return "" if abs(minutes - measured) <= ROUNDED else f"{measured} minutes at {named or place}: {doing}"


@claim("spent time")
def spent_time(past: Past, said: Said) -> str:
    """The presences of the day at that place with that doing add up to it."""
    return _spent(past, said.text["place"], said.text["hours"], said.text["doing"])


@claim("spent all of a time")
def spent_all(past: Past, said: Said) -> str:
    """As above; and it was there no longer than that, whatever it did."""
    return spent_time(past, said) or _whole(past, said.text["place"], said.text["hours"])


@claim("spent part of a time")
def spent_part(past: Past, said: Said) -> str:
    """As above; and it was there for the longer time in all."""
    return spent_time(past, said) or _whole(past, said.text["place"], said.text["again"])


def _whole(past: Past, place: str, hours: str) -> str:
    minutes, measured = minutes_of(hours), minutes_at(past, place_in(past, place))
    return "" if abs(minutes - measured) <= ROUNDED else f"{measured} minutes at {place} in all"


@claim("spent time twice")
def spent_twice(past: Past, said: Said) -> str:
    """The presences of the day at that place add up to each of the two."""
    place = said.text["place"]
    first = _spent(past, place, said.text["hours"], said.text["doing"])
    return first or _spent(past, place, said.text["again"], said.text["then"])


@claim("did not get up")
def not_up(past: Past, said: Said) -> str:
    """The agent did nothing of its day."""
    stays = [
        doing for _, begins, ends, doing in past.log.stays(past.me) if ends >= past.day_begins() and doing
    ]
    return "" if len(set(stays)) <= 1 else f"it did something: {stays[-1]}"


@claim("talked with")
def talked_with(past: Past, said: Said) -> str:
    """There was a talk with each of them this day, and those only counted are as many as there were."""
    partners = {
        other for other in past.log.names
        for talk in past.talks(other) if other != past.me and talk.minute >= past.day_begins()
    }  # fmt: skip
    strangers = set(said.people) - partners
    if strangers:
        return f"no talk with {', '.join(sorted(strangers))}"
    counted = len(said.people) + said.more
    return "" if not said.more or counted == len(partners) else f"{len(partners)} people, not {counted}"


@claim("heard from")
def heard_from(past: Past, said: Said) -> str:
    """They said these words to the agent this day, asked nothing by them, and the agent had not known it."""
    lines = quoted(past, said.one["by"], past.me, said.text["words"])
    if not lines:
        return "they did not say so to the agent"
    if all(asks(past, line) for line in lines):
        return "they asked for something, and the answer is missing"
    told = past.log.memory.get(lines[0].tells)
    since, _ = (
        who_knows(past, told.text).get(past.me, (lines[0].minute, "")) if told else (lines[0].minute, "")
    )
    return "" if since >= lines[0].minute else f"the agent had known it since minute {since}"


@claim("heard from and replied")
def heard_and_replied(past: Past, said: Said) -> str:
    """They said these words to the agent this day, and the agent answered so."""
    by, me = said.one["by"], past.me
    asked, replies = quoted(past, by, me, said.text["words"]), quoted(past, me, by, said.text["reply"])
    talks = {line.conversation for line in asked}
    return "" if talks & {line.conversation for line in replies} else "this is not what they said"


@claim("came as agreed")
def came_as_agreed(past: Past, said: Said) -> str:
    """The agent was there at that hour, and so was somebody it had agreed it with, as it remembers."""
    minute, place = at_clock(past, said.text["clock"]), place_in(past, said.text["place"])
    plans = [
        row
        for row in past.memories("plan", "talk")
        if row.when == minute and set(said.people) & set(row.about) and row.minute > 0
    ]
    if not plans:
        return "nothing of the kind was agreed in a talk"
    return came(past, past.me, place, minute)


@claim("came to an occasion as agreed")
def came_to_occasion(past: Past, said: Said) -> str:
    """The occasion was then and there, the agent had agreed to come, and came at that hour."""
    one = past.occasion(said.text["what"], said.one["by"])
    if one is None:
        return "there is no such occasion"
    if one.begins != at_clock(past, said.text["clock"]) or place_of(one.place) != place_in(
        past, said.text["place"]
    ):
        return f"it was at {one.place}, minute {one.begins}"
    if not agreed(past, past.me, one):
        return "it had not agreed to come"
    return came(past, past.me, one.place, one.begins)


@claim("had agreed and did not come")
def broke_promise(past: Past, said: Said) -> str:
    """It was agreed, and the agent was not in that place around that hour."""
    minute, place = at_clock(past, said.text["clock"]), place_in(past, said.text["place"])
    if not any(row.when == minute for row in past.memories("plan", "talk")):
        return "nothing of the kind was agreed"
    return "the agent was there" if past.was_at(past.me, place, minute - LATE, minute + LATE) else ""


@claim("gave an occasion")
def gave_occasion(past: Past, said: Said) -> str:
    """The agent gave it then and there, and was there."""
    one = past.occasion(said.text["what"], past.me)
    if one is None:
        return "the agent gives no such occasion"
    if one.begins != at_clock(past, said.text["clock"]) or place_of(one.place) != place_in(
        past, said.text["place"]
    ):
        return f"it was at {one.place}, minute {one.begins}"
    return "" if past.attended(past.me, one) else "the agent was not there"


@claim("concluded")
def concluded(past: Past, said: Said) -> str:
    """The agent concluded it this day, it is true, and more than that the agent told others something."""
    me = past.log.names[past.me]
    if me.pronouns != "they" and said.text["text"].startswith((me.called, me.full)):
        return "it is named in its own paragraph"
    for row in past.memories("reflection"):
        if row.minute >= past.day_begins() and past.log.same(said.text["text"], row.text):
            if _only_told(past, row):
                return "it is only what the agent told others"
            inner = conclusions.verdict(Past(past.log, past.me, row.id, row.minute), row.text)
            return "" if inner.verdict == "true" else f"what it concluded is {inner.verdict}: {inner.why}"
    return "it did not conclude that"


def _only_told(past: Past, reflection: Memory) -> bool:
    """Return whether a reflection rests on what the agent told, and on the line that told it."""
    rows = [past.log.memory[one] for one in reflection.evidence if one in past.log.memory]
    lines = {line.id: line for line in past.log.of(Line, past.me)}
    return any(row.source in lines and lines[row.source].tells in reflection.evidence for row in rows)


# ---------------------------------------------------------------- what is ahead


def _ahead(past: Past, said: Said, host: str) -> Occasion | str:
    """Return the occasion of a host that a sentence tells of, or what is wrong about it."""
    one = past.occasion(said.text["what"], host)
    if one is None:
        return "there is no such occasion"
    clock = one.begins % DAY
    when = (str(one.begins // DAY + 1), f"{clock // 60:02}:{clock % 60:02}")
    if (said.text["day"], said.text["clock"]) != when:
        return f"it is on day {when[0]} at {when[1]}"
    return one if place_in(past, said.text["place"]) == place_of(one.place) else f"it is at {one.place}"


def _agreed_today(past: Past, who: str, one: Occasion) -> bool:
    """Return whether somebody agreed this day to come, as they or the host remember."""
    morning = replace(past, row=width_of(past.row).starts(max(1, past.day_begins())))
    host, host_before = replace(past, me=one.host), replace(morning, me=one.host)
    before = agreed(morning, who, one) or occasions.promised(host_before, who, one)
    return not before and (agreed(past, who, one) or occasions.promised(host, who, one))


@claim("guests agreed to come")
def guests_agreed(past: Past, said: Said) -> str:
    """All named agreed this day to come to what the agent gives then and there, and nobody else did."""
    one = _ahead(past, said, past.me)
    if isinstance(one, str):
        return one
    coming = {who for who in past.log.names if who != past.me and _agreed_today(past, who, one)}
    others = coming ^ set(said.people)
    return f"{', '.join(sorted(others))}: named or agreed, not both" if others and not said.more else ""


@claim("agreed to come")
def agreed_to_come(past: Past, said: Said) -> str:
    """The agent agreed this day to come to what the other gives then and there."""
    one = _ahead(past, said, said.one["by"])
    if isinstance(one, str):
        return one
    return "" if _agreed_today(past, past.me, one) else "it did not agree to that this day"


@claim("agreed to meet")
def agreed_to_meet(past: Past, said: Said) -> str:
    """The agent planned this day, by a talk with the other, to be then and there."""
    clock = int(said.text["day"]), said.text["clock"]
    for row in past.memories("plan"):
        when = row.when if row.when is not None else -1
        then = when // DAY + 1, f"{when % DAY // 60:02}:{when % DAY % 60:02}"
        here = place_of(row.place) == place_in(past, said.text["place"])
        if row.minute >= past.day_begins() and then == clock and here and said.one["other"] in row.about:
            return ""
    return "it did not agree to that this day"


@claim("an occasion is ahead")
def occasion_ahead(past: Past, said: Said) -> str:
    """The agent gives it then and there."""
    one = _ahead(past, said, past.me)
    return one if isinstance(one, str) else ""


def remembered(past: Past, text: str, ids: tuple[int, ...]) -> str:
    """Say that a sentence that matches no claim is not what the agent remembers from this day either."""
    own = [row for row in past.mine(Memory) if row.id in ids or row.minute >= past.day_begins()]
    if not any(past.log.same(text, row.text) for row in own):
        return "it matches no claim, and nothing remembered from this day says so"
    return ""
