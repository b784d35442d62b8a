"""The time that a question is about, and the stretches of the agent's past that fall into it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.clock import DAY, day_of, minute_at
from engine.language.times.read_times import read_times
from engine.language.times.time_reading import TimeReading
from engine.language.times.told_time import told_time
from engine.prompts.known import Lived
from engine.rehearsal.interview.question import Asked
from engine.rehearsal.mind import place_of

_EARLY_MORNING, _LATE_EVENING = 60, 120  # minutes by which a morning begins before, an evening ends after
_WEE_HOURS, _EVENING = 4 * 60, 18 * 60
_ON_THE_WAY, _WEEK = 5, 7
_ABOUT = 60  # minutes before and after one that belong to the same stay


@dataclass(frozen=True, slots=True)
class TimeAsked:
    """The minutes from `first` until before `last` that a question names.

    `clock` is the minute if it names one; `part` tells whether it names less than a day.
    """

    first: int
    last: int
    clock: int | None = None
    part: bool = False

    def is_past(self, now: int) -> bool:
        """Tell whether it has begun."""
        return self.first < now


def time_asked(asked: Asked) -> TimeAsked | None:
    """Return the time that a question names, or None. A time without a day is the latest, if it is past."""
    named = _time_in(asked.question, asked)
    return _time_in(asked.whole, asked) if named is None and asked.whole else named


def _time_in(text: str, asked: Asked) -> TimeAsked | None:
    now = asked.me.now
    question = asked.pack.patterns["been_up_to"].sub(" ", text)  # which is no deadline
    told = told_time(question, asked.pack.language, now, asked.prompt.starts)
    if told is None and (days := _days_before(question, asked)):
        return days
    if told is None or told.days is None or told.first is None or told.last is None:
        return None
    if told.about and told.exact == "part" and not told.says_day:  # `about the supper` is no time
        return None
    back = _days_back(told, asked) * DAY
    lived = asked.of_day_before and told.days[0] == day_of(now)
    back += DAY if lived and told.first >= minute_at(day_of(now), 0) else 0
    first, last = told.first - back, told.last - back
    if not told.clocks:
        return TimeAsked(first, last)
    if told.exact == "clock" and told.kind == "moment":
        return TimeAsked(first, first + 1, clock=first, part=True)
    if told.kind in ("after", "from"):
        evening = minute_at(day_of(first), _EVENING)
        return TimeAsked(first, evening if first < evening else minute_at(day_of(first) + 1, 0), part=True)
    if told.kind in ("before", "until", "by"):
        return TimeAsked(minute_at(day_of(first), 0), last, part=True)
    early = _EARLY_MORNING if _WEE_HOURS < first % DAY < DAY // 2 else 0
    early = first % DAY - _EVENING if first % DAY > _EVENING and day_of(last) > day_of(first) else early
    late = _LATE_EVENING if last % DAY > DAY - 3 * _LATE_EVENING else 0
    return TimeAsked(first - early, last + late, part=True)


def _days_back(told: TimeReading, asked: Asked) -> int:
    """Return by how many days a time is the latest rather than the next: `Were you there on Saturday?`."""
    ahead = told.first is not None and told.first > asked.me.now
    if not ahead or not asked.finds("asks_past") or (told.says_day and asked.finds("gave_word")):
        return 0
    return _WEEK if told.by_weekday else 0 if told.says_day else 1


def _days_before(question: str, asked: Asked) -> TimeAsked | None:
    """Return the time of a day before day 1 that a question names, of which nobody has lived; else None."""
    times = read_times(question, asked.pack.language, asked.me.now, asked.prompt.starts)
    early = next((time.days[0] for time in times if time.days and time.days[0] < 1), None)
    return None if early is None else TimeAsked(minute_at(early, 0), minute_at(early + 1, 0))


def today(asked: Asked) -> TimeAsked:
    """Return the day of the prompt, which is the day before for one who has not got up yet."""
    day = day_of(asked.prompt.now)
    return TimeAsked(minute_at(day, 0), minute_at(day + 1, 0))


def lived_in(asked: Asked, time: TimeAsked) -> list[Lived]:
    """Return the stretches of the agent's past that fall into a time, in order."""
    return [
        row for row in asked.prompt.lived
        if row.begins < time.last and (row.ends > time.first or row.begins >= time.first)
    ]  # fmt: skip


def stay_around(asked: Asked, minute: int) -> list[Lived]:
    """Return the stretches that the agent spent in one room about a minute, in order."""
    at = lived_at(asked, minute)
    near = [row for row in asked.prompt.lived if abs(row.begins - minute) <= _ABOUT or row is at]
    return [] if at is None else [row for row in near if row.room == at.room]


def lived_at(asked: Asked, minute: int) -> Lived | None:
    """Return the stretch in which a minute falls, or None. On the way it is the one that comes next."""
    rows = asked.prompt.lived
    for row, after in zip(rows, (*rows[1:], None), strict=True):
        if row.begins <= minute < row.ends:
            away = after is not None and place_of(after.room) != place_of(row.room)
            soon = after is not None and after.begins - minute <= _ON_THE_WAY
            return after if away and soon else row
    return None
