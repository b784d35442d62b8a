"""The table of claims of papers, and what several of them ask of a day."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from engine.records import AgentId, Intention, Line, Presence
from tests.truth.conclusions import occasions
from tests.truth.log import Occasion, Past, place_of
from tests.truth.reading import Said

Predicate = Callable[[Past, Said], str]
CLAIMS: dict[str, Predicate] = {}
LATE = 30  # minutes by which somebody may be late or early, and still came at an hour


def claim(name: str) -> Callable[[Predicate], Predicate]:
    """Enter a predicate under the name that its patterns have."""

    def enter(predicate: Predicate) -> Predicate:
        CLAIMS[name] = predicate
        return predicate

    return enter


def at_clock(past: Past, clock: str) -> int:
    """Return the minute of an hour of the day that the paper is of."""
    hours, minutes = clock.split(":")
    return past.day_begins() + 60 * int(hours) + int(minutes)


def place_in(past: Past, text: str) -> str:
    """Return the place that a text names; empty if it names none."""
    return max((place for place in past.log.places if place in text), key=len, default="")


def quoted(past: Past, speaker: AgentId, hearer: AgentId, words: str) -> list[Line]:
    """Return the lines of the day in which one said the quoted words to another."""
    bare = words.strip(" .。…?!？！")
    return [
        line for line in past.lines(speaker, hearer)
        if line.minute >= past.day_begins() and (bare in line.text or past.log.within(words, line.text))
    ]  # fmt: skip


def agreed(past: Past, who: AgentId, occasion: Occasion) -> bool:
    """Return whether somebody meant to come to an occasion, by their own memory, and never took it back."""
    theirs = replace(past, me=who)
    planned = any(
        row.when == occasion.begins and occasion.host in row.about
        for row in theirs.memories("plan")
        if place_of(row.place) == place_of(occasion.place)
    )
    return planned or occasions.promised(theirs, who, occasion)


def came(past: Past, who: AgentId, place: str, minute: int) -> str:
    """Say that somebody was not in a place within half an hour of a minute."""
    if past.was_at(who, place, minute - LATE, minute + LATE):
        return ""
    where = {
        place_of(room)
        for room, begins, ends, _ in past.log.stays(who)
        if begins <= minute + LATE and ends >= minute
    }
    return f"{who} was not there but at {', '.join(sorted(where)) or 'no place'}"


def minutes_spent(past: Past, place: str, doing: str) -> int:
    """Return the minutes of the day that the agent spent at a place doing what is said."""
    spent = 0
    rows = past.mine(Presence)
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        if (
            row.inside
            and not row.asleep
            and place_of(row.room) == place
            and past.log.called(row.doing) == doing
        ):
            ends = after.minute if after else past.minute + 1
            spent += max(0, ends - max(row.minute, past.day_begins()))
    return spent


def minutes_at(past: Past, place: str) -> int:
    """Return the minutes of the day that the agent was at a place and awake, whatever it did there."""
    doings = {row.doing for row in past.mine(Presence) if not row.asleep and place_of(row.room) == place}
    return sum(minutes_spent(past, place, doing) for doing in {past.log.called(one) for one in doings})


def asks(past: Past, line: Line) -> bool:
    """Return whether by a line its speaker asks for something, or for an answer, as it had meant to."""
    return any(
        row.kind in ("request", "question", "aim") and row.memory == line.tells
        for row in past.log.of(Intention, line.speaker)
    )


_COUNTS = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COUNTS_ZH = dict(zip("一两三四五六七八九十", range(1, 11), strict=True)) | {"十一": 11, "十二": 12}


def number(text: str) -> int:
    """Return a number written in figures or as a word; -1 if it is none."""
    said = text.strip().lower()
    if said.isdigit():
        return int(said)
    return _COUNTS_ZH.get(said, _COUNTS.index(said) if said in _COUNTS[2:] else -1)


def minutes_of(text: str) -> int:
    """Return the minutes of `an hour and a half`, `two hours`, `half an hour`; -1 if it is no such time."""
    half = 30 if "half" in text or "半" in text else 0
    if text in ("half an hour", "半个小时"):
        return 30
    if re.fullmatch(r"an hour(?: and a half)?|一个(?:半)?小时", text):
        return 60 + half
    found = re.fullmatch(r"(\w+)(?: and a half)? hours|(\w+?)个(?:半)?小时", text)
    hours = number(found[1] or found[2]) if found else -1
    return 60 * hours + half if hours > 0 else -1
