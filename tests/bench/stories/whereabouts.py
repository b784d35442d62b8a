"""Outcomes about who was where, with whom, doing what."""

from __future__ import annotations

from collections import Counter

from pydantic import Field

from engine.clock import DAY, clock_words, day_of, minute_at, moment_words
from tests.bench.stories.days import Days, Stay, is_in
from tests.bench.stories.outcome import Outcome, People, Window, Words, short
from tests.bench.stories.wording import says

PASSING = 5  # minutes that somebody may be late, or pass through a place


class Together(Window, Outcome):
    """All of `who` are awake in one room for some minutes, with at least so many others of `with`."""

    who: People
    with_: People = Field((), alias="with")
    least: int | None = None
    where: str = ""
    minutes: int = 15

    def unmet(self, days: Days) -> str:
        """Return where they were instead on the first day that fails."""
        for stretch in self.stretches(days):
            met = sum(self._meet(days, minute) for minute in stretch)
            if met < self.minutes:
                return f"{met} minutes together; {_whereabouts(days, (*self.who, *self.with_), stretch)}"
        return ""

    def _meet(self, days: Days, minute: int) -> bool:
        room = days.room(self.who[0], minute)
        if not is_in(room, self.where) or any(days.room(other, minute) != room for other in self.who):
            return False
        least = len(self.with_) if self.least is None else self.least
        return sum(days.room(other, minute) == room for other in self.with_) >= least


class At(Window, Outcome):
    """Each of `who` is awake in a place for some minutes."""

    who: People
    where: str
    minutes: int = 10

    def unmet(self, days: Days) -> str:
        """Return who was not, and where instead."""
        for stretch in self.stretches(days):
            for agent in self.who:
                if sum(is_in(days.room(agent, minute), self.where) for minute in stretch) < self.minutes:
                    return f"not there: {_whereabouts(days, (agent,), stretch)}"
        return ""


class NotAt(Window, Outcome):
    """None of `who` is in a place, but for a few minutes in passing."""

    who: People
    where: str
    most: int = PASSING

    def unmet(self, days: Days) -> str:
        """Return who was there, and for how long."""
        for stretch in self.stretches(days):
            for agent in self.who:
                there = sum(is_in(days.room(agent, minute), self.where) for minute in stretch)
                if there > self.most:
                    return f"{agent} was there for {there} minutes on day {day_of(stretch.start)}"
        return ""


class HostFirst(Window, Outcome):
    """The host is there when it begins and stays; no guest waits there without the host."""

    host: People
    guests: People
    where: str
    minutes: int = 30

    def unmet(self, days: Days) -> str:
        """Return how long the host was missing, or guests waited."""
        for stretch in self.stretches(days):
            span = stretch[: self.minutes]
            hosts = [any(is_in(days.room(host, m), self.where) for host in self.host) for m in span]
            if hosts.count(False) > PASSING:
                late = f"the host was there for {hosts.count(True)} of {len(span)} minutes"
                return f"{late}; {_whereabouts(days, self.host, span)}"
            waited = sum(
                not there and any(is_in(days.room(guest, m), self.where) for guest in self.guests)
                for there, m in zip(hosts, span, strict=True)
            )
            if waited > PASSING:
                return f"guests waited for {waited} minutes without the host"
        return ""


class Did(Window, Outcome):
    """Each of `who` does something of such words for some minutes, in a place where one is named."""

    who: People
    words: Words
    where: str = ""
    minutes: int = 5

    def unmet(self, days: Days) -> str:
        """Return who did not, and what instead."""
        for stretch in self.stretches(days):
            for agent in self.who:
                spent = sum(_within(stay, stretch) for stay in _doing(days, agent, self.words, self.where))
                if spent < self.minutes:
                    return f"not done on day {day_of(stretch.start)}: {_whereabouts(days, (agent,), stretch)}"
        return ""


class NeverDid(Window, Outcome):
    """None of `who` does anything of such words; on no day where none is named."""

    who: People
    words: Words
    day: tuple[int, ...] = ()
    where: str = ""

    def unmet(self, days: Days) -> str:
        """Return who did, and when."""
        stretches = list(self.stretches(days)) or [range(0, days.until)]
        for agent in self.who:
            for stay in _doing(days, agent, self.words, self.where):
                if any(_within(stay, stretch) for stretch in stretches):
                    return f"{agent}, {moment_words(stay.start)}: {short(stay.doing)}"
        return ""


class NotAlone(Outcome):
    """Nobody of `who` is busy with what such words say for long while none of the others is in the room."""

    who: People
    words: Words
    with_: People = Field((), alias="with")
    minutes: int = 15

    def unmet(self, days: Days) -> str:
        """Return what was done alone, when and where."""
        others = self.with_ or tuple(persona.id for persona in days.scenario.personas)
        for agent in self.who:
            for stay in _doing(days, agent, self.words):
                alone = [m for m in range(stay.start, stay.end) if not self._company(days, agent, others, m)]
                if len(alone) >= self.minutes and len(alone) == stay.end - stay.start:
                    return f"alone in {stay.room}, {moment_words(stay.start)}: {short(stay.doing)}"
        return ""

    def _company(self, days: Days, agent: str, others: People, minute: int) -> bool:
        room = days.room(agent, minute)
        return any(days.room(other, minute) == room for other in others if other != agent)


class SleepsAt(Outcome):
    """Each of `who` lies down in a place in the night after a day."""

    who: People
    where: str
    day: int

    def unmet(self, days: Days) -> str:
        """Return who lay down elsewhere."""
        night = range(minute_at(self.day, 18 * 60), minute_at(self.day + 1, 5 * 60))
        for agent in self.who:
            beds = [stay.room for stay in days.stays.get(agent, ()) if stay.asleep and _within(stay, night)]
            if not any(is_in(bed, self.where) for bed in beds):
                return f"{agent} slept in {', '.join(dict.fromkeys(beds)) or 'no bed'}"
        return ""


def _doing(days: Days, agent: str, words: Words, where: str = "") -> list[Stay]:
    return [
        stay
        for stay in days.stays.get(agent, ())
        if stay.inside and not stay.asleep and is_in(stay.room, where) and says(stay.doing, words)
    ]


def _within(stay: Stay, stretch: range) -> int:
    return max(0, min(stay.end, stretch.stop) - max(stay.start, stretch.start))


def _whereabouts(days: Days, people: People, stretch: range) -> str:
    """Return the room each was in for longest, and what they did there."""
    told = []
    for agent in people:
        rooms = Counter(days.room(agent, minute) for minute in stretch)
        room = max(rooms, key=lambda one: rooms[one], default="")
        doing = Counter(
            {stay: _within(stay, stretch) for stay in days.stays.get(agent, ()) if stay.room == room}
        )
        busy = doing.most_common(1)[0][0].doing if doing else ""
        told.append(f"{agent} in {room or 'bed or under way'}" + (f" ({short(busy, 50)})" if busy else ""))
    span = (
        f"{clock_words(stretch.start)}-{clock_words(stretch.stop - 1)}" if len(stretch) < DAY else "that day"
    )
    return f"{span}: {'; '.join(told)}"
