"""Claims of turning points: promises, occasions, feelings, first talks, undertakings, emergencies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.clock import DAY
from engine.language.scales import degree
from engine.records import AgentId, Event, Intention, Line, Relation, ThingState
from tests.truth.log import Occasion, Past, place_of
from tests.truth.papers.asking import (
    LATE,
    agreed,
    at_clock,
    came,
    claim,
    number,
    place_in,
)
from tests.truth.reading import Said

FEELS = {
    "very close": "very_close", "close": "close", "friendly": "friendly", "neutral": "neutral",
    "cool": "cool", "hostile": "hostile",
    "很亲": "very_close", "亲近": "close", "友好": "friendly", "一般": "neutral",
    "疏远": "cool", "敌对": "hostile",
}  # fmt: skip

TOMORROW = re.compile(r"\btomorrow\b|明天", re.IGNORECASE)

# ---------------------------------------------------------------- promises and occasions


def _occasion(past: Past, said: Said) -> Occasion | str:
    """Return the occasion of a sentence, or what is wrong about its place and hour."""
    one = past.occasion(said.text["what"], said.one["who"])
    if one is None:
        return "there is no such occasion"
    if one.begins != at_clock(past, said.text["clock"]):
        return f"it was to begin at minute {one.begins}"
    named = place_in(past, said.text["where"])
    return one if named == place_of(one.place) else f"it was at {one.place}"


def _who_came(past: Past, one: Occasion) -> set[AgentId]:
    return {who for who in past.log.names if who != one.host and past.attended(who, one)}


@claim("an occasion was held")
def occasion_held(past: Past, said: Said) -> str:
    """It was given there and then; all named came, and nobody who had agreed and came is left out."""
    one = _occasion(past, said)
    if isinstance(one, str):
        return one
    there = _who_came(past, one)
    away = set(said.people) - there
    if away:
        return f"{', '.join(sorted(away))} did not come"
    guests = {who for who in there if agreed(past, who, one)}
    left_out = guests - set(said.people)
    if said.more:
        return (
            "" if len(said.people) + said.more in (len(there), len(guests)) else f"{len(there)} people came"
        )
    return f"{', '.join(sorted(left_out))} came as well" if left_out else ""


@claim("an occasion was held without a guest")
def occasion_without(past: Past, said: Said) -> str:
    """As above; and those who are missed had agreed to come and did not."""
    wrong = occasion_held(past, said)
    one = _occasion(past, said)
    if wrong or isinstance(one, str):
        return wrong
    for who in past.log.reader("papers").people_in(said.text["missing"]):
        if past.attended(who, one):
            return f"{who} was there"
        if not agreed(past, who, one):
            return f"{who} had not agreed to come"
    return ""


@claim("an occasion was empty")
def occasion_empty(past: Past, said: Said) -> str:
    """It was given there and then, and nobody else was there."""
    one = _occasion(past, said)
    if isinstance(one, str):
        return one
    there = _who_came(past, one)
    return f"{', '.join(sorted(there))} came" if there else ""


@claim("an occasion was not held")
def occasion_not_held(past: Past, said: Said) -> str:
    """It was to be there and then, and its host was not there, or it was never begun."""
    one = _occasion(past, said)
    if isinstance(one, str):
        return one
    begun = any(row.state == "begun" and row.when == one.begins for row in past.theirs(Intention, one.host))
    return "it was held" if begun and past.attended(one.host, one) else ""


@claim("a guest had agreed and did not come")
def guest_did_not_come(past: Past, said: Said) -> str:
    """The guest remembers having agreed, was elsewhere at that hour as is said, and never came."""
    who, minute = said.one["who"], at_clock(past, said.text["clock"])
    mine = Past(past.log, who, past.row, past.minute)
    plans = [
        row
        for row in mine.memories("plan", "talk")
        if row.when == minute and set(said.people) & set(row.about)
    ]
    if not plans:
        return "nothing of the kind was agreed"
    if plans[-1].place and past.was_at(who, plans[-1].place, minute - LATE, minute + LATE):
        return "they were there"
    named = place_in(past, said.text["where"])
    return "" if past.was_at(who, named, minute, minute) else f"they were not at {named} then"


@claim("two met as intended")
def two_met(past: Past, said: Said) -> str:
    """All were in that place around that hour."""
    minute, place = at_clock(past, said.text["clock"]), place_in(past, said.text["where"])
    return next(
        (why for who in (said.one["who"], *said.people) if (why := came(past, who, place, minute))), ""
    )


@claim("two did not meet")
def two_did_not_meet(past: Past, said: Said) -> str:
    """They had no talk in the hours around it."""
    minute, who = at_clock(past, said.text["clock"]), said.one["who"]
    mine = Past(past.log, who, past.row, past.minute)
    met = [talk for other in said.people for talk in mine.talks(other) if abs(talk.minute - minute) <= LATE]
    return "they talked then" if met else ""


# ---------------------------------------------------------------- feelings and first talks


def _change(past: Past, said: Said) -> tuple[float, float, bool]:
    """Return the closeness this morning and now, and whether the note is one that changed it this day."""
    rows = [row for row in past.theirs(Relation, said.one["who"]) if row.other == said.one["other"]]
    before = [row.closeness for row in rows if row.minute < max(1, past.day_begins())]
    today = [row for row in rows if row.minute >= max(1, past.day_begins())]
    noted = any(past.log.same(said.text["note"], row.note) or said.text["note"] == row.note for row in today)
    return (before or [0.0])[-1], (rows[-1].closeness if rows else 0.0), noted


@claim("somebody feels otherwise than this morning")
def feels_otherwise(past: Past, said: Said) -> str:
    """Closeness was and is of the steps named, and what is noted changed it."""
    before, after, noted = _change(past, said)
    steps = FEELS.get(said.text["was"]), FEELS.get(said.text["now"])
    if steps != (degree(before), degree(after)):
        return f"closeness went from {before} ({degree(before)}) to {after} ({degree(after)})"
    return "" if noted else "nothing of this day is noted so"


@claim("somebody has grown closer")
def grown_closer(past: Past, said: Said) -> str:
    """Closeness rose this day, and what is noted changed it."""
    before, after, noted = _change(past, said)
    if after <= before:
        return f"closeness went from {before} to {after}"
    return "" if noted else "nothing of this day is noted so"


@claim("somebody has moved away")
def moved_away(past: Past, said: Said) -> str:
    """Closeness fell this day, and what is noted changed it."""
    before, after, noted = _change(past, said)
    if after >= before:
        return f"closeness went from {before} to {after}"
    return "" if noted else "nothing of this day is noted so"


@claim("two talked for the first time")
def first_talk(past: Past, said: Said) -> str:
    """Their first talk in the log was this day, and no relation or seed says that they knew each other."""
    who, other = said.one["who"], said.one["other"]
    mine = Past(past.log, who, past.row, past.minute)
    talks = mine.talks(other)
    if not talks or talks[0].minute < past.day_begins():
        return "they have not talked, or did before"
    for one, whom in ((who, other), (other, who)):
        rows = [row for row in past.theirs(Relation, one) if row.other == whom and row.minute == 0]
        seeds = [
            row for row in Past(past.log, one, past.row, past.minute).memories("seed") if whom in row.about
        ]
        if rows or seeds:
            return f"{one} knew {whom} before: {rows[0].kind if rows else seeds[0].text}"
    return ""


# ---------------------------------------------------------------- undertakings and emergencies


def _ended(past: Past, said: Said, state: str) -> str:
    """Say that no intention of theirs to do what is said came to this end this day."""
    deed, names = said.text["deed"], past.log.names
    for row in past.theirs(Intention, said.one["who"]):
        others = [names[who].full for who in row.others if who in names]
        meant = " ".join((row.deed, row.what, row.content, *others))
        if row.state == state and row.minute >= max(1, past.day_begins()) and past.log.within(deed, meant):
            return ""
    return f"no such intention of theirs was {state} this day"


@claim("something was given up")
def given_up(past: Past, said: Said) -> str:
    """An intention of theirs was dropped this day."""
    return _ended(past, said, "dropped")


@claim("something failed")
def failed(past: Past, said: Said) -> str:
    """An intention of theirs failed this day."""
    return _ended(past, said, "failed")


@claim("a request was answered with no")
def request_refused(past: Past, said: Said) -> str:
    """They asked the other for it this day, and were not given it."""
    rows = _asked_for(past, said)
    if not rows:
        return "they did not ask for it"
    given = [row for row in rows if row.state in ("agreed", "done") and said.one["other"] in row.others]
    return "they were given it" if given else ""


@claim("a request was answered with yes")
def request_granted(past: Past, said: Said) -> str:
    """They asked the other for it this day, and remember no refusal."""
    return "" if _asked_for(past, said) else "they did not ask for it"


def _asked_for(past: Past, said: Said) -> list[Intention]:
    """Return the rows of the requests by which they asked the other this day for what is said."""
    who, deed = said.one["who"], past.log.words.of(said.text["deed"])
    rows = [row for row in past.theirs(Intention, who) if row.kind in ("request", "question")]
    lines = replace(past, me=who).lines(who, said.one["other"])
    told = {line.tells for line in lines if line.minute >= past.day_begins()}
    return [row for row in rows if row.memory in told and deed & past.log.words.of(_wanted(row))]


@claim("a request was put off in vain")
def request_put_off(past: Past, said: Said) -> str:
    """They asked for it the day before, and the two have not spoken of it since."""
    return (
        ""
        if any(
            (line.speaker, other) == (said.one["who"], said.one["other"])
            and past.log.words.of(said.text["deed"]) & past.log.words.of(_wanted(row))
            for line, other, row in put_off_in_vain(past)
        )
        else "nothing of the kind was put off to this day, or something came of it"
    )


def put_off_in_vain(past: Past) -> Iterator[tuple[Line, AgentId, Intention]]:
    """Yield the lines of the day before by which people asked, whom, and for what, if they were put off."""
    yesterday = past.day_begins() - DAY
    for row in [row for row in past.log.rows[Intention] if row.kind in ("request", "question")]:
        for line in past.log.of(Line, row.agent):
            if line.tells != row.memory or not yesterday <= line.minute < past.day_begins():
                continue
            after = [one for one in past.log.lines[line.conversation] if one.id > line.id]
            reply = next((one for one in after if one.speaker != row.agent), None)
            if reply and TOMORROW.search(reply.text) and not _is_spoken_of(past, row, reply):
                yield line, reply.speaker, row


def _is_spoken_of(past: Past, row: Intention, reply: Line) -> bool:
    mine = replace(past, me=row.agent)
    since = [*mine.lines(row.agent, reply.speaker), *mine.lines(reply.speaker, row.agent)]
    wanted = past.log.words.of(_wanted(row))
    return any(wanted & past.log.words.of(line.text) for line in since if line.said_at > reply.said_at)


def _wanted(row: Intention) -> str:
    return row.what or row.content or row.deed


def _urgent(past: Past, text: str) -> list[tuple[Event, list[ThingState]]]:
    """Return the emergencies of the day that a text tells of, and what became of the thing within the day."""
    return [
        (event, [row for row in past.log.rows[ThingState]
                 if row.thing == event.thing and row.by and event.minute <= row.minute <= past.minute])
        for event in past.log.rows[Event]
        if event.urgent and past.day_begins() <= event.minute <= past.minute
        and past.log.same(text, event.text)
    ]  # fmt: skip


@claim("an emergency was seen to")
def emergency_seen_to(past: Past, said: Said) -> str:
    """It happened, and the one named was the first to change the thing, within these minutes."""
    for event, states in _urgent(past, said.text["text"]):
        if states and states[0].by == said.one["who"]:
            took = states[0].minute - event.minute
            return "" if took <= number(said.text["after"]) else f"it took {took} minutes"
    return "they did not see to it first"


@claim("an emergency was left")
def emergency_left(past: Past, said: Said) -> str:
    """It happened, and nobody changed the thing."""
    found = _urgent(past, said.text["text"])
    if not found:
        return "nothing of the kind happened"
    return "" if not any(states for _, states in found) else "somebody saw to it"


@claim("something happened in the town")
def happened_in_town(past: Past, said: Said) -> str:
    """An event of the day at that place says so."""
    place = place_in(past, said.text["place"])
    rows = [row for row in past.log.rows[Event] if past.day_begins() <= row.minute <= past.minute]
    here = [row for row in rows if place_of(row.room) == place]
    return "" if any(past.log.words.within(said.text["text"], row.text) for row in here) else "no such event"
