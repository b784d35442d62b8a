"""The story of a run up to a moment: its days, news, reflections and relations."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine.clock import day_of
from engine.display.listed import Records
from engine.errors import BadInput, NotFound, worded
from engine.events.kinds import EVENT_KINDS
from engine.insight.news.follow import follow
from engine.insight.news.going_round import going_round, news_meant
from engine.insight.news.spread import News, Spread
from engine.insight.reflecting.gathering import Gathering, gathering
from engine.insight.reflecting.reflections import Reflection, reflections
from engine.insight.reflecting.stale import Stale, stale
from engine.insight.sifting.sift import Sift, Sifted, sifted, sifted_each
from engine.insight.standing.tie_over_time import TieOverTime, tie_over_time
from engine.insight.standing.wellbeing_over_time import WellbeingOverTime, wellbeing_over_time
from engine.insight.story.company import Company, company
from engine.insight.story.paper import Paper, paper
from engine.insight.story.plan_kept import Planned, plan_kept
from engine.insight.story.plan_steps import PlannedStep, plan_steps
from engine.insight.story.timeline import Stay, timeline
from engine.insight.stuck.sign import Stuck
from engine.insight.stuck.stuck import stuck
from engine.insight.threads.thread import STATES, Thread, ThreadState
from engine.insight.threads.threads import threads
from engine.insight.turning.lived_day import LivedDay
from engine.insight.whispering.came_of import CameOf, came_of
from engine.insight.written.written_paper import WrittenPaper, written
from engine.moments import meant
from engine.moments.moment import Moment
from engine.practices.conduct import KINDS
from engine.records import AgentId, Turn
from engine.row_ids import unseen_from
from engine.store.log.memories import memories_by_id


@dataclass(frozen=True, slots=True)
class Story:
    """The story of a run up to a moment, as `run.story(...)` returns it.

    Days are counted from 1. If no day is given, methods use `last_day`.
    """

    moment: Moment

    # ---- the days

    @property
    def last_day(self) -> int:
        """Return the last day on which an agent took a turn. If everyone sleeps past midnight, this is the
        previous day.
        """
        last = self.moment.log.latest(Turn)
        return 1 if last is None else day_of(last.minute)

    def paper(self, day: int | None = None) -> Paper:
        """Return the rule-based town paper of a day: a headline, the highlights and a paragraph for each
        person.

        Each sentence has the ids of the rows that support it. `written` returns the paper that a model wrote.
        """
        return paper(self.moment, self._day(day))

    def written(self, day: int | None = None) -> WrittenPaper | None:
        """Return the town paper of a day that a model wrote, without the sentences that the log does not
        support.

        Return None if no model has written a paper, or if the day is not finished at this moment.
        """
        return written(self.moment, self._day(day))

    def timeline(self, day: int | None = None) -> Records[Stay]:
        """Return the stays of every agent on a day: the places, with the minutes of arrival and departure."""
        return Records.of(Stay, timeline(self.moment, self._day(day)))

    def stuck(self, day: int | None = None) -> Records[Stuck]:
        """Return the agents who were stuck on a day, with the reasons: they said nothing, stayed at one
        activity, waited, or got no answers from the model.
        """
        return Records.of(Stuck, stuck(LivedDay(self.moment, self._day(day))))

    def plans(self, day: int | None = None, agent: AgentId | None = None) -> Records[Planned]:
        """Return the morning plans of all agents, or of one agent, for a day.

        For each part of a plan, the result says whether the agent kept, moved, changed or dropped it, and
        why.
        """
        who = None if agent is None else self._agent(agent)
        return Records.of(Planned, plan_kept(self.moment, self._day(day), who))

    def steps(self, agent: AgentId, day: int | None = None) -> Records[PlannedStep]:
        """Return the steps that an agent planned on a day, and whether they were carried out."""
        return Records.of(PlannedStep, plan_steps(self.moment, self._agent(agent), self._day(day)))

    def company(self, day: int | None = None) -> Records[Company]:
        """Return the pairs of agents who were in the same room on a day, with the rooms, the number of
        minutes and their conversations.
        """
        return Records.of(Company, company(self.moment, self._day(day)))

    @property
    def stale(self) -> Records[Stale]:
        """Return the conclusions and intentions that are based on memories that were retracted later."""
        return Records.of(Stale, stale(self.moment))

    # ---- what was asked for

    def threads(
        self, agent: AgentId | None = None, *, state: ThreadState | None = None, kind: str | None = None
    ) -> Records[Thread]:
        """Return the threads: the state of every intention, every event of the town, and every request that
        was not understood, each with its reason.

        Parameters
        ----------
        agent : str, optional
            An agent by id or name. By default, all agents.
        state : str, optional
            A state: `failed`, `late`, `not_understood`, `under_way`, `told`, `asked_for` (pending), `agreed`,
            `done`, `kept_to` (in effect), `daily` (a habit) or `dropped`. By default, all states.
        kind : str, optional
            A kind of intention or event, such as `occasion`, `meeting`, `message` or `vote`. By default, all
            kinds.

        Returns
        -------
        Records of Thread
            The threads, sorted by state and then by the time at which they began. Failed and late threads
            come first.

        Raises
        ------
        NotFound
            If there is no such agent, state or kind.

        """
        who = None if agent is None else self._agent(agent)
        stands = None if state is None else meant.one_of(state, worded("thread state"), STATES)
        of = None if kind is None else meant.one_of(kind, worded("kind"), (*KINDS, *EVENT_KINDS))
        found = (
            one
            for one in threads(self.moment)
            if who in (None, one.agent) and stands in (None, one.state) and of in (None, one.kind)
        )
        return Records.of(Thread, found)

    # ---- what goes round

    @property
    def news(self) -> Records[News]:
        """Return the news that you can follow: the facts of the town, then other news that people have told
        each other, the most widely told first.
        """
        return Records.of(News, going_round(self.moment))

    def follow(self, news: News | str) -> Spread:
        """Follow a piece of news: who knows it, since when, from whom and in which words, and who could have
        told it and did not.

        `news` is an entry of the property `news`, the id of an entry, a key word of a fact, or other words
        ("lantern party"). Other words count as told if all of them occur. Raises BadInput for an empty text.
        """
        return follow(self.moment, news if isinstance(news, News) else news_meant(self.moment, news))

    # ---- what it is made of

    def sift(self, sift: Sift) -> Sifted:
        """Return the results of a pattern from `workspace.sifts`. Raises BadInput if its SQL is invalid."""
        return sifted(self.moment, sift)

    def sift_each(self, sifts: Collection[Sift]) -> Mapping[str, Sifted | BadInput]:
        """Return the results of several patterns, by the name of the pattern. For a pattern with invalid SQL,
        the result is a BadInput error.
        """
        return sifted_each(self.moment, sifts)

    # ---- what people conclude and feel

    def gathering(self, agent: AgentId) -> Gathering:
        """Return how the importance of an agent's memories added up before each of its reflections."""
        return gathering(self.moment, self._agent(agent))

    def reflections(self, agent: AgentId) -> Records[Reflection]:
        """Return the reflections of an agent, each with its questions, the retrieved memories and the
        conclusions (paper, section 4.2).
        """
        return Records.of(Reflection, reflections(self.moment, self._agent(agent)))

    def came_of(self, row_id: int) -> Records[CameOf]:
        """Return the intentions that resulted from a memory, such as a whisper, and their outcomes.

        Parameters
        ----------
        row_id : int
            The id of the memory.

        Returns
        -------
        Records of CameOf
            The intentions, in the order in which they were formed. Empty if the memory is only a thought.

        Raises
        ------
        NotFound
            If the run has no memory with this id at this moment.

        """
        memory = memories_by_id(self.moment.store, self.moment.row.number, [meant.row_id(row_id)]).get(row_id)
        if memory is None or memory.id >= unseen_from(self.moment.before, self.moment.town.width):
            raise NotFound(
                worded(
                    "run {id!r} has no memory {row_id} at the chosen moment; `memories` lists the ids",
                    id=self.moment.row.id,
                    row_id=row_id,
                )
            )
        return Records.of(CameOf, came_of(self.moment, memory))

    def tie(self, agent: AgentId, other: AgentId) -> TieOverTime:
        """Return the relationship between two agents over time, in both directions, with the conversations
        that changed it.
        """
        return tie_over_time(self.moment, self._agent(agent), self._agent(other))

    def wellbeing(self, agent: AgentId) -> WellbeingOverTime:
        """Return the status values of an agent over time, such as energy and mood, with the reasons for their
        changes.
        """
        return wellbeing_over_time(self.moment, self._agent(agent))

    # ---- how

    def _agent(self, said: str) -> AgentId:
        return meant.agent_meant(self.moment.town, said)

    def _day(self, said: int | None) -> int:
        return self.last_day if said is None else meant.lived_day(said, self.moment.minute)
