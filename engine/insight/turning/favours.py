"""Favours: what agents agreed to do when they were asked, and whether the log shows that they did it.

Who agrees to a request has not done it yet. Three kinds of records show what became of it: where the agent
was at the hour to which it agreed in the same talk, where it was when an occasion ended after which it was
to stay, and the talks until the end of the day for which it promised something. Of all other favours the log
shows only that they were agreed to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from engine.clock import clock_words, day_of, minute_at
from engine.cognition.pursuit.asking import answer_to
from engine.insight.news.hearsay import Hearsay
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.promises import GRACE, Promise, promises
from engine.insight.turning.turning_point import TurningPoint, Value
from engine.language.times.read_times import read_times
from engine.moments.moment import Moment
from engine.practices.conduct import HELD
from engine.records import AgentId, Intention, Line, Memory, Presence
from engine.rehearsal.preview import preview_of

_COVERED = 0.6  # of the words of what was asked for, in a text that is about it
_LAST = 30  # minutes before the end of an occasion, in which who leaves may be said to have stayed behind
_WEIGHT = 85


@dataclass(frozen=True, slots=True, kw_only=True)
class Favour:
    """A request that was granted: who granted it, and by which line.

    `day` is the later day for which it was promised, and `due` the minute by which it shows whether it was
    done, each None if the log names none. `is_kept` is None while the log does not show it. It is shown by
    the `promise` to be somewhere that was made with it, by the `presence` of the agent, or by an intention
    of its own that is `done`.
    """

    request: Intention
    who: AgentId
    answer: Line
    day: int | None = None
    due: int | None = None
    is_kept: bool | None = None
    promise: Promise | None = None
    presence: Presence | None = None
    done: Intention | None = None


def favours(moment: Moment) -> Mapping[int, Favour]:
    """Return the favours that were granted up to a moment, by the first rows of their requests.

    The result is cached until the run goes on.
    """
    asked = ("favours", moment.row.number, moment.before)
    return moment.store.unchanged(asked, lambda: _Granted(moment).favours())


def favours_not_done(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield the turning points for favours that the day shows not to have been done.

    Those that came with a promise to be somewhere are told of as broken promises, and those that were put
    off to a day as kept waiting.
    """
    for favour in favours(day.moment).values():
        at, due = favour.presence, favour.due
        if favour.is_kept is not False or at is None or due is None or favour.promise is not None:
            continue
        if day_of(due) == day.day and due <= day.until:
            yield _not_done(favour, due, at)


def _not_done(favour: Favour, minute: int, at: Presence) -> TurningPoint:
    request = favour.request
    values: dict[str, Value] = {
        "who": (favour.who,),
        "others": (request.agent,),
        "wish": request.what or request.content,
        "place": at.room,
        "clock": clock_words(minute),
    }
    return TurningPoint(
        turn="favour_not_done",
        minute=minute,
        weight=_WEIGHT,
        ids=(favour.answer.id, at.id),
        who=(favour.who, request.agent),
        values=values,
    )


@dataclass(frozen=True)
class _Granted:
    """The requests that were granted up to a moment, and what the log shows of each."""

    moment: Moment

    def favours(self) -> Mapping[int, Favour]:
        """Return the favours by the first rows of their requests."""
        agreed = [row for row in self._latest.values() if row.kind == "request" and row.state == "agreed"]
        found = ((row.first, self._favour(row)) for row in agreed)
        return {first: self._judged(favour) for first, favour in found if favour is not None}

    @cached_property
    def _latest(self) -> Mapping[int, Intention]:
        """Return the latest row of each intention, by its first."""
        return {row.first: row for row in self.moment.log.rows(Intention)}

    @cached_property
    def _said(self) -> Hearsay:
        return Hearsay.of(self.moment)

    def _favour(self, row: Intention) -> Favour | None:
        """Return the favour that a request became; None if no line grants it."""
        asking = [
            line
            for line in self._said.telling
            if line.tells == row.memory and line.speaker == row.agent and line.id < row.id
        ]
        lines = self._said.lines_of(asking[-1].conversation) if asking else ()
        of_talks = {"agent": row.agent, "kind": "talk"}
        talked = self.moment.log.rows(Memory, after=row.minute - 1, where=of_talks)
        kept = {memory.source for memory in talked if memory.evidence and memory.id < row.id}
        answer = answer_to(row, lines, kept)
        if answer is None or answer.speaker not in self.moment.town.cast.personas:
            return None
        return Favour(request=row, who=answer.speaker, answer=answer)

    def _judged(self, favour: Favour) -> Favour:
        """Return a favour with what the log shows of whether it was done."""
        return self._as_engaged(favour) or self._as_staying(favour) or self._as_put_off(favour)

    # ---- it was agreed to be somewhere

    def _as_engaged(self, favour: Favour) -> Favour | None:
        """Judge a favour by the engagement that the agent made of it; None if it made none."""
        row = favour.request
        plans = self.moment.log.rows(
            Memory, after=row.minute - 1, where={"agent": favour.who, "kind": "plan"}
        )
        for plan in plans:
            made_then = plan.minute == row.minute and plan.evidence and plan.place
            if made_then and plan.when is not None and self._covers(plan.text, row):
                day = LivedDay(self.moment, day_of(plan.when))
                same = (one for one in promises(day) if (one.agent, one.when) == (favour.who, plan.when))
                promise = next(same, None)
                kept = promise.is_kept if promise is not None else None
                return replace(favour, due=plan.when, is_kept=kept, promise=promise)
        return None

    # ---- it was agreed to stay somewhere

    def _as_staying(self, favour: Favour) -> Favour | None:
        """Judge a favour to stay on after an occasion; None if it is another, or the occasion is not over."""
        occasion = self._occasion_before(favour)
        if occasion is None or occasion.state != "done":
            return None
        ends = occasion.minute
        day = LivedDay(self.moment, day_of(ends))
        due = min(ends + GRACE, day.ends)
        if due > day.until:
            return replace(favour, due=due)
        rooms = day.rooms_meant(occasion.place, occasion.what)
        asker, who = favour.request.agent, favour.who
        if not day.was_in(asker, rooms, ends, due):
            return None
        if not day.was_in(who, rooms, ends - _LAST, due):
            return replace(favour, due=ends, is_kept=False, presence=day.at(who, ends))
        kept = True if day.was_in(who, rooms, ends, due) else None
        return replace(favour, due=ends, is_kept=kept, presence=day.at(who, ends) if kept else None)

    def _occasion_before(self, favour: Favour) -> Intention | None:
        """Return the next occasion that a favour to stay names, if the favour is to follow it."""
        row = favour.request
        wish = row.what or row.content
        if not preview_of(self.moment.town.scenario).stays_after(wish):
            return None
        wanted = self._terms(wish)
        to_come = (
            one
            for one in self._latest.values()
            if one.kind in HELD and one.place and one.when is not None and one.when > row.minute
        )
        named = (one for one in to_come if wanted & self._terms(one.what))
        return min(named, key=lambda one: (one.agent != row.agent, one.when), default=None)

    # ---- it was promised for a later day

    def _as_put_off(self, favour: Favour) -> Favour:
        """Judge a favour that was promised for a later day by what the two did until that day was over."""
        answer, row, scenario = favour.answer, favour.request, self.moment.town.scenario
        times = read_times(answer.text, scenario.language, answer.said_at, scenario.starts)
        said = day_of(answer.said_at)
        later = {time.days[0] for time in times if time.days and time.says_day and time.days[0] > said}
        if len(later) != 1:
            return favour
        (day,) = later
        due = minute_at(day + 1, 0)
        favour = replace(favour, day=day, due=due)
        done = next((one for one in self._latest.values() if self._does_it(one, favour)), None)
        if done is not None:
            return replace(favour, is_kept=True, done=done)
        talked = any(
            {row.agent, favour.who} <= set(talk.members) and talk.id > row.id and talk.minute < due
            for talk in self._said.talks
        )
        is_over = due <= self.moment.before
        return replace(favour, is_kept=False) if is_over and not talked else favour

    def _does_it(self, one: Intention, favour: Favour) -> bool:
        """Return whether an intention of the agent is the favour and was done after it was granted."""
        row = favour.request
        is_later = one.agent == favour.who and one.state == "done" and one.id > row.id
        return is_later and row.agent in one.others and self._covers(f"{one.deed} {one.content}", row)

    # ---- words

    def _covers(self, text: str, row: Intention) -> bool:
        """Return whether a text has most of the words of what a request asks for."""
        wanted = self._terms(row.what or row.content)
        return bool(wanted) and len(wanted & self._terms(text)) >= _COVERED * len(wanted)

    def _terms(self, text: str) -> frozenset[str]:
        return frozenset(self._said.lexicon.asked(text))
