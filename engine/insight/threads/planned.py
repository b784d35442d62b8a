"""Threads of the events that an author planned for a town."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.clock import worded_moment
from engine.errors import with_commas, worded
from engine.events.kinds import EVENT_KINDS, is_public
from engine.events.outcome import Outcome, attendance_of, outcome_of
from engine.events.wording import EventWords
from engine.insight.threads.thread import Source, Thread, ThreadState
from engine.interventions.entries import Done
from engine.moments.moment import Moment
from engine.records import BY_THE_TOWN, Intention, TownEvent


@dataclass(frozen=True)
class _Case:
    """One event at a moment, with the interventions that made it happen and the intentions to attend."""

    event: TownEvent
    now: int
    entries: Sequence[Done]
    attendances: Sequence[Intention]
    names: Mapping[str, str]

    @property
    def outcome(self) -> Outcome:
        """Return the outcome so far."""
        return outcome_of(self.event, self.attendances)

    @property
    def began(self) -> Done | None:
        """Return the intervention by which it began; None if it has not."""
        return next((entry for entry in self.entries if entry.entry.minute == self.event.begins), None)

    @property
    def ended(self) -> Done | None:
        """Return the intervention that announced its outcome; None if there is none yet."""
        return next((entry for entry in self.entries if entry.entry.minute == self.event.ends), None)

    def state(self) -> ThreadState:
        """Return the state of its thread."""
        event, began = self.event, self.began
        if event.begins >= self.now:
            return "asked_for"
        if event.kind == "closing":
            return "under_way" if event.is_under_way(self.now) else "done"
        if began is None:
            return "failed"
        if not began.stands:
            return "dropped"
        if self.now <= event.ends and EVENT_KINDS[event.kind].decided:
            return "under_way"
        return "done" if not is_public(event) or self.outcome.present else "failed"

    def reason(self, words: EventWords) -> str:
        """Return the reason for its state as a sentence."""
        begins, ends = worded_moment(self.event.begins), worded_moment(self.event.ends)
        match self.state():
            case "asked_for":
                return worded("Not due yet: planned for {due}", due=begins)
            case "dropped":
                return worded("The author undid it")
            case "under_way":
                return self._so_far(ends)
            case "failed":
                return self._why_not(begins)
        if self.event.kind == "closing":
            return worded("It was closed from {begins} to {ends}", begins=begins, ends=ends)
        return self._done(words, begins)

    def _so_far(self, ends: str) -> str:
        if self.event.kind == "closing":
            return worded("It is closed until {ends}", ends=ends)
        present = self._present()
        if not present:
            return worded("It lasts until {ends}; nobody is there yet", ends=ends)
        return worded("It lasts until {ends}; present so far: {people}", ends=ends, people=present)

    def _why_not(self, begins: str) -> str:
        if self.began is None:
            return worded("It did not take place: its place did not exist on {moment}", moment=begins)
        if not self.attendances:
            return worded("Nobody came because nobody knew about it")
        missed = with_commas([self.names.get(row.agent, row.agent) for row in self.attendances])
        return worded("None of the people who knew about it came: {people}", people=missed)

    def _done(self, words: EventWords, begins: str) -> str:
        if not is_public(self.event):
            return worded("It happened on {moment}", moment=begins)
        announced, people = words.ends(self.event, self.outcome), self._present()
        if not announced:
            return worded("It happened on {moment}; present: {people}", moment=begins, people=people)
        return worded("{outcome}. Present: {people}", outcome=announced, people=people)

    def _present(self) -> str:
        """Return the names of those who took part, each with their choice."""
        listed = [
            worded("{name} ({choice})", name=self.names.get(agent, agent), choice=choice)
            if choice
            else self.names.get(agent, agent)
            for agent, choice in self.outcome.votes_by.items()
        ]
        return with_commas(listed)


def planned_events(moment: Moment, attendances: Sequence[Intention]) -> Iterator[Thread]:
    """Yield a thread for every event of the town.

    `attendances` are the latest rows of the intentions to attend. The ids count down from -1 in the order of
    the file.
    """
    town = moment.town
    words = EventWords(town.phrases, town.world, town.cast.names)
    entries = [done for done in moment.interventions if done.entry.who == BY_THE_TOWN]
    for number, event in enumerate(town.scenario.events, 1):
        case = _Case(
            event=event,
            now=moment.before,
            entries=[done for done in entries if done.entry.why == event.what],
            attendances=[row for row in attendances if attendance_of(event, [row]) is not None],
            names=town.cast.names,
        )
        yield _thread(case, -number, words)


def _thread(case: _Case, number: int, words: EventWords) -> Thread:
    event = case.event
    shown = case.ended or case.began
    first = min((row.memory for row in case.attendances), default=0)
    known = words.known(event)
    return Thread(
        id=number,
        minute=0,
        agent="",
        kind=event.kind,
        state=case.state(),
        words=event.what[:1].upper() + event.what[1:] if is_public(event) else known,
        reason=case.reason(words),
        shown_by=shown.first_row if shown is not None else first,
        source=Source(origin="event", memory=first, text=known, file="town.yaml"),
        memory=first,
        others=tuple(case.outcome.votes_by),
        place=event.place,
        when=event.begins,
        until=event.ends,
        due=event.begins if event.begins >= case.now else None,
    )
