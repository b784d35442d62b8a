"""Explains the state of an intention in a sentence, with the row of the log that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.clock import clock_words, worded_moment
from engine.errors import worded
from engine.events.outcome import ATTENDS
from engine.insight.threads.evidence import MOST_NAMED, Evidence, heard_by
from engine.insight.threads.granted import granted
from engine.insight.threads.reason import Reason
from engine.insight.threads.thread import ThreadState
from engine.insight.turning.favours import Favour
from engine.practices.conduct import AHEAD, BROUGHT_UP, HELD, KEPT_FROM, LASTING, TO_MANY
from engine.records import EVERYBODY, AgentId, Intention, Line, Path


@dataclass(frozen=True, kw_only=True)
class Case:
    """What a reason is derived from.

    `row` is the latest row of the intention and `rows` are all of them. `heard` and `unheard` are the agents
    who have and have not heard of it, and `tellings` are the lines that told them. `favour` is what a request
    became that was granted.
    """

    row: Intention
    state: ThreadState
    rows: Sequence[Intention]
    tellings: Sequence[Line]
    heard: tuple[AgentId, ...]
    unheard: tuple[AgentId, ...]
    now: int
    evidence: Evidence
    favour: Favour | None = None

    def reason(self) -> Reason:
        """Return the reason for the state."""
        if self.favour is not None:
            return granted(self.favour, self.now, self.evidence)
        match self.state:
            case "failed" | "dropped" | "agreed":
                return self._ended()
            case "done":
                return self._done()
            case "under_way":
                return self._under_way()
            case "late":
                return self._late()
            case "kept_to":
                return self._touched_on() or self._say(self._kept_to())
            case "daily":
                return self._say(self._daily())
        return self._told() if self.heard else self._ahead()

    # ---- done, agreed to, failed or dropped

    def _ended(self) -> Reason:
        if self.row.is_open:  # it was not to be said, and was
            return self._said_to()
        because = self._because()
        if self.state == "agreed":
            return self._say(worded("Agreed: {because}", because=because))
        if self.state == "dropped":
            return self._say(worded("It was dropped: {because}", because=because))
        return self._say(worded("It failed: {because}", because=because))

    def _because(self) -> str:
        return self.row.because or worded("the log does not say why")

    def _done(self) -> Reason:
        row, at = self.row, worded_moment(self.row.minute)
        if row.kind in HELD:
            return self._held(worded("Nobody came"), is_over=True)
        if row.kind == ATTENDS:
            where = self.evidence.where(row.place)
            return self._say(worded("Attended on {moment}, at {where}", moment=at, where=where))
        if row.kind in LASTING:
            people = self.evidence.names(self.heard) or worded("nobody")
            return self._say(worded("It has ended; heard of it: {people}", people=people))
        if row.kind in AHEAD:
            met = self.begun.minute if self.begun is not None else row.minute
            where, at = self.evidence.where(row.place or self._room(row.agent, met)), worded_moment(met)
            return self._say(worded("They met on {moment}, at {where}", moment=at, where=where))
        if row.kind in BROUGHT_UP and row.because:
            return self._say(worded("Done on {moment}: {because}", moment=at, because=row.because))
        if row.kind in BROUGHT_UP and self.tellings:
            return self._said_to()
        if self.begun is not None and self.begun.id != row.id:
            begun = worded_moment(self.begun.minute)
            return self._say(worded("Done between {begun} and {moment}", begun=begun, moment=at))
        return self._say(worded("Done by {moment}", moment=at))

    @property
    def begun(self) -> Intention | None:
        """Return the latest row in which it began; None if it never did."""
        return next((row for row in reversed(self.rows) if row.state == "begun"), None)

    def _held(self, alone: str, *, is_over: bool = False) -> Reason:
        came = self.evidence.came(self.row)
        if not came:
            return self._say(alone)
        people = self.evidence.names(came)
        missing = [guest for guest in self._invited_by_name if guest not in came]
        if not (missing and is_over):
            return self._say(worded("{n} came: {people}", n=len(came), people=people))
        text = worded(
            "{n} came: {people}; {missing} did not come",
            n=len(came),
            people=people,
            missing=self.evidence.names(missing),
        )
        return self._say(text)

    @property
    def _invited_by_name(self) -> tuple[AgentId, ...]:
        """Return the guests invited by name, if they are few; empty if everybody was invited."""
        others = self.row.others
        return others if EVERYBODY not in others and len(others) <= MOST_NAMED else ()

    def _said_to(self) -> Reason:
        last = self.tellings[-1]
        hearers = [agent for agent in self.heard if agent in self.row.others] or self.heard
        people, moment = self.evidence.names(hearers), worded_moment(last.said_at)
        where = self.evidence.where(self.evidence.room_of(last) or self._room(last.speaker, last.said_at))
        if len(hearers) == 1:
            text = worded(
                "It was said to {people} on {moment}, at {where}", people=people, moment=moment, where=where
            )
        else:
            text = worded(
                "It was said to {people}, most recently on {moment}, at {where}",
                people=people, moment=moment, where=where,
            )  # fmt: skip
        return Reason(text=text, shown_by=last.id)

    # ---- open

    def _under_way(self) -> Reason:
        row = self.begun or self.row
        since = worded_moment(row.minute)
        if self.row.kind in HELD:
            return self._held(worded("It started on {moment}; nobody is there yet", moment=since))
        if self.heard:
            text = worded("Heard of it so far: {people}", people=self.evidence.names(self.heard))
            return Reason(text=text, shown_by=self.tellings[-1].id)
        return self._say(worded("In progress since {moment}", moment=since))

    def _late(self) -> Reason:
        row, due = self.row, worded_moment(self._due)
        if row.kind not in BROUGHT_UP:
            return self._elsewhere() or self._say(worded("It was due by {due}, but was not started", due=due))
        if not self.heard:
            return self._unsaid(late=True)
        if row.kind in AHEAD:
            people = self.evidence.names(self.heard)
            told = worded("It was said to {people}, but it did not take place", people=people)
            return self._elsewhere() or self._say(told)
        if self.unheard:
            people = self.evidence.names(self.unheard)
            text = worded("It was due by {due}, but {people} had not heard of it", people=people, due=due)
        else:
            people = self.evidence.names(self.heard)
            text = worded("It was said to {people}, but nothing came of it by {due}", people=people, due=due)
        return self._say(text)

    def _elsewhere(self) -> Reason | None:
        """Return the agent's whereabouts at the hour as a reason; None if it was at the place set."""
        row = self.row
        if row.when is None or not row.place or row.when >= self.now:
            return None
        presence = self.evidence.whereabouts(row.agent, row.when)
        if presence is None or presence.room == row.place or presence.room.startswith(f"{row.place}/"):
            return None
        name, where = self.evidence.names([row.agent]), self.evidence.where(presence.room)
        text = worded(
            "On {moment}, {name} was at {where}", moment=worded_moment(row.when), name=name, where=where
        )
        return Reason(text=text, shown_by=presence.id)

    def _told(self) -> Reason:
        last, people = self.tellings[-1], self.evidence.names(self.heard)
        if not self.unheard:
            text = worded("Everyone who should know has heard of it: {people}", people=people)
        else:
            text = worded(
                "Heard of it so far: {people} (most recently on {moment}); people who have not "
                    "heard of it: {n}",
                people=people, moment=worded_moment(last.said_at), n=len(self.unheard),
            )  # fmt: skip
        return Reason(text=text, shown_by=last.id)

    def _ahead(self) -> Reason:
        row = self.row
        if row.kind in BROUGHT_UP:
            waits = row.kind not in AHEAD and row.when is not None and row.when > self.now
            return self._to_come() if waits else self._unsaid(late=False)
        return self._to_come()

    def _to_come(self) -> Reason:
        row = self.row
        if row.when is not None and row.when >= self.now:
            return self._say(worded("Not due yet: planned for {due}", due=worded_moment(row.when)))
        if row.until is not None:
            return self._say(worded("Not done yet; due by {due}", due=worded_moment(row.until)))
        return self._say(worded("Not done yet; no time is set"))

    def _unsaid(self, *, late: bool) -> Reason:
        """Return the reason why nobody has heard of it: the people were not met, or were met and not told."""
        row, due = self.row, worded_moment(self._due)
        if row.kind in TO_MANY or not self.unheard:
            over = worded("It was due by {due}, but nobody had heard of it", due=due)
            return self._say(over if late else worded("Nobody has heard of it yet"))
        name, people = self.evidence.names([row.agent]), self.evidence.names(self.unheard)
        talk = self.evidence.talk_with(row.agent, self.unheard, row.first)
        if talk is not None:
            at = worded_moment(talk.minute)
            unsaid = worded(
                "They talked on {moment}, but it was not mentioned to {people}", moment=at, people=people
            )
            return Reason(text=unsaid, shown_by=talk.id)
        if late:
            values = {"due": due, "name": name, "people": people}
            return self._say(worded("It was due by {due}, but {name} never met {people}", **values))
        return self._say(worded("{name} has not met {people} yet", name=name, people=people))

    # ---- kept to, or daily

    def _touched_on(self) -> Reason | None:
        """Return the reason with those who heard of the same matter; None if nobody did."""
        row = self.row
        lines = [*self.tellings, *self.evidence.touched_on(row)] if row.kind in KEPT_FROM else []
        if not lines:
            return None
        people = self.evidence.names(heard_by(row, lines))
        text = worded("{in_effect}; mentioned to {people}", in_effect=self._kept_to(), people=people)
        return Reason(text=text, shown_by=max(line.id for line in lines))

    def _kept_to(self) -> str:
        row, since = self.row, worded_moment(self.rows[0].minute)
        if row.until is not None and row.until <= self.now and not row.is_daily:
            return worded("It ended on {moment}", moment=worded_moment(row.until))
        if row.when is not None and row.when > self.now:
            return worded("In effect from {moment}", moment=worded_moment(row.when))
        if row.until is not None and not row.is_daily:
            until = worded_moment(row.until)
            return worded("In effect from {moment} until {until}", moment=since, until=until)
        if not self.rows[0].minute:
            return worded("In effect from the start")
        return worded("In effect since {moment}", moment=since)

    def _daily(self) -> str:
        if self.row.when is None:
            return worded("Every day, at no set time")
        return worded("Every day at {clock}", clock=clock_words(self.row.when))

    # ---- words

    @property
    def _due(self) -> int:
        row = self.row
        return next((minute for minute in (row.until, row.when) if minute is not None), self.now)

    def _say(self, text: str) -> Reason:
        return Reason(text=text, shown_by=self.row.id)

    def _room(self, agent: AgentId, minute: int) -> Path:
        presence = self.evidence.whereabouts(agent, minute)
        return presence.room if presence is not None else ""
