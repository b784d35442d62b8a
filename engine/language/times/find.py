"""Finding: the pieces of a text that say something of time, each read by itself."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.clock import DAY, day_of
from engine.language.times.pieces import Face, Piece, Standpoint
from engine.language.times.rules import Frame, Rules

_WEEK = 7
_HOUR = 60
_NOON = 12
_FAR = 200  # a date further back than these days is next year's


def find(text: str, rules: Rules, here: Standpoint) -> list[Piece]:
    """Find the pieces of a text in order. Where pieces overlap, keep the first, and of these the longest."""
    barred = [found.span() for pattern in rules.not_times for found in pattern.finditer(text)]
    pieces = [
        piece
        for piece in _all(text, rules, here)
        if not any(piece.start < end and start < piece.end for start, end in barred)
        and not (rules.names_are_capital and _is_name(text, piece))
    ]
    kept: list[Piece] = []
    for piece in sorted(pieces, key=lambda each: (each.start, -each.end, bool(each.needs))):
        if not kept or piece.start >= kept[-1].end:
            kept.append(piece)
    return kept


def _all(text: str, rules: Rules, here: Standpoint) -> Iterator[Piece]:
    for frame in rules.frames:
        for found in frame.pattern.finditer(text):
            piece = _READ[frame.sort](found, frame, rules, here)
            if piece is not None:
                yield piece


def _is_name(text: str, piece: Piece) -> bool:
    """Return whether a piece is written like a name: `the Midnight Café`, `Mr. Noon`."""
    if piece.days or piece.weekdays or piece.wrong or not text[piece.start].isupper():
        return False
    begins = not text[: piece.start].rstrip() or text[: piece.start].rstrip()[-1] in ".!?;:"
    return not begins or (piece.face is not None and text[piece.end : piece.end + 2].strip().isupper())


def _clock(found: re.Match[str], frame: Frame, rules: Rules, here: Standpoint) -> Piece | None:
    says, groups = frame.says, found.groupdict()
    face = _face(groups, says, rules, here)
    if face is None:
        return None
    wrong = not 0 <= face.minute <= DAY + 30
    return replace(
        _piece(found, says), face=face, part=_part(groups, says, rules), means=_how(says), wrong=wrong
    )


def _face(groups: Mapping[str, Any], says: Mapping[str, Any], rules: Rules, here: Standpoint) -> Face | None:
    if says.get("now"):
        return Face(minute=here.now % DAY)
    if "at" in says:
        hour, minute = says["at"].split(":")
        return Face(minute=int(hour) * _HOUR + int(minute))
    if groups.get("digits"):
        return _shown(groups["digits"], rules)
    hour, minute = says.get("hour", _value(groups, "hour", rules)), _value(groups, "minute", rules) or 0
    if hour is None or minute >= _HOUR:
        return None
    less = _value(groups, "less", rules) or 0
    at = hour * _HOUR + minute + says.get("add", 0) - less
    if groups.get("half"):
        half = rules.halves[groups["half"].lower()]
        return Face(minute=(hour % _NOON + half) * _HOUR + minute if 1 <= hour <= _NOON else 2 * DAY)
    return Face(minute=at, how="spoken" if 1 <= hour <= _NOON else "shown")


def _shown(digits: str, rules: Rules) -> Face:
    """Return the clock time in digits. A short `5:30` is as spoken; `05:30` and `17:30` are not."""
    parts = re.split(r"[:.：]", digits)
    if len(parts) == 1 and len(digits) > 2:
        parts = [digits[:2], digits[2:]]
    hour, minute = int(parts[0]), int(parts[1]) if len(parts) > 1 else 0
    spoken = rules.short_clock_is_spoken and len(parts) > 1 and len(parts[0]) == 1 and hour > 0
    return Face(minute=hour * _HOUR + minute, how="spoken" if spoken else "shown")


def _part_piece(found: re.Match[str], frame: Frame, rules: Rules, here: Standpoint) -> Piece | None:
    return replace(_piece(found, frame.says), part=rules.part_of[found["part"].lower()])


def _day(found: re.Match[str], frame: Frame, rules: Rules, here: Standpoint) -> Piece | None:
    says, groups = frame.says, found.groupdict()
    days, wrong = _days(groups, says, rules, here)
    plain = groups.get("weekday") or groups.get("short_weekday")
    is_plain = plain and not {"plus", "weeks", "past"} & says.keys()
    return replace(
        _piece(found, says),
        days=days,
        weekday=rules.weekdays[plain.lower()] if plain and is_plain else None,
        part=_part(groups, says, rules),
        face=Face(minute=here.now % DAY) if says.get("now") else None,
        means=_how(says),
        yields=bool(says.get("yields")),
        wrong=wrong or days is None,
    )


def _days(
    groups: Mapping[str, Any], says: Mapping[str, Any], rules: Rules, here: Standpoint
) -> tuple[tuple[int, int] | None, bool]:
    """Return the first and last day that are meant, or None, and whether there are no such days."""
    today, plus = day_of(here.now), says.get("plus", 0)
    if says.get("from_to"):
        monday = _monday(here)
        first, last = says["from_to"]
        week = None if monday is None else monday + _WEEK * says["weeks"]
        return (None, True) if week is None else ((week + first, week + last), False)
    if "offset" in says:
        return _one(today + says["offset"] + plus), False
    if groups.get("day"):
        return _one(today + rules.day_words[groups["day"].lower()] + plus), False
    if weekday := groups.get("weekday") or groups.get("short_weekday"):
        day = _weekday(rules.weekdays[weekday.lower()], says, here)
        return (None, True) if day is None else (_one(day + plus), False)
    return _counted(groups, says, rules, here)


def _counted(
    groups: Mapping[str, Any], says: Mapping[str, Any], rules: Rules, here: Standpoint
) -> tuple[tuple[int, int] | None, bool]:
    number = _value(groups, "nth", rules)
    number = _value(groups, "number", rules) if number is None else number
    if number is None:
        return None, True
    if groups.get("month") or says.get("bare_date"):
        day = _date(rules.months[groups["month"].lower()] if groups.get("month") else 0, number, here)
        return (None, True) if day is None else (_one(day), False)
    is_past = says.get("past_is_unclear") and number < day_of(here.now)
    return _one(number), number < 1 or bool(is_past)


def _weekday(weekday: int, says: Mapping[str, Any], here: Standpoint) -> int | None:
    monday, today = _monday(here), day_of(here.now)
    if monday is None:
        return None
    if "weeks" in says:
        return monday + _WEEK * int(says["weeks"]) + weekday
    ahead = monday + weekday - today
    return today - (-ahead % _WEEK or _WEEK) if says.get("past") else today + (ahead % _WEEK or _WEEK)


def _monday(here: Standpoint) -> int | None:
    """Return the number of the day with which this week begins, or None if the town has no dates."""
    if here.starts is None:
        return None
    today = day_of(here.now)
    return today - (here.starts + datetime.timedelta(days=today - 1)).weekday()


def _date(month: int, number: int, here: Standpoint) -> int | None:
    """Return the number of the day with a date, or None if there is none such, as for 31 June.

    `month` 0 stands for this month or the next.
    """
    if here.starts is None:
        return None
    today = here.starts + datetime.timedelta(days=day_of(here.now) - 1)
    for ahead in range(2):
        year = today.year + (ahead if month else (today.month - 1 + ahead) // 12)
        wanted = month or (today.month - 1 + ahead) % 12 + 1
        try:
            date = datetime.date(year, wanted, number)
        except ValueError:
            return None
        if date >= today or (month and (today - date).days < _FAR):
            return (date - here.starts).days + 1
    return None


def _amount(found: re.Match[str], frame: Frame, rules: Rules, here: Standpoint) -> Piece | None:
    says, groups = frame.says, found.groupdict()
    amount = _amount_of(groups, says, rules)
    return None if amount is None else replace(_piece(found, says), amount=amount)


def _amount_of(groups: Mapping[str, Any], says: Mapping[str, Any], rules: Rules) -> int | None:
    """Return the minutes of an amount of time, or None if its number or unit is missing."""
    number: float | None = says.get("number", _value(groups, "number", rules))
    unit: int | None = rules.units[groups["unit"].lower()] if groups.get("unit") else says.get("unit")
    if number is None or unit is None:
        return None
    plus: float = says.get("plus", 0)
    return round((number + plus) * unit)


def _every(found: re.Match[str], frame: Frame, rules: Rules, here: Standpoint) -> Piece | None:
    says, groups = frame.says, found.groupdict()
    if says.get("plural") and not rules.plural_part.search(found[0]):
        return None
    weekdays = frozenset(says.get("weekdays", ()))
    if groups.get("weekday"):
        weekdays = frozenset([rules.weekdays[groups["weekday"].lower()]])
    step = says.get("step", 0) or _amount_of(groups, says, rules) or 0
    return replace(_piece(found, says), weekdays=weekdays, step=step, part=_part(groups, says, rules))


def _piece(found: re.Match[str], says: Mapping[str, Any]) -> Piece:
    return Piece(start=found.start(), end=found.end(), needs=says.get("needs", ""))


def _part(groups: Mapping[str, Any], says: Mapping[str, Any], rules: Rules) -> str:
    said = groups.get("part")
    return rules.part_of[said.lower()] if said else str(says.get("part", ""))


def _how(says: Mapping[str, Any]) -> frozenset[str]:
    """Return the qualifiers of a time: `about` that time, `by` that time, or none."""
    return frozenset(how for how in ("about", "by") if says.get(how))


def _value(groups: Mapping[str, Any], name: str, rules: Rules) -> int | None:
    said = groups.get(name)
    return rules.numbers.value(said) if said else None


def _one(day: int) -> tuple[int, int]:
    return day, day


_READ = {"clocks": _clock, "days": _day, "amounts": _amount, "every": _every, "parts": _part_piece}
