"""Settling: the day and minutes that an expression of time means, from where it is read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from engine.clock import DAY, day_of
from engine.language.times.group import Group, Said, finer
from engine.language.times.pieces import Face, Standpoint
from engine.language.times.rules import Rules
from engine.language.times.time_reading import Exactness, Kind, TimeReading

_HALF = DAY // 2
_HOUR = 60
_NOON_HOUR = 13 * 60 - 1
_WEEK = 7
_KINDS: tuple[Kind, ...] = ("until", "by", "from", "before", "after")
_SINCE = "since"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """All that the pieces of a group name. `hint` is the part of the day that its clause speaks of."""

    days: tuple[int, int] | None
    weekday: int | None
    part: str
    face: Face | None
    weekdays: frozenset[int]
    step: int
    hint: str
    wrong: bool


def settle(text: str, said: Said, rules: Rules, here: Standpoint, carried: int | None) -> TimeReading:
    """Interpret an expression of time.

    `carried` is the day named earlier in the sentence, used if it names none.
    """
    one = said.first
    unread = TimeReading(start=_begins(text, one, rules), end=said.end, kind="unread")
    if one.lasts:
        return replace(unread, kind="lasts", lasts=one.lasts)
    first = _named(text, one, rules)
    last = _named(text, said.last, rules) if said.last is not None else None
    if said.either or first.wrong or (last is not None and last.wrong):
        return replace(unread, impossible=_is_impossible(one) or _is_impossible(said.last))
    weekly = replace(unread, by_weekday=first.weekday is not None)
    if last is not None:
        return _window(weekly, first, last, rules, here, carried) or unread
    read = _one(weekly, one, first, rules, here, carried) or unread
    return read if not one.shift or read is unread else _shifted(read, one.shift) or unread


def _is_impossible(group: Group | None) -> bool:
    """Return whether a group names a time that no calendar or clock has, not only a vague amount."""
    return group is not None and any(piece.wrong and not piece.needs for piece in group.pieces)


def _named(text: str, group: Group, rules: Rules) -> Named:
    pieces = group.pieces
    parts = [piece.part for piece in pieces if piece.part]
    narrow = reduce(lambda one, other: finer(one, other, rules) or one, parts) if parts else ""
    part = _sooner(text, group, narrow, rules) if narrow else ""
    days = [piece.days for piece in pieces if piece.days]
    firm = [piece.days for piece in pieces if piece.days and not piece.yields]
    weekday = next((piece.weekday for piece in pieces if piece.weekday is not None), None)
    every = [piece for piece in pieces if piece.weekdays or piece.step]
    recurs = {piece.weekday for piece in pieces if piece.weekday is not None} if every else set()
    return Named(
        days=None if every else _past(next(iter(firm or days), None), weekday, group),
        weekday=weekday,
        part=part,
        face=next((piece.face for piece in pieces if piece.face is not None), _point(part, rules)),
        weekdays=frozenset(recurs).union(*(piece.weekdays for piece in every)),
        step=max((piece.step for piece in every), default=0),
        hint="" if part else _hint(text, group, rules),
        wrong=any(piece.wrong for piece in pieces),
    )


def _past(days: tuple[int, int] | None, weekday: int | None, group: Group) -> tuple[int, int] | None:
    """Return `days`, moved back to the last such weekday if the group says `since` a weekday."""
    if days is None or weekday is None or _SINCE not in group.means:
        return days
    return days[0] - _WEEK, days[1] - _WEEK


def _point(part: str, rules: Rules) -> Face | None:
    """Return the clock time of a part of the day that is a single minute, such as noon, or None."""
    first, last = rules.parts[part].window if part else (0, 1)
    return Face(minute=first) if first == last else None


def _begins(text: str, group: Group, rules: Rules) -> int:
    """Return the start of a group, including a word before it such as `late` in `late in the afternoon`."""
    before = rules.sooner_before.search(text[: group.start]) if _has_part(group) else None
    return before.start() if before else group.start


def _has_part(group: Group) -> bool:
    return any(piece.part for piece in group.pieces)


def _sooner(text: str, group: Group, part: str, rules: Rules) -> str:
    """Return the early or late variant of a part of the day: `early morning` if it is called early."""
    said = rules.sooner_pattern.search(text[_begins(text, group, rules) : group.end])
    return rules.sooner_or_later[said[0].lower()].get(part, part) if said else part


def _hint(text: str, group: Group, rules: Rules) -> str:
    """Return the part of the day that the words around a bare hour suggest, or an empty string."""
    breaks = [found.start() for found in rules.clause_end.finditer(text)]
    low = max((at + 1 for at in breaks if at < group.start), default=0)
    high = min((at for at in breaks if at >= group.end), default=len(text))
    clause = text[low : group.start] + text[group.end : high]
    return next((part for part, pattern in rules.hints if pattern.search(clause)), "")


def _one(
    unread: TimeReading, group: Group, named: Named, rules: Rules, here: Standpoint, carried: int | None
) -> TimeReading | None:
    kind = _kind(group)
    if named.weekdays or named.step:
        return _recurring(unread, named, rules)
    says_day = named.days is not None
    days = named.days or (None if carried is None else (carried, carried))
    if named.face is not None:
        placed = _placed(named.face, named, days, rules, here)
        if placed is not None and days is None and _SINCE in group.means:
            placed = _latest(placed[1], here)
        if placed is None or (days is not None and days[0] != days[1]):
            return None
        day, minute = placed
        kind = {"before": "by", "after": "from"}.get(kind, kind)  # type: ignore[assignment]
        return replace(
            unread, kind=kind, days=(day, day), says_day=says_day, clocks=(minute, minute), exact="clock",
            about="about" in group.means, part=named.part,
        )  # fmt: skip
    if named.part:
        window = rules.parts[named.part].window
        kind = "by" if kind == "before" else kind
        clocks = _meant(kind, window)
        day = days[0] if days else day_of(here.now) + (clocks[1] <= here.now % DAY)
        if days is not None and days[0] != days[1]:
            return None
        return replace(
            unread, kind=kind, days=(day, day), says_day=says_day, clocks=clocks, exact="part",
            about="about" in group.means, part=named.part,
        )  # fmt: skip
    if days is None:
        return None
    return replace(unread, kind=_of_days(kind, days), days=days, says_day=True)


def _meant(kind: Kind, window: tuple[int, int]) -> tuple[int, int]:
    """Return the minutes meant by a part of the day: `before dark` its begin, `after supper` its end."""
    if kind in ("by", "until"):
        return window[0], window[0]
    return (window[1], window[1]) if kind == "after" else window


def _of_days(kind: Kind, days: tuple[int, int]) -> Kind:
    return "window" if kind == "moment" and days[0] != days[1] else kind


def _kind(group: Group) -> Kind:
    return (
        "from" if _SINCE in group.means else next((kind for kind in _KINDS if kind in group.means), "moment")
    )


def _recurring(unread: TimeReading, named: Named, rules: Rules) -> TimeReading | None:
    read = replace(unread, kind="every", weekdays=named.weekdays, step=named.step, part=named.part)
    if named.face is not None:
        minute = _minute(named.face, named.part, named.hint, rules)
        return None if minute is None else replace(read, clocks=(minute, minute), exact="clock")
    if named.part:
        return replace(read, clocks=rules.parts[named.part].window, exact="part")
    return read


def _placed(
    face: Face, named: Named, days: tuple[int, int] | None, rules: Rules, here: Standpoint
) -> tuple[int, int] | None:
    """Return the day and the minute of the day that a clock time means, or None if it is never shown."""
    today, now = day_of(here.now), here.now % DAY
    minute = _minute(face, named.part, named.hint, rules)
    if minute is None:
        return None
    if days is not None and days[0] != today:
        return days[0], minute
    free = face.how == "spoken" and not named.part and minute == _minute(face, "", "", rules)
    other = (minute + _HALF) % DAY
    if minute <= now and free and now < other <= rules.last_waking:
        return today, other
    return (today, minute) if days is not None or minute > now else (today + 1, minute)


def _latest(minute: int, here: Standpoint) -> tuple[int, int]:
    """Return the day and minute at which a minute of the day last occurred."""
    return day_of(here.now) - (minute > here.now % DAY), minute


def _minute(face: Face, part: str, hint: str, rules: Rules) -> int | None:
    """Return the minute that a clock time means beside a part of the day, or else by custom, or None."""
    for name in filter(None, (part, hint)):
        fitting = _fitting(face, name, rules) or (_later_half(face, name, rules) if part else [])
        if fitting:
            first, last = rules.parts[name].window
            return min(fitting, key=lambda minute: (not first <= minute < last, minute))
        if part:
            return None
    return _customary(face, rules)


def _fitting(face: Face, part: str, rules: Rules) -> list[int]:
    """Return the possible minutes of a clock time that lie within the hours of a part of the day."""
    low, high = rules.parts[part].hours
    return [minute for minute in _options(face) if low <= minute <= high]


def _later_half(face: Face, part: str, rules: Rules) -> list[int]:
    """Return the later minute of `10:00 in the evening`, or an empty list if the part rules it out.

    A time of the 24-hour clock means its own half of the day, unless the named part allows only the other.
    """
    low, high = rules.parts[part].hours
    if face.how != "shown" or face.minute > _NOON_HOUR:
        return []
    return [face.minute + _HALF] if low <= face.minute + _HALF <= high else []


def _options(face: Face) -> list[int]:
    if face.how == "spoken":
        return [face.minute % _HALF + half * _HALF for half in range(4)]
    return [face.minute, face.minute + DAY] if face.minute < DAY else [face.minute]


def _customary(face: Face, rules: Rules) -> int:
    if face.how != "spoken":
        return face.minute
    minute = face.minute % _HALF
    return minute + _HALF if (minute // _HOUR or 12) in rules.noon_hours else minute


def _window(
    unread: TimeReading, first: Named, last: Named, rules: Rules, here: Standpoint, carried: int | None
) -> TimeReading | None:
    """Return the reading of a span from one time to another, or None if the two do not fit."""
    if not any((first.face, first.part, last.face, last.part)):
        return _days_between(unread, first, last, here)
    clocks = _clocks_between(first, last, rules)
    named = first.days or last.days
    if clocks is None or (first.days and last.days and first.days != last.days):
        return None
    exact: Exactness = "clock" if first.face else "part"
    part = f"{first.part}-{last.part}" if exact == "part" else ""
    read = replace(unread, clocks=clocks, exact=exact, part=part)
    weekdays, step = first.weekdays | last.weekdays, first.step or last.step
    if weekdays or step:
        return replace(read, kind="every", weekdays=weekdays, step=step)
    days = named or (None if carried is None else (carried, carried))
    day = days[0] if days else day_of(here.now) + (clocks[1] <= here.now % DAY)
    return replace(read, kind="window", days=(day, day), says_day=named is not None)


def _days_between(unread: TimeReading, first: Named, last: Named, here: Standpoint) -> TimeReading | None:
    if first.days is None or last.days is None:
        return None
    begin, end = first.days[0], last.days[1]
    if first.weekday is not None and begin - day_of(here.now) == _WEEK:
        begin -= _WEEK
    if first.weekday is not None and last.weekday is not None:
        end = begin + (last.weekday - first.weekday) % _WEEK
    if end < begin:
        return None
    return replace(unread, kind="window", days=(begin, end), says_day=True)


def _clocks_between(first: Named, last: Named, rules: Rules) -> tuple[int, int] | None:
    """Return the first and last minute of a window, or None. A bare hour means the nearest possible end."""
    if first.face is None or last.face is None:
        if first.face or last.face or not first.part or not last.part:
            return None
        return rules.parts[first.part].window[0], rules.parts[last.part].window[1]
    ends = _fitting(last.face, last.part, rules) if last.part else _options(last.face)
    begins = _fitting(first.face, first.part, rules) if first.part else []
    fixed = bool(last.part) or last.face.how != "spoken"
    if not begins and first.face.how == "spoken" and fixed and ends:
        begins = [minute for minute in _options(first.face) if minute < ends[0]][-1:]
    minute = _minute(first.face, first.part, first.hint or last.hint, rules)
    begin = begins[0] if begins else minute
    if begin is None:
        return None
    end = _least(minute for minute in ends if minute > begin)
    return None if end is None else (begin, end)


def _least(minutes: Iterable[int]) -> int | None:
    return min(minutes, default=None)


def _shifted(read: TimeReading, shift: int) -> TimeReading | None:
    """Return a reading moved by an amount (ten minutes before noon, two days after Friday), or None."""
    if read.kind not in ("moment", "by", "from", "before", "after") or read.days is None:
        return None
    if shift % DAY == 0 and read.clocks is None:
        days = (read.days[0] + shift // DAY, read.days[1] + shift // DAY)
        return replace(read, kind="moment", days=days)
    if read.exact != "clock" or read.clocks is None:
        return None
    clock = read.clocks[0] + shift
    return replace(read, kind="moment", clocks=(clock, clock))
