"""Views of the days: turning points, stuck agents, and the pins of a person."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache

from engine.clock import clock_words, day_of
from engine.errors import worded
from engine.insight.story.sentence import Teller
from engine.insight.stuck.stuck import stuck
from engine.insight.stuck.stuck_words import stuck_words
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.turning_points import turning_points
from engine.moments.moment import Moment
from engine.row_ids import minute_of
from engine.store.views.asking import Cell, Filled
from engine.store.views.view import View
from engine.store.writing.pins import pins_of

_MOMENT = {
    "row": worded("the id of the first row it is based on"),
    "minute": worded("the time, in minutes since 00:00 of day 1"),
    "day": worded("the day, counted from 1"),
    "clock": worded("the time of day, such as 08:10"),
}
_TURNING = View(
    name="turning_point",
    about=worded("the highlights of each day, including those that the town paper leaves out"),
    columns={
        **_MOMENT,
        "turn": worded("promise_broken, secret_reached, closer, cooler, changed_mind, first_meeting, …"),
        "weight": worded("its weight, from 0 to 100"),
        "agent": worded("the main person it is about; NULL if there is none"),
        "other": worded("the second person it is about"),
        "who": worded("everyone it is about, as a JSON list for json_each"),
        "sentence": worded("its wording in the town paper"),
        "rows": worded("all rows it is based on, as a JSON list for json_each"),
    },
)
_STUCK = View(
    name="stuck",
    about=worded(
        "who was silent, did only one thing, waited in vain or got no answer from the model, by day"
    ),
    columns={
        **_MOMENT,
        "agent": worded("the person"),
        "sign": worded("silent, still, waiting or failing"),
        "reason": worded(
            "asleep, alone, closed, full, private, nobody_spoke, no_answer, no_ties, other_asleep, …"
        ),
        "other": worded("the other person involved, if any"),
        "sentence": worded("the same information as a sentence"),
        "rows": worded("all rows it is based on, as a JSON list for json_each"),
    },
)
_PIN = View(
    name="pin",
    about=worded("the pins of this run"),
    columns={
        **_MOMENT,
        "words": worded("the pinned text, if it is not the text of the row"),
        "tag": worded("its tag"),
        "note": worded("its note"),
        "used_in": worded("where it is used, such as Act 2"),
        "place": worded("its position among the pins, starting at 1"),
    },
)


def days_filled(moment: Moment) -> tuple[Filled, ...]:
    """Return the views of the days of a run, each with the function that fills it."""
    days = cache(lambda: _days(moment))  # both ask the same of them
    return (
        Filled(_TURNING, lambda: _turning(days())),
        Filled(_STUCK, lambda: _stuck(days())),
        Filled(_PIN, lambda: _pins(moment)),
    )


def _days(moment: Moment) -> tuple[LivedDay, ...]:
    """Return the days that had begun by the moment."""
    return tuple(LivedDay(moment, day) for day in range(1, day_of(moment.before - 1) + 1))


def _when(row: int, minute: int) -> tuple[Cell, ...]:
    return row, minute, day_of(minute), clock_words(minute)


def _turning(days: Sequence[LivedDay]) -> Iterator[tuple[Cell, ...]]:
    for day in days:
        teller = Teller(day.moment.town)
        for point in turning_points(day):
            first, second = (*point.who, None, None)[:2]
            told = (json.dumps(point.who), teller.turn(point).text, json.dumps(point.ids))
            yield *_when(point.ids[0], point.minute), point.turn, point.weight, first, second, *told


def _stuck(days: Sequence[LivedDay]) -> Iterator[tuple[Cell, ...]]:
    for day in days:
        for one in stuck(day):
            said = (one.agent, one.sign, one.reason, one.other or None)
            words = stuck_words(one, day.moment.town)
            yield *_when(one.ids[0], one.minute), *said, words, json.dumps(one.ids)


def _pins(moment: Moment) -> Iterator[tuple[Cell, ...]]:
    for pin in pins_of(moment.store, moment.row.number):
        minute = minute_of(pin.row)
        if minute < moment.before:
            said = (pin.words or None, pin.tag, pin.note, pin.used_in, pin.place)
            yield *_when(pin.row, minute), *said
