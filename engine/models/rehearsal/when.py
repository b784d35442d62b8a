"""Reading days and times out of a sentence, and saying them as people do."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.clock import DAY, clock_words, day_of, minute_at
from engine.models.rehearsal.pack import Pack


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """The day and the minute of the day that a sentence names, each where it names one."""

    day: int | None = None
    clock: int | None = None

    def minute(self, now: int) -> int | None:
        """The moment meant, from the point of view of `now`; None without a time of day."""
        if self.clock is None:
            return None
        if self.day is not None:
            return minute_at(self.day, self.clock)
        today = minute_at(day_of(now), self.clock)
        return today if today > now else today + DAY


def read_when(text: str, now: int, pack: Pack) -> When:
    """The day and time a sentence speaks of."""
    return When(day=_day(text, now, pack), clock=_clock(text, pack))


def spoken(text: str, now: int, pack: Pack) -> str:
    """The sentence with numbered days said as today and tomorrow."""
    words = {number: word for word, number in reversed(list(pack.days.items()))}

    def word(found: re.Match[str]) -> str:
        return words.get(int(found["day"]) - day_of(now), found[0])

    return pack.patterns["day_number"].sub(word, text)


def dated(text: str, now: int, pack: Pack) -> str:
    """The sentence with today and tomorrow written as numbered days, so that it stays true."""

    def number(found: re.Match[str]) -> str:
        before = text[: found.start()].split()[-1:]
        frame = pack.plain_day if before and before[0].lower() in pack.words["before_day"] else pack.on_day
        return frame.format(day=day_of(now) + pack.days[found["word"].lower()])

    if pack.patterns["day_number"].search(text):
        return text
    return pack.patterns["day_word"].sub(number, text, count=1)


def without_when(text: str, pack: Pack) -> str:
    """The sentence without its day and time."""
    for name in ("day_number", "day_word", "clock", "hour"):
        text = pack.patterns[name].sub("", text)
    return " ".join(text.split()).replace(" .", ".").replace(" ,", ",")


def clock_of(minute: int) -> str:
    """A minute as the time of day an answer form wants."""
    return clock_words(minute)


def _day(text: str, now: int, pack: Pack) -> int | None:
    if found := pack.patterns["day_number"].search(text):
        return max(1, int(found["day"]))
    if found := pack.patterns["day_word"].search(text):
        return day_of(now) + pack.days[found["word"].lower()]
    return None


def _clock(text: str, pack: Pack) -> int | None:
    if found := pack.patterns["clock"].search(text):
        return _minute(int(found["hour"]), int(found["minute"]), found["half"], pack)
    if found := pack.patterns["hour"].search(text):
        word = found["hour"].lower()
        hour = pack.numbers.get(word) or (int(word) if word.isdecimal() else None)
        if hour is None:
            return None
        half = found["half"]
        if not half and hour in pack.afternoon_hours and word not in pack.fixed_hours:
            hour += 12
        return _minute(hour, 0, half, pack)
    return None


def _minute(hour: int, minute: int, half: str | None, pack: Pack) -> int | None:
    if half and pack.patterns["afternoon"].match(half) and hour < 12:
        hour += 12
    if half and pack.patterns["morning"].match(half) and hour == 12:
        hour = 0
    return (hour * 60 + minute) % DAY if hour <= 24 else None
