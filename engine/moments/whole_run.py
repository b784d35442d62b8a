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
    """A run with the methods that read it as a whole. `at` opens one moment of the run."""

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
        """Return the town that all agents of the run share, including people who joined during the run."""
        if not self.store.is_closed:
            self._town = town_at(self.store, self.number, self._town)
        return self._town

    @town.setter
    def town(self, town: Town) -> None:
        """Replace the town with another, such as one with another model."""
        self._town = town

    @property
    def number(self) -> int:
        """Return the number of the run in its workspace."""
        return self.row.number

    @property
    def scenario(self) -> Scenario:
        """Return the scenario of the run, in the version that the run uses."""
        return self.town.scenario

    # ---- where it stands

    def at(self, when: When | None = None) -> Moment:
        """Open the run at a moment: "day 2 12:00", or minutes since 00:00 of day 1. By default, the current
        moment.

        Raises BadInput if the run has not reached the moment.
        """
        clock = self.clock
        minute = clock if when is None else meant.lived_minute(when, clock)
        town = town_at(self.store, self.number, self._town, max(FOUNDED, minute))
        return Moment(store=self.store, row=self.row, town=town, minute=minute)

    @property
    def agents(self) -> Agents:
        """Return the agents at the current moment, by name: `run.agents.nell.memories.search("bread")`."""
        return self.at().agents

    @property
    def clock(self) -> int:
        """Return the current moment of the run, in minutes since 00:00 of day 1: the time of the earliest
        next turn of any agent, or 0 before the first day.

        If everyone is asleep, the clock is later than the minute up to which the run was simulated.
        """
        return moments.town_clock(self.store, self.number) if self.is_founded else 0

    @property
    def is_founded(self) -> bool:
        """Return whether the run has started: whether its log has any rows."""
        return last_turn_minute(self.store, self.number) >= 0

    # ---- what is meant by a name

    def agent(self, said: str) -> AgentId:
        """Return the id of an agent, given by id or name. Raises NotFound if there is no such agent."""
        return meant.agent_meant(self.town, said)

    def thing(self, said: str) -> Path:
        """Return the path of an object, given by its path or by an unambiguous end of the path.

        Raises NotFound if no object or several objects match.
        """
        return meant.thing_meant(self.town, said)

    def room(self, said: str) -> Path:
        """Return the path of a room, given by its path, by an unambiguous end of the path, or by its place.

        Raises NotFound if no room or several rooms match.
        """
        return meant.room_meant(self.town, said)

    # ---- rows by their ids

    def by_id(self, ids: Iterable[int]) -> dict[int, Memory]:
        """Return the memories with the given ids, by id. Ids of other rows are ignored."""
        return memories_by_id(self.store, self.number, [meant.row_id(one) for one in ids])

    def lines(self, conversation: int) -> Records[Line]:
        """Return the lines of a conversation, in order. Raises NotFound if the run has no conversation with
        this id.
        """
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
        """Return the prompt and the raw answer of a model call, given by its id. Raises NotFound if the run
        has no such call.
        """
        return calls.call_texts(self.store, self.number, meant.row_id(call))

    def whole_log(self) -> Iterable[LogEntry]:
        """Return every row of the log, in order. This includes rows after the clock, because some agents can
        be ahead of others.
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
        """Ask several agents the same question, off the record. The log and the minds do not change.

        An answer is one of the `choices`, a `number`, or free text. An agent that knows nothing about the
        question says so.

        Parameters
        ----------
        question : str
            The question.
        choices : sequence of str
            The options, from 2 to 20. By default, the answer is free text.
        number : (int, int), optional
            The minimum and the maximum, if the answer is a number.
        agents : sequence of str, optional
            The ids or names of the agents to ask. By default, all agents.
        moments : sequence of int or str, optional
            The moments at which the agents are asked. By default, the current moment.
        watch : callable, optional
            Called with each answer.
        stop : callable, optional
            Called regularly. If it returns true, the survey ends and the answers so far are returned.

        Returns
        -------
        Surveyed
            The answers by moment, with their totals.

        Raises
        ------
        BadInput
            If `choices` and `number` are both given, or if one of them is invalid.
        NotFound
            If there is no such agent.
        ModelFailed
            If the model cannot answer at all, for example because the server is down.

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

        Cancelling the task discards all answers.
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
        """Prepare a survey without asking anyone, so that you can estimate its cost.

        Parameters
        ----------
        question : str
            The question.
        choices : sequence of str
            The options, from 2 to 20. By default, the answer is free text.
        number : (int, int), optional
            The minimum and the maximum, if the answer is a number.
        agents : sequence of str, optional
            The ids or names of the agents to ask. By default, all agents.
        moments : sequence of int or str, optional
            The moments at which the agents are asked. By default, the current moment.

        Returns
        -------
        Round
            The prepared survey.

        Raises
        ------
        BadInput
            If `choices` and `number` are both given, or if one of them is invalid.
        NotFound
            If there is no such agent.

        """
        asking = asking_meant(question, choices, number)
        return Round(asking, moments_meant(self.at, moments), agents_meant(self.town, agents))

    # ---- what it took

    def spent(self, day: int | None = None) -> Spent:
        """Return the number of calls, the tokens and the money spent on this run and its chats.

        Money is in millionths of a currency unit. If `day` is given (counted from 1), return only the
        spending on this simulated day.
        """
        lived = None if day is None else meant.lived_day(day, self.clock)
        return spending.spent(self.store, self.number, lived)

    def spent_by(self, by: _Part) -> dict[str, Spent]:
        """Return the spending on this run and its chats, grouped by "day", "agent", "purpose" or "model"."""
        return spending.spent_by(
            self.store, self.number, meant.one_of(by, worded("spending category"), _PARTS)
        )

    def health(self) -> Records[Health]:
        """Return the number of calls to servers on each day, and how many were repaired or failed."""
        return Records.of(Health, spending.health(self.store, self.number))

    def under_way(self) -> UnderWay:
        """Return the number and the maximum cost of the requests to servers that are in progress for this
        run.
        """
        return spending.under_way(self.store, self.number)

    def cut_prompts(self) -> CutPrompts | None:
        """Return how many tokens of a prompt the server reads if it seems to cut off long prompts, or None.

        The result is an estimate, based on the latest prompts and the tokens that the server counted.
        """
        rows = outcomes.counted_prompts(self.store, self.number, _LATEST)
        return cut_prompts((tokens(prompt), counted) for prompt, counted in rows)

    def asked(self, calls: Sequence[CallRow]) -> dict[int, AskedRow]:
        """Return the details of calls to a server, such as tokens, cost and failure, by the id of the call.

        Calls that did not need a server are left out.
        """
        rows = spending.asked_rows(self.store, [call.key for call in calls])
        return {call.id: rows[call.key] for call in calls if call.key in rows}

    def unanswered(self, *, limit: int = 20) -> Page[AskedRow]:
        """Return a page of failed calls to servers that are not in the log, the latest first.

        Each of these calls paused the day or was made for a chat.
        """
        most = meant.whole(limit, worded("a limit"), 0, meant.MOST_ROWS)
        return outcomes.unanswered(self.store, self.number, limit=most)

    def call_filters(self) -> tuple[tuple[AgentId, ...], tuple[str, ...]]:
        """Return the agents and the purposes of all model calls, to filter `Log.calls` by them."""
        return calls.call_filters(self.store, self.number)
