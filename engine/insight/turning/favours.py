"""Favours: what agents granted or put off when they were asked, and whether the log shows that they did it.

Who agrees to a request has not done it yet. Three kinds of records show what became of it: where the agent
was at the hour to which it agreed in the same talk, where it was when an occasion ended after which it was
to stay, and what it and the asker did until the end of the day for which it promised something. Of all other
favours the log shows only that they were agreed to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from engine.clock import clock_words, day_of, minute_at
from engine.insight.news.hearsay import Hearsay
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.promises import GRACE, Promise, promises
from engine.insight.turning.requests import Answer, answers, days_ahead
from engine.insight.turning.turning_point import TurningPoint, Value
from engine.moments.moment import Moment
from engine.practices.conduct import HELD
from engine.records import AgentId, Conversation, Event, Intention, Line, Memory, Presence
from engine.rehearsal.preview import preview_of

_COVERED = 0.6  # of the words of what was asked for, in a text that is about it
_LAST = 30  # minutes before the end of an occasion, in which who leaves may be said to have stayed behind
_WEIGHT, _KEPT_WAITING = 85, 70


@dataclass(frozen=True, slots=True, kw_only=True)
class Favour:
    """A request that was granted, or a request or question that was put off: by whom, and by which line.

    `memory` is what the asker keeps of that line. `day` is the later day for which it was promised, and `due`
    the minute by which it shows whether it was done, each None if the log names none. `is_kept` is None while
    the log does not show it. It is shown by the `promise` to be somewhere that was made with it, by the
    `presence` of the agent, by an intention of its own that is `done`, or by a day that was `in_vain`:
    it went by, and nothing happened that may have been the favour.
    """

    request: Intention
    who: AgentId
    answer: Line
    memory: Memory | None
    is_granted: bool
    day: int | None = None
    due: int | None = None
    in_vain: bool = False
    is_kept: bool | None = None
    promise: Promise | None = None
    presence: Presence | None = None
    done: Intention | None = None


def favours(moment: Moment) -> Sequence[Favour]:
    """Return what was granted or put off up to a moment; of one request at most one favour is granted.

    The result is cached until the run goes on.
    """
    asked = ("favours", moment.row.number, moment.before)
    return moment.store.unchanged(asked, lambda: tuple(_Judge(moment).favours()))


def favours_not_done(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield the turning points for favours of which the day shows where the agent was instead.

    Those that came with a promise to be somewhere are told of as broken promises, and those that were put
    off to a later day by `put_off_in_vain`.
    """
    for favour in favours(day.moment):
        at, due = favour.presence, favour.due
        if favour.is_kept is not False or at is None or due is None:
            continue
        if day_of(due) == day.day and due <= day.until:
            yield _not_done(favour, due, at)


def put_off_in_vain(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield the turning points for what was put off to the day, if it is over and nothing came of it."""
    for favour in favours(day.moment):
        if favour.day == day.day and favour.in_vain and favour.memory is not None:
            yield _kept_waiting(day, favour, favour.memory)


def _kept_waiting(day: LivedDay, favour: Favour, memory: Memory) -> TurningPoint:
    asker = favour.request.agent
    return TurningPoint(
        turn="kept_waiting",
        minute=day.until - 1,
        weight=_KEPT_WAITING,
        ids=(memory.id, favour.answer.id),
        who=(asker, favour.who),
        values={"who": (asker,), "by": (favour.who,), "answer": memory.text},
    )


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
class _Judge:
    """Judges by the log up to a moment what became of the requests that were answered. Rows are read once."""

    moment: Moment

    def favours(self) -> Iterator[Favour]:
        """Yield each request that was granted, and each that was put off to a later day.

        What visitors promise is left out, since the log does not show what they do.
        """
        people = self.moment.town.cast.personas
        for given in answers(self.moment).values():
            for answer in given:
                if answer.line.speaker not in people:
                    continue
                favour = self._judged(answer, is_last=answer is given[-1])
                if favour.is_granted or favour.day is not None:
                    yield favour

    def _judged(self, answer: Answer, *, is_last: bool) -> Favour:
        """Return what the log shows of what an answer granted or put off."""
        row, who = answer.request, answer.line.speaker
        is_granted = is_last and row.kind == "request" and row.state == "agreed"
        favour = Favour(request=row, who=who, answer=answer.line, memory=answer.memory, is_granted=is_granted)
        if not is_granted:
            return self._as_put_off(favour)
        return self._as_engaged(favour) or self._as_staying(favour) or self._as_put_off(favour)

    # ---- it was agreed to be somewhere

    def _as_engaged(self, favour: Favour) -> Favour | None:
        """Judge a favour by the engagement that the agent made of it; None if it made none."""
        engaged = (plan.when for plan in self._engagements(favour) if self._covers(plan.text, favour.request))
        when = next((when for when in engaged if when is not None), None)
        if when is None:
            return None
        for promise in self._promises(day_of(when)):
            if (promise.agent, promise.when) == (favour.who, when):
                return replace(favour, due=when, is_kept=promise.is_kept, promise=promise)
        return replace(favour, due=when)

    def _engagements(self, favour: Favour) -> Sequence[Memory]:
        """Return the plans for an hour and a place that the agent made in the talk in which it answered."""
        minute = favour.memory.minute if favour.memory is not None else favour.request.minute
        log = replace(self.moment.log, before=minute + 1)
        plans = log.rows(Memory, after=minute - 1, where={"agent": favour.who, "kind": "plan"})
        return [plan for plan in plans if plan.evidence and plan.place and plan.when is not None]

    # ---- it was agreed to stay somewhere

    def _as_staying(self, favour: Favour) -> Favour | None:
        """Judge a favour to stay on after an occasion; None if it is another, or the occasion is not over."""
        occasion = self._occasion_before(favour)
        if occasion is None or occasion.state != "done":
            return None
        ends = occasion.minute
        day = self._day(day_of(ends))
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
        named = (occasion for occasion in self._occasions if wanted & self._terms(occasion.what))
        to_come = (occasion for occasion in named if (occasion.when or 0) > row.minute)
        return min(to_come, key=lambda occasion: (occasion.agent != row.agent, occasion.when), default=None)

    # ---- it was promised for a later day

    def _as_put_off(self, favour: Favour) -> Favour:
        """Judge a favour that was promised for one later day by what happened until that day was over."""
        ahead = days_ahead(self.moment, favour.answer)
        if len(ahead) != 1:
            return favour
        (day,) = ahead
        due = minute_at(day + 1, 0)
        done = next((row for row in self._done.get(favour.who, ()) if self._does_it(row, favour)), None)
        favour = replace(favour, day=day, due=due, done=done, is_kept=True if done is not None else None)
        if due > self.moment.before or self._may_be_done(favour, due):
            return favour
        return replace(favour, in_vain=True, is_kept=done is not None)

    def _does_it(self, row: Intention, favour: Favour) -> bool:
        """Return whether an intention of the agent is the favour and was done after it was promised."""
        asked = favour.request
        is_for_asker = row.id > favour.answer.id and asked.agent in row.others
        return is_for_asker and self._covers(f"{row.deed} {row.content}", asked)

    def _may_be_done(self, favour: Favour, due: int) -> bool:
        """Return whether anything happened before a minute that may have been the favour.

        In any talk of the two a thing may have changed hands without a word of it.
        """
        row, day = favour.request, favour.day
        talks = self._talks.get(frozenset((row.agent, favour.who)), ())
        wanted = self._terms(row.what or row.content)
        return (
            any(ended.state == "done" and ended.minute < due for ended in (row, favour.done) if ended)
            or any(talk.id > favour.answer.id and talk.minute < due for talk in talks)
            or any(day_of(plan.when or 0) == day for plan in self._engagements(favour))
            or any(wanted & self._terms(text) for text in self._since(favour, due))
        )

    def _since(self, favour: Favour, due: int) -> Iterator[str]:
        """Yield what the two still said to each other in the talk, and what the agent did before a minute."""
        answer, both = favour.answer, {favour.request.agent, favour.who}
        for line in self._said.lines_of(answer.conversation):
            if line.id > answer.id and both <= {line.speaker, *line.hearers}:
                yield line.text
        log = replace(self.moment.log, before=due)
        for event in log.rows(Event, after=answer.said_at, where={"actor": favour.who}):
            yield event.text
        for presence in log.rows(Presence, after=answer.said_at, where={"agent": favour.who}):
            yield presence.doing

    # ---- read once

    @cached_property
    def _said(self) -> Hearsay:
        return Hearsay.of(self.moment)

    @cached_property
    def _latest(self) -> Collection[Intention]:
        """Return the latest row of each intention."""
        return {row.first: row for row in self.moment.log.rows(Intention)}.values()

    @cached_property
    def _occasions(self) -> Sequence[Intention]:
        return [row for row in self._latest if row.kind in HELD and row.place and row.when is not None]

    @cached_property
    def _done(self) -> Mapping[AgentId, Sequence[Intention]]:
        """Return the intentions that were done, by agent."""
        done: dict[AgentId, list[Intention]] = defaultdict(list)
        for row in self._latest:
            if row.state == "done":
                done[row.agent].append(row)
        return done

    @cached_property
    def _talks(self) -> Mapping[frozenset[AgentId], Sequence[Conversation]]:
        """Return the talks that are over, by the pairs of their members."""
        talks: dict[frozenset[AgentId], list[Conversation]] = defaultdict(list)
        for talk in self._said.talks:
            for pair in combinations(talk.members, 2):
                talks[frozenset(pair)].append(talk)
        return talks

    @cached_property
    def _days(self) -> dict[int, LivedDay]:
        return {}

    def _day(self, day: int) -> LivedDay:
        return self._days.setdefault(day, LivedDay(self.moment, day))

    @cached_property
    def _promises_by_day(self) -> dict[int, Sequence[Promise]]:
        return {}

    def _promises(self, day: int) -> Sequence[Promise]:
        if day not in self._promises_by_day:
            self._promises_by_day[day] = promises(self._day(day))
        return self._promises_by_day[day]

    # ---- words

    def _covers(self, text: str, row: Intention) -> bool:
        """Return whether a text has most of the words of what a request asks for."""
        wanted = self._terms(row.what or row.content)
        return bool(wanted) and len(wanted & self._terms(text)) >= _COVERED * len(wanted)

    def _terms(self, text: str) -> frozenset[str]:
        return frozenset(self._said.lexicon.asked(text))
