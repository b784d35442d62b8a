"""Answers about what the agent did, where it was, and what it ate, at a time that is over."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from engine.clock import DAY, day_of, minute_at
from engine.language.phrases import phrases
from engine.prompts.known import Lived
from engine.rehearsal.interview.lookup.happening import claimed, is_most_in
from engine.rehearsal.interview.lookup.time_asked import (
    TimeAsked,
    lived_at,
    lived_in,
    time_asked,
    today,
)
from engine.rehearsal.interview.question import Asked, Reply
from engine.rehearsal.interview.self_knowledge import own_words, spoken_clock
from engine.rehearsal.mind import place_of

_MOST = 3
_MEALS = {"meals_morning": (0, 11 * 60), "meals_noon": (11 * 60, 15 * 60), "meals_evening": (16 * 60, DAY)}
"""The words for each meal, and from when until when it is had."""


def what_was_done(asked: Asked) -> Reply | None:
    """Say where the agent was and what it did at a time that is over, or return None."""
    if not (asked.finds("asks_deed") or asked.finds("ask_was") or asked.finds("ask_lived")):
        return None
    if asked.named or asked.finds("ask_now") or asked.finds("asks_ahead"):
        return None
    time = time_asked(asked)
    if time is None and not (asked.finds("asks_past") or asked.finds("ask_lived")):
        return None
    time = time or today(asked)
    if not time.is_past(asked.prompt.now) or not asked.prompt.lived:
        return None
    if time.clock is not None:
        return _at(time.clock, asked)
    return recounted(lived_in(asked, time), asked) or Reply((asked.say("did_nothing_then"),), knows=False)


def recounted(rows: list[Lived], asked: Asked) -> Reply | None:
    """Say where the agent was and what it did in some stretches, the longest of them in order, or None."""
    done = [row for row in rows if row.doing]
    stays = [list(group) for _, group in groupby(done, key=lambda row: place_of(row.room))]
    longest = sorted(stays, key=lambda stay: stay[0].begins - stay[-1].ends)[:_MOST]
    parts: list[str] = []
    cited: list[int] = []
    told: set[str] = set()
    last = ""
    for stay in sorted(longest, key=lambda stay: stay[0].begins):
        row = _main(stay, told)
        told.add(row.doing)
        parts.append(_was(row, "also_was" if parts else "was", asked, there_still=place_of(row.room) == last))
        cited += asked.numbers_of(stay[0].memory, row.memory)
        last = place_of(row.room)
    return Reply(tuple(parts), tuple(cited)) if parts else None


def where_it_was_done(asked: Asked) -> Reply | None:
    """Say when and where the agent last did what a question names, if it asks where; or return None."""
    rows = doing_so(asked) if asked.finds("asks_oneself") and asked.finds("asks_past") else []
    if not rows:
        return None
    when, place = asked.ago(rows[-1].begins), asked.me.place(rows[-1].room)
    sentence = asked.say("when_and_where", when=when, place=place)
    return Reply((sentence,), asked.numbers_of(rows[-1].memory))


def as_it_was_done(asked: Asked) -> Reply | None:
    """Say how the agent last did what a question asks whether it did, or return None."""
    return None if asked.named else recounted(doing_so(asked)[-1:], asked)


def doing_so(asked: Asked) -> list[Lived]:
    """Return the stretches of the time asked about in which the agent did what the question names.

    The second part of a question is about what the first part names.
    """
    words, time = claimed(asked), time_asked(asked)
    rows = lived_in(asked, time) if time is not None else [*asked.prompt.lived]
    doing = [row for row in rows if words and row.doing and is_most_in(row.doing, words, asked)]
    if doing or not (asked.whole and asked.prompt.earlier):
        return doing
    return doing_so(replace(asked, question=asked.prompt.earlier[-1][0], whole=""))


def _was(row: Lived, frame: str, asked: Asked, *, there_still: bool = False) -> str:
    """Return a stretch as a sentence. The place is left out if it was just said, or the activity says it."""
    place, activity = asked.me.place(row.room), _words(row, asked)
    if there_still or place in activity:
        return asked.say(f"{frame}_doing", activity=activity)
    return asked.say(frame, activity=activity, place=place)


def eaten(asked: Asked) -> Reply | None:
    """Say where the agent was at table at the meal or time asked about, or that it has forgotten."""
    time = time_asked(asked) or today(asked)
    if time.first >= asked.prompt.now:
        return None
    return recounted(at_table(asked, time), asked) or Reply((asked.say("ate_forgotten"),), knows=False)


def at_table(asked: Asked, time: TimeAsked) -> list[Lived]:
    """Return the stretches of a time in which the agent ate the meal asked about, or any."""
    bare = asked.pack.patterns["eating"].sub(" ", asked.question)
    hours = next((span for meal, span in _MEALS.items() if asked.pack.has(meal, bare)), (0, DAY))
    if time.part and time.last % DAY <= DAY // 2:
        hours = _MEALS["meals_morning"]
    wording = phrases(asked.pack.language)
    return [
        row for row in asked.prompt.lived
        if time.first <= row.begins < time.last and hours[0] <= row.begins % DAY < hours[1]
        and row.doing and wording.doing(row.doing) == "meal"
    ]  # fmt: skip


def _at(minute: int, asked: Asked) -> Reply | None:
    row = lived_at(asked, minute)
    if row is None:
        return _not_up(minute, asked)
    at = asked.moment(minute) if day_of(minute) != day_of(asked.prompt.now) else spoken_clock(minute, asked)
    place = asked.me.place(row.room)
    if not row.doing:
        return Reply((asked.say("was_there_then", at=at, place=place),))
    activity = _words(row, asked)
    frame = "was_at_time_doing" if place in activity else "was_at_time"
    sentence = asked.say(frame, at=at, activity=activity, place=place)
    return Reply((sentence,), asked.numbers_of(row.memory))


def _not_up(minute: int, asked: Asked) -> Reply | None:
    """Say that the agent was asleep at a minute outside its day, or return None."""
    persona, clock = asked.prompt.persona, minute % DAY
    rows = lived_in(asked, TimeAsked(minute_at(day_of(minute), 0), minute_at(day_of(minute) + 1, 0)))
    if not rows or rows[0].begins <= minute < rows[-1].ends:
        return None
    at = spoken_clock(clock, asked)
    return Reply((asked.say("asleep_at", at=at, home=asked.me.place(persona.home)),))


def _main(stay: list[Lived], told: set[str]) -> Lived:
    """Return the stretch of a stay with what took longest in it, if possible not said yet."""
    spent: dict[str, int] = {}
    for row in stay:
        spent[row.doing] = spent.get(row.doing, 0) + row.ends - row.begins
    return max(stay, key=lambda row: (row.doing not in told, spent[row.doing]))


def _words(row: Lived, asked: Asked) -> str:
    return own_words(asked, row.doing)
