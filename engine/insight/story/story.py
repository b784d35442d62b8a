"""The story of a run up to a moment: its days, what goes round in it, what its people conclude and feel."""

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
    """What can be told of a run at a moment, as `run.story(...)` gives it. Days are counted from 1; without
    one it is the last on which anybody had done anything by then.
    """

    moment: Moment

    # ---- the days

    @property
    def last_day(self) -> int:
        """Return the last day on which anybody had done anything: while all sleep into the next, the one
        before.
        """
        last = self.moment.log.latest(Turn)
        return 1 if last is None else day_of(last.minute)

    def paper(self, day: int | None = None) -> Paper:
        """Return the paper of a day by rule: its headline, what turned, a paragraph for everybody, each
        sentence with the ids of the rows it rests on. What a model wrote is `written`.
        """
        return paper(self.moment, self._day(day))

    def written(self, day: int | None = None) -> WrittenPaper | None:
        """Return the paper of a day as a model wrote it, as far as the log bears it, with what was left out;
        None where no model has, or the day is not over yet.
        """
        return written(self.moment, self._day(day))

    def timeline(self, day: int | None = None) -> Records[Stay]:
        """Return where everybody was from when to when on a day, person by person."""
        return Records.of(Stay, timeline(self.moment, self._day(day)))

    def stuck(self, day: int | None = None) -> Records[Stuck]:
        """Return who said nothing or stood still on a day, waited in vain or could not think, and why."""
        return Records.of(Stuck, stuck(LivedDay(self.moment, self._day(day))))

    def plans(self, day: int | None = None, agent: AgentId | None = None) -> Records[Planned]:
        """Return what everybody, or one agent, had planned for a day in the morning, person by person, and
        what became of each part of it: kept, moved, changed, dropped, and why.
        """
        who = None if agent is None else self._agent(agent)
        return Records.of(Planned, plan_kept(self.moment, self._day(day), who))

    def steps(self, agent: AgentId, day: int | None = None) -> Records[PlannedStep]:
        """Return the steps that an agent laid out on a day, and which of them were done."""
        return Records.of(PlannedStep, plan_steps(self.moment, self._agent(agent), self._day(day)))

    def company(self, day: int | None = None) -> Records[Company]:
        """Return who was in one room with whom on a day, where and for how long."""
        return Records.of(Company, company(self.moment, self._day(day)))

    @property
    def stale(self) -> Records[Stale]:
        """Return the conclusions and resolves that rest on what was retracted since."""
        return Records.of(Stale, stale(self.moment))

    # ---- what was asked for

    def threads(
        self, agent: AgentId | None = None, *, state: ThreadState | None = None, kind: str | None = None
    ) -> Records[Thread]:
        """Return what became of everything that somebody means to do, of the events of the town, and of what
        was asked for and not understood: how far each has come and why, what went wrong first.

        Parameters
        ----------
        agent : str, optional
            Whose alone.
        state : str, optional
            Only what stands so: `failed`, `late`, `not_understood`, `under_way`, `told`, `asked_for`, `done`,
            `kept_to`, `daily`, `dropped`.
        kind : str, optional
            Only of this kind of intention or event: `occasion`, `meeting`, `message`, `vote`, …

        Returns
        -------
        Records of Thread
            By state, and of one state in the order in which they began.

        Raises
        ------
        NotFound
            When nobody is called so, or there is no such state or kind.

        """
        who = None if agent is None else self._agent(agent)
        stands = None if state is None else meant.one_of(state, worded("state of a thread"), STATES)
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
        """Return what can be followed: the facts of the scenario, then what its people have told each other,
        the most widely told first.
        """
        return Records.of(News, going_round(self.moment))

    def follow(self, news: News | str) -> Spread:
        """Return who knows a piece of news, since when, from whom and in which words, and who could have told
        it and did not. It is meant by the id of one that `news` lists, or by words that say it ("lantern
        party"), every one of which has to be said.
        """
        return follow(self.moment, news if isinstance(news, News) else news_meant(self.moment, news))

    # ---- what it is made of

    def sift(self, sift: Sift) -> Sifted:
        """Return what a sift of `workspace.sifts` finds."""
        return sifted(self.moment, sift)

    def sift_each(self, sifts: Collection[Sift]) -> Mapping[str, Sifted | BadInput]:
        """Return what each of some sifts finds, by their names; of one that cannot be, what is wrong."""
        return sifted_each(self.moment, sifts)

    # ---- what people conclude and feel

    def gathering(self, agent: AgentId) -> Gathering:
        """Return how the importance of what an agent felt added up to a reflection, again and again."""
        return gathering(self.moment, self._agent(agent))

    def reflections(self, agent: AgentId) -> Records[Reflection]:
        """Return how an agent reflected, each time: what was asked, what that brought to mind, and what was
        concluded.
        """
        return Records.of(Reflection, reflections(self.moment, self._agent(agent)))

    def came_of(self, row_id: int) -> Records[CameOf]:
        """Return what somebody meant to do because of a whisper, or of any other of their memories, and
        whether it was done by then; nothing where it stayed a thought.

        Parameters
        ----------
        row_id : int
            The id of the memory.

        Returns
        -------
        Records of CameOf
            In the order in which they took it up.

        Raises
        ------
        NotFound
            When the run has no memory of that id by then.

        """
        memory = memories_by_id(self.moment.store, self.moment.row.number, [meant.row_id(row_id)]).get(row_id)
        if memory is None or memory.minute >= self.moment.before:
            raise NotFound(
                worded(
                    "run {id!r} has no memory {row_id} by then; `memories` shows ids",
                    id=self.moment.row.id,
                    row_id=row_id,
                )
            )
        return Records.of(CameOf, came_of(self.moment, memory))

    def tie(self, agent: AgentId, other: AgentId) -> TieOverTime:
        """Return how two people came to stand to each other, both ways, and which talks turned it."""
        return tie_over_time(self.moment, self._agent(agent), self._agent(other))

    def wellbeing(self, agent: AgentId) -> WellbeingOverTime:
        """Return how an agent was over the days, value by value, and what changed it."""
        return wellbeing_over_time(self.moment, self._agent(agent))

    # ---- how

    def _agent(self, said: str) -> AgentId:
        return meant.agent_meant(self.moment.town, said)

    def _day(self, said: int | None) -> int:
        return self.last_day if said is None else meant.lived_day(said, self.moment.minute)
