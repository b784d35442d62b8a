"""What can be read of a run as a whole: where it stands, what it took, any row by its id."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Literal, get_args

from engine.clock import moment_words
from engine.cognition.thinker import Town
from engine.display.html import Card
from engine.display.listed import Displayed, Records
from engine.errors import NotFound, worded
from engine.model_choice.choice import model_of, width_of
from engine.models.profiles import Keys
from engine.moments import meant
from engine.moments.agents import Agents
from engine.moments.log import logged
from engine.moments.meant import When
from engine.moments.moment import FOUNDED, Moment
from engine.moments.surveying import (
    Round,
    Surveyed,
    SurveyWatch,
    agents_meant,
    asking_meant,
    moments_meant,
)
from engine.records import AgentId, Conversation, Line, LogEntry, Memory, Path, Scenario
from engine.running.awaiting import beside, finish, told_here
from engine.simulation.loading import town_at, town_of_run
from engine.store.answers import outcomes, spending
from engine.store.answers.spending import AskedRow, Health, Spent, UnderWay
from engine.store.file.connection import Store
from engine.store.living.runs import RunRow
from engine.store.log import calls, events, inspect, moments
from engine.store.log.calls import CallRow, CallTexts
from engine.store.log.memories import Page, memories_by_id
from engine.store.log.rows import last_turn_minute

_Part = Literal["day", "agent", "purpose", "model"]
_PARTS: tuple[_Part, ...] = get_args(_Part)

_COUNTED = {"event": "events", "conversation": "talks", "memory": "memories"}


class WholeRun(Displayed):
    """A run, to be read; `at` opens one moment of it."""

    def __init__(self, store: Store, row: RunRow, town: Town | None = None, keys: Keys | None = None) -> None:
        self.store = store
        self.row = row
        self.keys = keys or Keys()
        if town is not None and keys is not None:  # a town that is shared, thinking with keys that are not
            town = replace(town, model=model_of(store, row.number, row.model, keys))
        self._town = town or town_of_run(store, row, self.keys)

    def __repr__(self) -> str:
        """Return which run it is, of what, and where it stands."""
        people = len(self.scenario.personas)
        return f"<Run {self.row.id} of {self.row.scenario}, {people} people, at {moment_words(self.clock)}>"

    def _card_(self) -> Card:
        row, counts = self.row, self.at().log.counts if self.is_founded else {}
        facts = [
            ("run", f"{row.id} ({row.name})"),
            (
                "at",
                moment_words(self.clock) if counts else "the beginning: nobody has lived here yet",
            ),
            ("people", ", ".join(self.town.cast.names.values())),
            ("model", row.model),
            ("seed", row.seed),
            *((said, counts[name]) for name, said in _COUNTED.items() if name in counts),
        ]
        return Card(title=self.scenario.town, facts=facts)

    @property
    def town(self) -> Town:
        """Return what every thought of the run shares, with whoever has joined the town by now."""
        if not self.store.is_closed:
            self._town = town_at(self.store, self.number, self._town)
        return self._town

    @town.setter
    def town(self, town: Town) -> None:
        """Have it think as another town does: with another model, say."""
        self._town = town

    @property
    def number(self) -> int:
        """Return the run's key in the store."""
        return self.row.number

    @property
    def scenario(self) -> Scenario:
        """Return the scenario version this run lives."""
        return self.town.scenario

    # ---- where it stands

    def at(self, when: When | None = None) -> Moment:
        """Return a moment that can be looked at: the one asked for ("day 2 12:00", or its minute since 00:00
        of day 1), or where the run stands. BadInput when it is yet to come.
        """
        clock = self.clock
        minute = clock if when is None else meant.lived_minute(when, clock)
        town = town_at(self.store, self.number, self._town, max(FOUNDED, minute))
        return Moment(store=self.store, row=self.row, town=town, minute=minute)

    @property
    def agents(self) -> Agents:
        """Return everybody by their names, as the run stands: `run.agents.nell.memories.search("bread")`."""
        return self.at().agents

    @property
    def clock(self) -> int:
        """Return where the run stands, wherever that is said: the town's clock, which is the smallest next
        turn; 0 before the first day. When everybody sleeps that is later than the minute the run was lived
        to.
        """
        return moments.town_clock(self.store, self.number) if self.is_founded else 0

    @property
    def is_founded(self) -> bool:
        """Return whether anything has happened yet."""
        return last_turn_minute(self.store, self.number) >= 0

    # ---- what is meant by a name

    def agent(self, said: str) -> AgentId:
        """Return the id of the agent that is meant by an id or a name; NotFound suggests one."""
        return meant.agent_meant(self.town, said)

    def thing(self, said: str) -> Path:
        """Return the path of the object that is meant by its path, or by as much of its end as is clear."""
        return meant.thing_meant(self.town, said)

    def room(self, said: str) -> Path:
        """Return the path of the room that is meant by its path, as much of its end as is clear, or a
        place.
        """
        return meant.room_meant(self.town, said)

    # ---- rows by their ids

    def by_id(self, ids: Iterable[int]) -> dict[int, Memory]:
        """Return memories by their ids."""
        return memories_by_id(self.store, self.number, [meant.row_id(one) for one in ids])

    def lines(self, conversation: int) -> Records[Line]:
        """Return what was said in a conversation; NotFound when the run has none of that id."""
        said = events.lines_of(self.store, self.number, meant.row_id(conversation))
        if not said and not isinstance(inspect.find_row(self.store, self.number, conversation), Conversation):
            raise NotFound(
                worded(
                    "run {id!r} has no conversation {conversation}; `conversations` shows ids",
                    id=self.row.id,
                    conversation=conversation,
                )
            )
        return Records.of(Line, said)

    def call_texts(self, call: int) -> CallTexts:
        """Return a prompt as it was asked, and the raw answer."""
        return calls.call_texts(self.store, self.number, meant.row_id(call))

    def whole_log(self) -> Iterable[LogEntry]:
        """Return every row there is, in order: also of turns beyond the clock, where somebody is ahead of
        others.
        """
        return logged(self.store, self.number)

    # ---- asking everybody

    def survey(
        self,
        question: str,
        *,
        choices: Sequence[str] = (),
        number: tuple[int, int] | None = None,
        agents: Sequence[str] | None = None,
        moments: Sequence[When] | None = None,
        watch: SurveyWatch | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Surveyed:
        """Ask everybody the same question, off the record: nothing of it enters the log or a mind. The answer
        is one of some `choices`, a `number` between two, or plain words; who knows nothing that bears on it
        says so.

        Only some `agents` are asked where they are given, and at several `moments` of the run rather than as
        it stands. `watch` is told of each answer, and `stop` asked now and then whether to go on no more:
        what was answered by then is returned.

        Parameters
        ----------
        question : str
            What everybody is asked.
        choices : sequence of str
            What one chooses from, two answers or more.
        number : (int, int), optional
            The least and the greatest number, where the answer is one.
        agents : sequence of str, optional
            Who is asked; everybody, without it.
        moments : sequence of int or str, optional
            When they are asked; as the run stands, without it.
        watch : callable, optional
            Told of each answer.
        stop : callable, optional
            Asked now and then whether to go on no more.

        Returns
        -------
        Surveyed
            The answers by moment, with their tallies.

        Raises
        ------
        BadInput
            When choices and number are both given, or make no sense.
        ModelFailed
            When the model cannot answer at all.

        """
        asked = self.surveying(question, choices, number, agents, moments)
        return finish(asked.ask(width_of(self.store, self.row), watch, stop))

    async def survey_async(
        self,
        question: str,
        *,
        choices: Sequence[str] = (),
        number: tuple[int, int] | None = None,
        agents: Sequence[str] | None = None,
        moments: Sequence[When] | None = None,
        watch: SurveyWatch | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Surveyed:
        """As `survey`, while the event loop goes on, in which `watch` is called. To cancel it lets go of all
        answers.
        """
        seen = told_here(watch) if watch is not None else None
        asked = self.surveying(question, choices, number, agents, moments)
        return await beside(asked.ask(width_of(self.store, self.row), seen, stop))

    def surveying(
        self,
        question: str,
        choices: Sequence[str] = (),
        number: tuple[int, int] | None = None,
        agents: Sequence[str] | None = None,
        moments: Sequence[When] | None = None,
    ) -> Round:
        """Return a survey that nobody has been asked yet, as `survey` takes it: what it may take can be told
        beforehand.

        Parameters
        ----------
        question : str
            What everybody is asked.
        choices : sequence of str
            What one chooses from, two answers or more.
        number : (int, int), optional
            The least and the greatest number, where the answer is one.
        agents : sequence of str, optional
            Who is asked; everybody, without it.
        moments : sequence of int or str, optional
            When they are asked; as the run stands, without it.

        Returns
        -------
        Round
            Which can be asked.

        """
        asking = asking_meant(question, choices, number)
        return Round(asking, moments_meant(self.at, moments), agents_meant(self.town, agents))

    # ---- what it took

    def spent(self, day: int | None = None) -> Spent:
        """Return what this run and the chats about it have taken; on one of its days, where given."""
        lived = None if day is None else meant.lived_day(day, self.clock)
        return spending.spent(self.store, self.number, lived)

    def spent_by(self, by: _Part) -> dict[str, Spent]:
        """Return the same by day, agent, purpose or model."""
        return spending.spent_by(
            self.store, self.number, meant.one_of(by, worded("part of what was spent"), _PARTS)
        )

    def health(self) -> Records[Health]:
        """Return how the calls to servers of each day went: how many were repaired, and came to nothing."""
        return Records.of(Health, spending.health(self.store, self.number))

    def under_way(self) -> UnderWay:
        """Return what is being asked of servers for this run just now."""
        return spending.under_way(self.store, self.number)

    def asked(self, calls: Sequence[CallRow]) -> dict[int, AskedRow]:
        """Return how calls to a server went when they were paid for, by the id of the call."""
        rows = spending.asked_rows(self.store, [call.key for call in calls])
        return {call.id: rows[call.key] for call in calls if call.key in rows}

    def unanswered(self, *, limit: int = 20) -> Page[AskedRow]:
        """Return what servers were asked that is in no list of calls, since the day paused for it or it was a
        chat: the latest first.
        """
        most = meant.whole(limit, worded("a limit"), 0, meant.MOST_ROWS)
        return outcomes.unanswered(self.store, self.number, limit=most)

    def call_filters(self) -> tuple[tuple[AgentId, ...], tuple[str, ...]]:
        """Return the agents and the purposes that the calls can be filtered by."""
        return calls.call_filters(self.store, self.number)
