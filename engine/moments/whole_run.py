"""Read a run as a whole: its clock, its costs, and any row by its id."""

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
from engine.models.served.context import CutPrompts, cut_prompts
from engine.models.tokens import tokens
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

_LATEST = 60  # prompts that tell whether a server reads them whole
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
        """Return the id, the scenario, the number of people and the clock of the run."""
        people = len(self.scenario.personas)
        return f"<Run {self.row.id} of {self.row.scenario}, {people} people, at {moment_words(self.clock)}>"

    def _card_(self) -> Card:
        row, counts = self.row, self.at().log.counts if self.is_founded else {}
        facts = [
            ("run", f"{row.id} ({row.name})"),
            (
                "at",
                moment_words(self.clock) if counts else "the beginning: not simulated yet",
            ),
            ("people", ", ".join(self.town.cast.names.values())),
            ("model", row.model),
            ("seed", row.seed),
            *((said, counts[name]) for name, said in _COUNTED.items() if name in counts),
        ]
        return Card(title=self.scenario.town, facts=facts)

    @property
    def town(self) -> Town:
        """Return the town as all agents of the run share it, including newcomers by now."""
        if not self.store.is_closed:
            self._town = town_at(self.store, self.number, self._town)
        return self._town

    @town.setter
    def town(self, town: Town) -> None:
        """Replace the town with another, such as one with another model."""
        self._town = town

    @property
    def number(self) -> int:
        """Return the run's key in the store."""
        return self.row.number

    @property
    def scenario(self) -> Scenario:
        """Return the version of the scenario that this run lives."""
        return self.town.scenario

    # ---- where it stands

    def at(self, when: When | None = None) -> Moment:
        """Return a moment of the run: `when` ("day 2 12:00", or minutes since 00:00 of day 1), or now.

        Raises BadInput if it is in the future.
        """
        clock = self.clock
        minute = clock if when is None else meant.lived_minute(when, clock)
        town = town_at(self.store, self.number, self._town, max(FOUNDED, minute))
        return Moment(store=self.store, row=self.row, town=town, minute=minute)

    @property
    def agents(self) -> Agents:
        """Return the agents as of now, by name: `run.agents.nell.memories.search("bread")`."""
        return self.at().agents

    @property
    def clock(self) -> int:
        """Return the run's clock: the earliest next turn of any agent; 0 before the first day.

        When everyone sleeps it is later than the minute the run was simulated up to.
        """
        return moments.town_clock(self.store, self.number) if self.is_founded else 0

    @property
    def is_founded(self) -> bool:
        """Return whether anything has happened yet."""
        return last_turn_minute(self.store, self.number) >= 0

    # ---- what is meant by a name

    def agent(self, said: str) -> AgentId:
        """Return the id of the agent with an id or a name. Raises NotFound, with a suggestion."""
        return meant.agent_meant(self.town, said)

    def thing(self, said: str) -> Path:
        """Return the path of the object named by its path, or by an unambiguous end of it."""
        return meant.thing_meant(self.town, said)

    def room(self, said: str) -> Path:
        """Return the path of the room named by its path, an unambiguous end of it, or its place."""
        return meant.room_meant(self.town, said)

    # ---- rows by their ids

    def by_id(self, ids: Iterable[int]) -> dict[int, Memory]:
        """Return the memories with some ids, by id."""
        return memories_by_id(self.store, self.number, [meant.row_id(one) for one in ids])

    def lines(self, conversation: int) -> Records[Line]:
        """Return the lines of a conversation. Raises NotFound if the run has no conversation of that id."""
        said = events.lines_of(self.store, self.number, meant.row_id(conversation))
        if not said and not isinstance(inspect.find_row(self.store, self.number, conversation), Conversation):
            raise NotFound(
                worded(
                    "run {id!r} has no conversation {conversation}; `conversations` lists the ids",
                    id=self.row.id,
                    conversation=conversation,
                )
            )
        return Records.of(Line, said)

    def call_texts(self, call: int) -> CallTexts:
        """Return the prompt of a call and its raw answer."""
        return calls.call_texts(self.store, self.number, meant.row_id(call))

    def whole_log(self) -> Iterable[LogEntry]:
        """Return every row in order, including those beyond the clock, where an agent is ahead of others."""
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
        """Ask all agents the same question, off the record: nothing of it enters the log or a mind.

        The answer is one of some `choices`, a `number` between two, or in the agent's own words. An agent
        that knows nothing about it says so.

        `agents` limits the survey to some agents, and `moments` asks at several moments of the run rather
        than now. `watch` is called with each answer. `stop` is called now and then, and if it returns true,
        the answers so far are returned.

        Parameters
        ----------
        question : str
            The question.
        choices : sequence of str
            Two options or more.
        number : (int, int), optional
            The least and the greatest number, if the answer is a number.
        agents : sequence of str, optional
            The agents to ask; all by default.
        moments : sequence of int or str, optional
            The moments to ask at; now by default.
        watch : callable, optional
            Called with each answer.
        stop : callable, optional
            Called now and then; true ends the survey.

        Returns
        -------
        Surveyed
            The answers by moment, with their tallies.

        Raises
        ------
        BadInput
            If choices and number are both given, or are invalid.
        ModelFailed
            If the model cannot answer at all.

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
        """Do the same as `survey` without blocking the event loop, in which `watch` is called.

        Cancelling it discards all answers.
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
        """Return a survey that has not been asked yet, so that its cost can be estimated before.

        The parameters are those of `survey`.

        Parameters
        ----------
        question : str
            The question.
        choices : sequence of str
            Two options or more.
        number : (int, int), optional
            The least and the greatest number, if the answer is a number.
        agents : sequence of str, optional
            The agents to ask; all by default.
        moments : sequence of int or str, optional
            The moments to ask at; now by default.

        Returns
        -------
        Round
            The survey to run.

        """
        asking = asking_meant(question, choices, number)
        return Round(asking, moments_meant(self.at, moments), agents_meant(self.town, agents))

    # ---- what it took

    def spent(self, day: int | None = None) -> Spent:
        """Return the costs of this run and the chats about it; only those of one day, if given."""
        lived = None if day is None else meant.lived_day(day, self.clock)
        return spending.spent(self.store, self.number, lived)

    def spent_by(self, by: _Part) -> dict[str, Spent]:
        """Return the same costs by day, agent, purpose or model."""
        return spending.spent_by(
            self.store, self.number, meant.one_of(by, worded("spending category"), _PARTS)
        )

    def health(self) -> Records[Health]:
        """Return the results of the calls to servers by day: how many were repaired, and how many failed."""
        return Records.of(Health, spending.health(self.store, self.number))

    def under_way(self) -> UnderWay:
        """Return the calls to servers that are under way for this run."""
        return spending.under_way(self.store, self.number)

    def cut_prompts(self) -> CutPrompts | None:
        """Return how much of its prompts the server reads, if it cuts them off; None if it reads them whole.

        It is told from the latest prompts, by the tokens that the server counted.
        """
        rows = outcomes.counted_prompts(self.store, self.number, _LATEST)
        return cut_prompts((tokens(prompt), counted) for prompt, counted in rows)

    def asked(self, calls: Sequence[CallRow]) -> dict[int, AskedRow]:
        """Return the details of paid calls to a server, by the id of the call."""
        rows = spending.asked_rows(self.store, [call.key for call in calls])
        return {call.id: rows[call.key] for call in calls if call.key in rows}

    def unanswered(self, *, limit: int = 20) -> Page[AskedRow]:
        """Return a page of failed calls to servers that are in no list of calls, the latest first.

        They paused the day, or were made for a chat.
        """
        most = meant.whole(limit, worded("a limit"), 0, meant.MOST_ROWS)
        return outcomes.unanswered(self.store, self.number, limit=most)

    def call_filters(self) -> tuple[tuple[AgentId, ...], tuple[str, ...]]:
        """Return the agents and the purposes that the calls can be filtered by."""
        return calls.call_filters(self.store, self.number)
