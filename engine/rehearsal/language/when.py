"""When: reads days and times from a sentence, and words them as people do."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.clock import DAY, clock_words, day_of, minute_at
from engine.language.times.told_time import told_time

_NOON = DAY // 2
_BESIDE = 24  # letters beside a clock within which the part of the day stands


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """The day and the minute of the day that a sentence names, or None for each that it does not name."""

    day: int | None = None
    clock: int | None = None

    def minute(self, now: int) -> int | None:
        """Return the minute meant, as seen from `now`, or None without a time of day."""
        if self.clock is None:
            return None
        if self.day is not None:
            return minute_at(self.day, self.clock)
        today = minute_at(day_of(now), self.clock)
        return today if today > now else today + DAY


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Calendar:
    """How a language reads and words days and times."""

    language: str
    on_day: str
    day: str
    at_clock: str
    spoken_clock: str
    on_weekday: str
    before_day: frozenset[str]
    days: Mapping[str, int]
    weekdays: tuple[str, ...]
    said: Mapping[int, str]
    heard: Mapping[str, int]
    day_pattern: re.Pattern[str]
    word_pattern: re.Pattern[str]
    weekday_pattern: re.Pattern[str]
    clock_pattern: re.Pattern[str]
    hour_pattern: re.Pattern[str]
    heard_pattern: re.Pattern[str]
    afternoon: re.Pattern[str]
    later: re.Pattern[str]
    before_noon: re.Pattern[str]
    over: re.Pattern[str]
    morning: re.Pattern[str]

    def read(self, text: str, now: int, starts: datetime.date | None = None) -> When:
        """Return the day and time that a sentence names."""
        told = told_time(text, self.language, now, starts)
        if told is None or told.days is None:
            return When()
        day, clock = told.days[0], None
        if told.clocks is not None and told.exact == "clock":
            day, clock = day + told.clocks[0] // DAY, told.clocks[0] % DAY
        return When(day=day if told.says_day else None, clock=clock)

    def span(self, text: str, now: int, starts: datetime.date | None = None) -> tuple[int, int] | None:
        """Return the first and last minute of a part of a day that a sentence names, or None.

        If no day is named, it is the latest such part that is over or has begun.
        """
        told = told_time(text, self.language, now, starts)
        if told is None or told.first is None or told.last is None or not told.clocks:
            return None
        past = DAY if told.first > now and not told.says_day else 0
        return told.first - past, told.last - past

    def spoken(self, text: str, now: int, starts: datetime.date | None = None) -> str:
        """Return the sentence with numbered days and clock times as people say them."""
        today = day_of(now)
        words = {number: word for word, number in reversed(list(self.days.items()))}

        def day(found: re.Match[str]) -> str:
            number = int(found["day"])
            if number - today in words:
                return words[number - today]
            if starts is None or not 0 < number - today < 7:
                return found[0]
            date = starts + datetime.timedelta(days=number - 1)
            weekday = self.weekdays[date.weekday()]
            return (
                weekday if self._after_preposition(text, found) else self.on_weekday.format(weekday=weekday)
            )

        return self.clock_pattern.sub(self._said_clock, self.day_pattern.sub(day, text))

    def dated(self, text: str, now: int, starts: datetime.date | None = None) -> str:
        """Return the sentence with numbered days for relative ones and clock times for words.

        It then stays true on later days.
        """
        today = day_of(now)

        def number(found: re.Match[str]) -> str:
            return self._numbered(text, found, today + self._offset(found["word"]))

        def weekday(found: re.Match[str]) -> str:
            day = self._day_of_weekday(found["weekday"], today, starts)
            if day is None or self.over.search(text[: found.start()]):
                return found[0]  # of which week is not said: "was in the church on Saturday"
            return self._numbered(text, found, day)

        def clock(found: re.Match[str]) -> str:
            minute = self.heard[found["time"].lower()]
            if minute >= _NOON and self.before_noon.match(found.string, found.end()):
                minute -= _NOON  # "at two o'clock on Sunday morning"
            return self.at_clock.format(clock=clock_words(minute))

        if not self.day_pattern.search(text):
            before = text
            text = self.word_pattern.sub(number, text, count=1)
            text = self.weekday_pattern.sub(weekday, text, count=1) if text == before else text
        return self.heard_pattern.sub(clock, text)

    def without(self, text: str) -> str:
        """Return the sentence without its day and time."""
        for pattern in (
            self.day_pattern, self.word_pattern, self.clock_pattern, self.heard_pattern, self.hour_pattern
        ):  # fmt: skip
            text = pattern.sub("", text)
        return " ".join(text.split()).replace(" .", ".").replace(" ,", ",").strip()

    def clock(self, minute: int) -> str:
        """Return a time of day as people say it, or as a clock shows it if there are no words for it."""
        return self.said.get(minute % DAY) or clock_words(minute)

    def moment(self, minute: int, now: int, starts: datetime.date | None = None) -> str:
        """Return a minute as people say it: `tomorrow at five`."""
        at = self.at_clock.format(clock=clock_words(minute))
        return self.spoken(f"{self.on_day.format(day=day_of(minute))}{self._space(at)}{at}", now, starts)

    def _space(self, after: str) -> str:
        return " " if after[:1].isascii() and after[:1].isalpha() else ""

    def _said_clock(self, found: re.Match[str]) -> str:
        minute = _minute(int(found["hour"]), int(found["minute"]), found["half"], self)
        beside = found.string[max(0, found.start() - _BESIDE) : found.end() + _BESIDE]
        if minute is not None and minute < _NOON and not found["half"] and self.later.search(beside):
            minute += _NOON  # "on Wednesday evening at 7:30"
        if minute is None or minute not in self.said:
            return found[0]
        return self.spoken_clock.format(time=self.said[minute])

    def _numbered(self, text: str, found: re.Match[str], day: int) -> str:
        frame = self.day if self._after_preposition(text, found) else self.on_day
        return frame.format(day=day) if day >= 1 else found[0]  # of what was before the first day

    def _after_preposition(self, text: str, found: re.Match[str]) -> bool:
        before = text[: found.start()].split()[-1:]
        return bool(before) and before[0].lower() in self.before_day

    def _offset(self, word: str) -> int:
        return self.days.get(word.lower(), 0)

    def _day_of_weekday(self, word: str, today: int, starts: datetime.date | None) -> int | None:
        wanted = [day.lower() for day in self.weekdays]
        if starts is None or word.lower() not in wanted:
            return None
        now = (starts + datetime.timedelta(days=today - 1)).weekday()
        return today + ((wanted.index(word.lower()) - now) % 7 or 7)


def read_calendar(data: Mapping[str, Any], language: str) -> Calendar:
    """Build the calendar of a language from its pack."""
    said = _said(data["hours"], data["parts"], data.get("beside_parts", {}))
    heard = {words: minute for minute, words in said.items()}
    for words, hour in data.get("also", {}).items():
        for minute, frame in data["parts"].items():
            if "{hour}" in frame:
                heard.setdefault(frame.format(hour=words), (hour * 60 + int(minute)) % DAY)
    days = {word.lower(): offset for word, offset in data["days"].items()}
    day_words = _alternatives([*days, *data.get("parts_of_today", ())])
    edge, end = (r"\b", r"(?!\w)") if data["hours"][0].isascii() else ("", "")
    return Calendar(
        language=language,
        on_day=data["on_day"],
        day=data["day"],
        at_clock=data["at_clock"],
        spoken_clock=data["spoken_clock"],
        on_weekday=data["on_weekday"],
        before_day=frozenset(data.get("before_day", ())),
        days=days,
        weekdays=tuple(data["weekdays"]),
        said=said,
        heard={words.lower(): minute for words, minute in heard.items()},
        day_pattern=_pattern(data["day_pattern"]),
        word_pattern=_pattern(rf"{edge}(?P<word>{day_words}){end}"),
        weekday_pattern=_pattern(data["weekday_pattern"]),
        clock_pattern=_pattern(data["clock_pattern"]),
        hour_pattern=_pattern(data["hour_pattern"]),
        heard_pattern=_pattern(
            rf"{data['words_before']}(?P<time>{_alternatives(heard)}){end}{data['no_count']}"
        ),
        afternoon=_pattern(data["afternoon"]),
        later=_pattern(data["later"]),
        before_noon=_pattern(data["before_noon"]),
        over=_pattern(data["over"]),
        morning=_pattern(data["morning"]),
    )


def _said(hours: list[str], parts: Mapping[int, str], beside_parts: Mapping[str, str]) -> dict[int, str]:
    """Return the words for each minute of the day that has some.

    `beside_parts` are the words for an hour in `half past twelve` and the like, where they are not its own.
    """
    beside = [beside_parts.get(words, words) for words in hours]
    return {
        hour * 60 + int(minute): frame.format(
            hour=beside[hour] if int(minute) else words, next=beside[(hour + 1) % 24]
        )
        for hour, words in enumerate(hours)
        for minute, frame in parts.items()
    }


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word))) or "(?!)"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def _minute(hour: int, minute: int, half: str | None, calendar: Calendar) -> int | None:
    if half and calendar.afternoon.match(half) and hour < 12:
        hour += 12
    elif half and calendar.morning.match(half) and hour == 12:
        hour = 0
    return (hour * 60 + minute) % DAY if hour <= 24 else None
