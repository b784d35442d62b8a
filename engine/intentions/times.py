"""When the words of a sentence mean: days and hours, found in it as it is read at a minute of the town."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.clock import day_of
from engine.intentions.tagging import Found
from engine.intentions.understood import Moment
from engine.language.times.read_times import read_times
from engine.language.times.reading import Reading
from engine.records import Scenario


def times_from(scenario: Scenario, now: int) -> Callable[[str], Sequence[Found]]:
    """Return what finds the moments that a text speaks of, as somebody reads it at a minute."""

    def found(text: str) -> Sequence[Found]:
        readings = read_times(text, scenario.language, now, scenario.starts)
        return [Found(one.start, one.end, _moment(one, text)) for one in readings if one.kind not in _NO_TIME]

    return found


_NO_TIME = ("unread", "lasts")


def _moment(one: Reading, text: str) -> Moment:
    """Return a moment that somebody can keep: where only a part of the day is named, when that begins."""
    timed = one.clocks is not None
    latest = one.kind in ("by", "before", "until")
    return Moment(
        said=text[one.start : one.end],
        day=day_of(one.first) if one.first is not None else None,
        start=(one.last if latest else one.first) if timed or latest else None,
        end=one.last if timed and one.kind == "window" and one.first != one.last else None,
        latest=latest,
        recurs=one.kind == "every",
    )
