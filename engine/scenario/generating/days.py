"""The usual days of a generated town: breakfast, work, lunch where people meet, errands, supper."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.clock import DAY, clock_words
from engine.records import Hours
from engine.scenario.generating.bank import Bank, Job
from engine.scenario.generating.cast import Soul, Venue


def usual_day(rng: random.Random, bank: Bank, soul: Soul, venues: Sequence[Venue]) -> Mapping[str, object]:
    """Build the `day` of a persona: routine lines while awake, in order, and at open places."""
    wake, sleep = _waking(rng, soul)
    routine = _routine(rng, bank, soul, venues, wake, sleep)
    return {"wake": clock_words(wake), "sleep": clock_words(sleep), "routine": routine}


def _waking(rng: random.Random, soul: Soul) -> tuple[int, int]:
    shift = soul.venue.shift if soul.venue is not None else None
    early = rng.randrange(60, 95, 5)
    wake = min(shift.opens - early, 8 * 60) if shift is not None else 7 * 60 + 45 - early
    return wake, min(wake + 15 * 60 + rng.randrange(30, 95, 5), DAY + 60)


@dataclass(slots=True)
class _Day:
    """A day being filled, in order, with time between its lines."""

    wake: int
    sleep: int
    lines: list[str] = field(default_factory=list)
    last: int = 0

    def add(self, start: int, does: str, room: str) -> None:
        if max(self.wake, self.last + 25) <= start < self.sleep - 30:
            self.lines.append(f"{clock_words(start)} {does} @ {room}")
            self.last = start


def _routine(
    rng: random.Random, bank: Bank, soul: Soul, venues: Sequence[Venue], wake: int, sleep: int
) -> list[str]:
    day = _Day(wake, sleep)
    kitchen = f"{soul.home}/kitchen"
    day.add(wake + rng.randrange(10, 30, 5), rng.choice(bank.breakfasts), kitchen)
    if soul.venue is not None and soul.job is not None and soul.venue.shift is not None:
        _shift(rng, bank, day, soul.venue, soul.job, venues)
    else:
        _errand(rng, bank, day, rng.randrange(560, 600, 5), venues)
        _errand(rng, bank, day, rng.randrange(650, 690, 5), venues)
        _lunch(rng, bank, day, venues, None)
        _errand(rng, bank, day, rng.randrange(860, 920, 5), venues)
    _errand(rng, bank, day, max(day.last + rng.randrange(60, 110, 5), 15 * 60), venues)
    supper = max(day.last + rng.randrange(60, 95, 5), rng.randrange(18 * 60, 19 * 60 + 15, 15))
    day.add(supper, rng.choice(bank.suppers), kitchen)
    day.add(supper + rng.randrange(60, 95, 5), rng.choice(bank.evenings), f"{soul.home}/{soul.bedroom}")
    return day.lines


def _shift(
    rng: random.Random, bank: Bank, day: _Day, venue: Venue, job: Job, venues: Sequence[Venue]
) -> None:
    room = venue.room(job.room)
    shift = venue.shift or Hours(opens=8 * 60, closes=16 * 60)
    day.add(shift.opens, job.does[0], room)
    if shift.opens < 11 * 60:
        _lunch(rng, bank, day, venues, venue)
    after = max(day.last + rng.randrange(40, 60, 5), shift.opens + 150)
    day.add(after, job.does[1], room)
    _errand(rng, bank, day, max(shift.closes, day.last + 45), venues)


def _lunch(rng: random.Random, bank: Bank, day: _Day, venues: Sequence[Venue], working: Venue | None) -> None:
    """Add lunch at a place where people meet: the café, the tavern or the square, but not the workplace."""
    start = rng.randrange(12 * 60, 13 * 60, 5)
    tables = [venue for venue in venues if venue.key in ("Linden Café", "Lantern Tavern", "square")]
    free = [venue for venue in tables if venue is not working and venue.open_at(start)]
    day.add(start, rng.choice(bank.lunches), rng.choice(free).room())


def _errand(rng: random.Random, bank: Bank, day: _Day, start: int, venues: Sequence[Venue]) -> None:
    by_key = {venue.key: venue for venue in venues}
    open_now = [
        (errand.does, by_key[errand.where])
        for errand in bank.errands
        if errand.where in by_key and by_key[errand.where].open_at(start)
    ]
    does, venue = rng.choice(open_now)
    day.add(start, does, venue.room())
