"""Outcomes about plans, ties, objects, and what is only repeated."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import model_validator

from engine.clock import day_of, moment_words
from engine.events.outcome import attendance_of, outcome_of
from engine.records import AgentId, Intention, Persona
from tests.bench.stories.days import Days
from tests.bench.stories.outcome import Moment, Outcome, People, Span, Words, short
from tests.bench.stories.wording import recital, says


class Planned(Outcome):
    """Each of `who` has it in a plan of a day, in such words."""

    who: People
    words: Words
    day: int

    def unmet(self, days: Days) -> str:
        """Return who has not."""
        missing = [agent for agent in self.who if not self._has(days, agent)]
        return f"not in the plan of {', '.join(missing)}" if missing else ""

    def _has(self, days: Days, agent: AgentId) -> bool:
        return any(
            step.agent == agent and day_of(step.start) == self.day and says(step.activity, self.words)
            for step in days.steps
        )


class _Closeness(Outcome):
    """How `who` stands to `to` at a moment, or at the end."""

    who: People
    to: People
    than: float
    at: Moment | None = None

    def of_each(self, days: Days) -> Iterator[tuple[AgentId, AgentId, float]]:
        """Return the closeness of each to each: what the log has last, else what the author wrote."""
        for agent in self.who:
            for other in self.to:
                bonds = (bond.closeness for bond in days.scenario.persona(agent).bonds if bond.other == other)
                value = next(bonds, 0.0)
                for row in days.relations:
                    if (row.agent, row.other) == (agent, other) and (
                        self.at is None or row.minute <= self.at
                    ):
                        value = row.closeness
                yield agent, other, value


class ClosenessBelow(_Closeness):
    """It is less than so much."""

    def unmet(self, days: Days) -> str:
        """Return how close they are."""
        return "; ".join(
            f"{a} to {b} {value:.2f}" for a, b, value in self.of_each(days) if value >= self.than
        )


class ClosenessAbove(_Closeness):
    """It is more than so much."""

    def unmet(self, days: Days) -> str:
        """Return how close they are."""
        return "; ".join(
            f"{a} to {b} {value:.2f}" for a, b, value in self.of_each(days) if value <= self.than
        )


class ThingStateIs(Span, Outcome):
    """Somebody of the town brings an object into one of these states between two moments."""

    thing: str
    state: Words

    def unmet(self, days: Days) -> str:
        """Return how it is instead."""
        rows = [row for row in days.states if row.thing == self.thing and row.minute <= self.by]
        if any(row.by and self.holds(row.minute) and row.state in self.state for row in rows):
            return ""
        later = [row for row in days.states if row.thing == self.thing and row.by and row.minute > self.by]
        now = f"{rows[-1].state} since {moment_words(rows[-1].minute)}" if rows else "as it was"
        return now + (f", then {later[0].state} {moment_words(later[0].minute)}" if later else "")


class Stands(Outcome):
    """Something of a kind that `who` meant is in such a state in the end, for a reason of such words."""

    who: People
    kind: str
    state: People
    because: Words = ()

    def unmet(self, days: Days) -> str:
        """Return how it stands instead."""
        for agent in self.who:
            held = [row for row in days.standing if row.agent == agent and row.kind == self.kind]
            if not any(self._holds(row) for row in held):
                now = ", ".join(f"{row.state} ({row.because})" if row.because else row.state for row in held)
                return f"{agent}'s {self.kind} is {now or 'not meant'}"
        return ""

    def _holds(self, row: Intention) -> bool:
        return row.state in self.state and (not self.because or says(row.because, self.because))


class TookPlace(Outcome):
    """An event of the town is done: at least so many took part, `there` among them and nobody of the
    `absent`; it was decided where that is said, and its end is remembered by so many.
    """

    what: str
    least: int = 1
    there: People = ()
    absent: People = ()
    decided: bool = False
    seen: int = 0

    def unmet(self, days: Days) -> str:
        """Return how it went instead."""
        planned = next(event for event in days.scenario.events if event.what == self.what)
        number = -1 - days.scenario.events.index(planned)
        thread = next(event for event in days.events if event.id == number)
        if thread.state != "done":
            return f"{thread.state}: {thread.reason}"
        came = set(thread.others)
        if len(came) < self.least or not came >= set(self.there) or came & set(self.absent):
            return f"there were {', '.join(sorted(came)) or 'nobody'}"
        outcome = outcome_of(planned, [row for row in days.standing if attendance_of(planned, [row])])
        if self.decided and not outcome.is_decided:
            return f"not decided: {thread.reason}"
        after = planned.begins if planned.kind == "arrival" else planned.ends
        knowing = {
            memory.agent for memory in days.memories
            if memory.kind == "observation" and memory.minute >= after
            and self.what.lower() in memory.text.lower()
        }  # fmt: skip
        return f"seen by {len(knowing)}" if len(knowing) < self.seen else ""


class NotRecited(Outcome):
    """No line, reflection, diary or activity repeats what the author wrote: three quarters of its words in
    their order, or a `run` of so many.
    """

    run: int | None = None

    @model_validator(mode="before")
    @classmethod
    def _plainly(cls, value: object) -> object:
        return {} if value is True else value

    def unmet(self, days: Days) -> str:
        """Return the first text that does."""
        names = {name for persona in days.scenario.personas for name in _names(persona)}
        for where, text in _said_thought_and_done(days):
            for instruction in days.written:
                if repeated := recital(text, instruction, names, self.run):
                    return f"{where}: “… {short(repeated)} …”"
        return ""


def _names(persona: Persona) -> Iterator[str]:
    yield from (persona.name, *persona.name.split(), *persona.called.split())


def _said_thought_and_done(days: Days) -> Iterator[tuple[str, str]]:
    yield from ((f"{line.speaker} says, {moment_words(line.said_at)}", line.text) for line in days.lines)
    for memory in days.memories:
        if memory.kind == "reflection":
            yield f"{memory.agent} reflects", memory.text
    yield from ((f"{diary.agent} writes", diary.text) for diary in days.diaries)
    for row in days.presences:
        if row.doing:
            yield f"{row.agent} does, {moment_words(row.minute)}", row.doing
