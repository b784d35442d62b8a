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
from engine.store.log.memories import memories_by_id


@dataclass(frozen=True, slots=True)
class Story:
    """The story of a run up to a moment, as `run.story(...)` returns it.

    Days are counted from 1. The default is the last day on which an agent had acted by then.
    """

    moment: Moment

    # ---- the days

    @property
    def last_day(self) -> int:
        """Return the last day on which an agent had acted; if all sleep into the next day, the day before."""
        last = self.moment.log.latest(Turn)
        return 1 if last is None else day_of(last.minute)

    def paper(self, day: int | None = None) -> Paper:
        """Return the paper of a day written by rule.

        It has a headline, turning points and a paragraph per person, each sentence with the ids of the rows
        it rests on. For the paper that a model wrote see `written`.
        """
        return paper(self.moment, self._day(day))

    def written(self, day: int | None = None) -> WrittenPaper | None:
        """Return the paper of a day that a model wrote, without the sentences that the log does not support.

        None if no model has written one, or if the day is not over yet.
        """
        return written(self.moment, self._day(day))

    def timeline(self, day: int | None = None) -> Records[Stay]:
        """Return the stays of every agent on a day: where, from when until when."""
        return Records.of(Stay, timeline(self.moment, self._day(day)))

    def stuck(self, day: int | None = None) -> Records[Stuck]:
        """Return the agents who were silent, still, waiting or failing on a day, with the reasons."""
        return Records.of(Stuck, stuck(LivedDay(self.moment, self._day(day))))

    def plans(self, day: int | None = None, agent: AgentId | None = None) -> Records[Planned]:
        """Return the morning plans of all agents (or of one) for a day, with the fate of each part.

        A part was kept, moved, changed or dropped, with the reason.
        """
        who = None if agent is None else self._agent(agent)
        return Records.of(Planned, plan_kept(self.moment, self._day(day), who))

    def steps(self, agent: AgentId, day: int | None = None) -> Records[PlannedStep]:
        """Return the steps that an agent planned on a day, and which of them were done."""
        return Records.of(PlannedStep, plan_steps(self.moment, self._agent(agent), self._day(day)))

    def company(self, day: int | None = None) -> Records[Company]:
        """Return the pairs of agents who were in one room on a day, with the rooms and the minutes."""
        return Records.of(Company, company(self.moment, self._day(day)))

    @property
    def stale(self) -> Records[Stale]:
        """Return the reflections and resolves that rest on memories retracted since."""
        return Records.of(Stale, stale(self.moment))

    # ---- what was asked for

    def threads(
        self, agent: AgentId | None = None, *, state: ThreadState | None = None, kind: str | None = None
    ) -> Records[Thread]:
        """Return all intentions, events of the town, and requests that were not understood, problems first.

        Each has its state and the reason for it.

        Parameters
        ----------
        agent : str, optional
            Only threads of this agent.
        state : str, optional
            Only threads in this state: `failed`, `late`, `not_understood`, `under_way`, `told`, `asked_for`,
            `agreed`, `done`, `kept_to`, `daily`, `dropped`.
        kind : str, optional
            Only threads of this kind of intention or event: `occasion`, `meeting`, `message`, `vote`, …

        Returns
        -------
        Records of Thread
            Sorted by state, then by beginning.

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
        """Return the news that can be followed: facts first, then tellings, the most told first."""
        return Records.of(News, going_round(self.moment))

    def follow(self, news: News | str) -> Spread:
        """Return the spread of a piece of news: who knows it, since when, from whom and in which words.

        It also names those who could have told it and did not. `news` is the id of an entry of `news`, or
        words that say it ("lantern party"), all of which have to be said.
        """
        return follow(self.moment, news if isinstance(news, News) else news_meant(self.moment, news))

    # ---- what it is made of

    def sift(self, sift: Sift) -> Sifted:
        """Return the findings of a sift of `workspace.sifts`."""
        return sifted(self.moment, sift)

    def sift_each(self, sifts: Collection[Sift]) -> Mapping[str, Sifted | BadInput]:
        """Return the findings of each sift by its name, or its BadInput error if it cannot be run."""
        return sifted_each(self.moment, sifts)

    # ---- what people conclude and feel

    def gathering(self, agent: AgentId) -> Gathering:
        """Return the course of an agent's accumulated importance, up to each of its reflections."""
        return gathering(self.moment, self._agent(agent))

    def reflections(self, agent: AgentId) -> Records[Reflection]:
        """Return an agent's reflections: the questions asked, the memories recalled, and the insights."""
        return Records.of(Reflection, reflections(self.moment, self._agent(agent)))

    def came_of(self, row_id: int) -> Records[CameOf]:
        """Return the intentions that came of a memory, such as a whisper, and whether they were done.

        The result is empty if it stayed a thought.

        The result is empty if it stayed a thought.

        Parameters
        ----------
        row_id : int
            The id of the memory.

        Returns
        -------
        Records of CameOf
            In the order in which they were formed.

        Raises
        ------
        NotFound
            If the run has no memory of that id by then.

        """
        memory = memories_by_id(self.moment.store, self.moment.row.number, [meant.row_id(row_id)]).get(row_id)
        if memory is None or memory.minute >= self.moment.before:
            raise NotFound(
                worded(
                    "run {id!r} has no memory {row_id} at the chosen moment; `memories` lists the ids",
                    id=self.moment.row.id,
                    row_id=row_id,
                )
            )
        return Records.of(CameOf, came_of(self.moment, memory))

    def tie(self, agent: AgentId, other: AgentId) -> TieOverTime:
        """Return the relation of two agents over time, in both directions, and the talks that changed it."""
        return tie_over_time(self.moment, self._agent(agent), self._agent(other))

    def wellbeing(self, agent: AgentId) -> WellbeingOverTime:
        """Return the course of an agent's wellbeing, value by value, and what changed it."""
        return wellbeing_over_time(self.moment, self._agent(agent))

    # ---- how

    def _agent(self, said: str) -> AgentId:
        return meant.agent_meant(self.moment.town, said)

    def _day(self, said: int | None) -> int:
        return self.last_day if said is None else meant.lived_day(said, self.moment.minute)
