"""The turning points of a day, in order of their weight."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.insight.turning.favours import favours_not_done, put_off_in_vain
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.mishaps import mishaps
from engine.insight.turning.promises import broken_promises
from engine.insight.turning.ties import turned_ties
from engine.insight.turning.town_events import town_events
from engine.insight.turning.turning_point import TurningPoint
from engine.insight.turning.undertakings import undertakings
from engine.insight.turning.what_was_agreed import what_was_agreed
from engine.insight.turning.word_got_round import word_got_round

FINDERS: tuple[Callable[[LivedDay], Iterator[TurningPoint]], ...] = (
    broken_promises, favours_not_done, word_got_round, turned_ties, undertakings, what_was_agreed,
    put_off_in_vain, mishaps, town_events,
)  # fmt: skip


def turning_points(day: LivedDay) -> tuple[TurningPoint, ...]:
    """Return the turning points of a day by falling weight; those of equal weight in order of time."""
    found = (point for finder in FINDERS for point in finder(day))
    return tuple(sorted(found, key=lambda point: (-point.weight, point.minute, point.ids)))
