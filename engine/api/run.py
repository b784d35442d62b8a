"""One run as people use it: live it, read any moment of it, ask, whisper, fork, and have all explained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.api.interactive.charts import Plots as Plots
from engine.api.one_run.keeping import KeptRun
from engine.api.one_run.steering import SteeredRun
from engine.api.one_run.telling import ToldRun
from engine.api.talk import (
    AskedInPerson as AskedInPerson,
    Visiting as Visiting,
)
from engine.api.writing.agenda import Agenda as Agenda, Arrangement as Arrangement
from engine.api.writing.changes import Setup as Setup, changed
from engine.api.writing.pins import Pin as Pin, Pins
from engine.clock import moment_words
from engine.cognition.asking.interview import Answered as Answered
from engine.cognition.thinker import Town as Town
from engine.errors import BadInput, NotFound, worded
from engine.export.excerpt import Shape
from engine.export.registry import Exported as Exported, exported
from engine.insight.causes import Cause as Cause, How as How
from engine.insight.comparing.beginnings import Beginning as Beginning
from engine.insight.comparing.comparison import Comparison as Comparison, compare
from engine.insight.comparing.fingerprints import why_fingerprints_differ as why_fingerprints_differ
from engine.insight.comparing.only_here import AlignedLine as AlignedLine, OnlyHere as OnlyHere
from engine.insight.comparing.parting import Parting as Parting, Reached as Reached
from engine.insight.comparing.standing_apart import (
    KnowingApart as KnowingApart,
    TieApart as TieApart,
    WhereApart as WhereApart,
)
from engine.insight.explanation import (
    HOW_WORDS as HOW_WORDS,
    ORIGIN_WORDS as ORIGIN_WORDS,
    Explanation as Explanation,
    explain,
)
from engine.insight.gist import gist as gist
from engine.insight.news.spread import (
    Distortion as Distortion,
    HowKnown as HowKnown,
    Knowing as Knowing,
    News as News,
    Silence as Silence,
    Spread as Spread,
    Telling as Telling,
)
from engine.insight.on_the_map.day import map_day as map_day
from engine.insight.on_the_map.packing import changes as changes, packed as packed
from engine.insight.on_the_map.scene import (
    MapAgent as MapAgent,
    MapData as MapData,
    MapDay as MapDay,
    MapFrame as MapFrame,
    MapLine as MapLine,
    MapPlace as MapPlace,
    MapRoom as MapRoom,
    check_rooms as check_rooms,
    described as described,
)
from engine.insight.on_the_map.scenes import draft_map_data as draft_map_data, map_data as map_data
from engine.insight.reflecting.forgetting import (
    Forgotten as Forgotten,
    borne as borne,
    without as without,
)
from engine.insight.reflecting.gathering import (
    Gathered as Gathered,
    Gathering as Gathering,
)
from engine.insight.reflecting.reflections import Reflection as Reflection
from engine.insight.reflecting.stale import Stale as Stale
from engine.insight.sifting.sift import (
    Finding as Finding,
    Sift as Sift,
    Sifted as Sifted,
    found_in as found_in,
)
from engine.insight.standing.circles import circles as circles
from engine.insight.standing.tie_over_time import (
    Band as Band,
    Standing as Standing,
    TieOverTime as TieOverTime,
)
from engine.insight.standing.wellbeing_over_time import (
    StatusCurve as StatusCurve,
    StatusStep as StatusStep,
    WellbeingOverTime as WellbeingOverTime,
)
from engine.insight.story.company import Company as Company
from engine.insight.story.paper import Paper as Paper, Told as Told
from engine.insight.story.plan_kept import Fate as Fate, Instead as Instead, Planned as Planned
from engine.insight.story.plan_steps import PlannedStep as PlannedStep
from engine.insight.story.sentence import PaperSentence as PaperSentence
from engine.insight.story.story import Story as Story
from engine.insight.story.timeline import Stay as Stay
from engine.insight.stuck.sign import Stuck as Stuck
from engine.insight.stuck.stuck_words import stuck_words as stuck_words
from engine.insight.threads.thread import (
    SOURCE_WORDS as SOURCE_WORDS,
    STATE_WORDS as STATE_WORDS,
    STATES as STATES,
    Source as Source,
    Thread as Thread,
    ThreadState as ThreadState,
    ThreadStep as ThreadStep,
)
from engine.insight.turning.turning_point import TurningPoint as TurningPoint
from engine.insight.understood import Sentence as Sentence
from engine.insight.views.query import query, views_of
from engine.insight.whispering.came_of import (
    OUTCOME_WORDS as OUTCOME_WORDS,
    CameOf as CameOf,
    Outcome as Outcome,
)
from engine.insight.whispering.foreseen import Foreseen as Foreseen
from engine.insight.written.left_out import LeftOut as LeftOut
from engine.insight.written.written_paper import WrittenPaper as WrittenPaper
from engine.mind.mind import Plan as Plan
from engine.model_choice.choice import settled
from engine.models.question_cost import QuestionCost as QuestionCost
from engine.moments import meant
from engine.moments.log import Log as Log
from engine.moments.meant import When, goal_meant as goal_meant
from engine.moments.moment import Moment as Moment
from engine.moments.stepping import By as By
from engine.records import EVERYBODY as EVERYBODY, AgentId
from engine.row_ids import minute_of as minute_of, unseen_from as unseen_from
from engine.running.forking import fork_off
from engine.running.run_session import (
    Progress as Progress,
    Watch as Watch,
)
from engine.running.visiting import open_visit
from engine.settings import (
    ACTING as ACTING,
    FACULTIES as FACULTIES,
    PAPER as PAPER,
    REMEMBERING as REMEMBERING,
    Faculty as Faculty,
    Weights as Weights,
)
from engine.simulation.day import Pause as Pause
from engine.simulation.halting import Halt as Halt
from engine.store.living.runs import RunRow as RunRow
from engine.store.log.memories import Page as Page
from engine.store.views.asking import MOST_ROWS, MOST_SECONDS, Table as Table
from engine.store.views.view import View as View
from engine.store.writing.scenarios import files_of, save_own_version
from engine.world.tree import World as World


class Run(SteeredRun, KeptRun, ToldRun):
    """A run of a workspace. What can be read of it as a whole comes from `WholeRun`, and of a moment from
    `run.at(...)`; here is what changes it.
    """

    @property
    def agenda(self) -> Agenda:
        """Return what authors have planned for it, at moments to come or when something is so."""
        return Agenda(self)

    # ---- others beside it

    def fork(
        self,
        when: When | None = None,
        name: str = "",
        model: str = "",
        changes: Mapping[str, object] | None = None,
    ) -> Run:
        """Return a run that shares this one's past up to a moment and is free from there on; nothing is
        copied but what the author did at that very minute, which is seen at it.

        It thinks with the same model, or with another from there on, and has the pins on what it shares.
        `changes` are what it has otherwise from there on: a line of a persona, a faculty, a setting, the seed
        (`engine.api.writing.changes` lists the keys). What the author has written stays as it is.

        Parameters
        ----------
        when : int or str, optional
            A moment that was lived: "day 2 12:00", or its minute since 00:00 of day 1. Where the run
            stands, without one.
        name : str
            What the new run is called.
        model : str
            Who thinks from there on; the same as here, without one.
        changes : mapping, optional
            What is otherwise from there on: {"persona.nell.traits": "silent"}, {"seed": 9}.

        Returns
        -------
        Run
            Free from that moment on.

        Raises
        ------
        BadInput
            When the moment is yet to come, or a change cannot be made.

        """
        minute, called = self.at(when).minute, meant.words(name, worded("the name of a run"))
        visit = open_visit(self.store, self.row)
        if visit is not None and minute > visit.minute:
            who = self.town.cast.names[visit.person]
            raise BadInput(
                worded(
                    "{who} is visiting at {room}; leave there first, or fork at an earlier moment",
                    who=who,
                    room=visit.room,
                )
            )
        thinks = settled(self.store, model) if meant.words(model, worded("a model")) else None
        own = changed(self.setup, {} if changes is None else changes, begun=minute > 0)
        with self.store.write(durable=True):
            note = f"of a fork of {self.row.id} at {moment_words(minute)}"
            row = fork_off(
                self.store,
                self.number,
                minute,
                name=called or None,
                model=thinks,
                scenario_version=save_own_version(self.store, self.row.scenario_version, own.files, note),
                seed=own.seed,
                settings=own.settings,
            )
            self.pins.hand_on(row.number)
        return Run(self.store, row, keys=self.keys)

    @property
    def setup(self) -> Setup:
        """Return with what it was begun: its files, its seed and its own settings."""
        row = self.row
        return Setup(
            scenario=row.scenario,
            files=files_of(self.store, row.scenario_version),
            seed=row.seed,
            settings=row.settings,
        )

    # ---- taking it away

    def export(
        self,
        form: str = "jsonl",
        when: When | None = None,
        *,
        days: Sequence[int] = (),
        agent: AgentId | None = None,
        pins: bool = False,
        shape: Shape = "chain",
    ) -> Exported:
        """Return the bytes of the run in one of the forms of `engine.export`, piece by piece, up to a moment;
        of some days, of what one agent had part in, or of what is pinned, where the form can be so narrowed.
        NotFound when there is no such form.

        When the last piece is read, its `report` says what was kept, dropped, renamed, changed and escaped.

        Parameters
        ----------
        form : str
            The name of a form; NotFound lists them.
        when : int or str, optional
            A moment that was lived: "day 2 12:00", or its minute since 00:00 of day 1. Where the run
            stands, without one.
        days : sequence of int
            Which days alone, counted from 1.
        agent : str, optional
            Whose part alone.
        pins : bool
            Whether only what is pinned.
        shape : "chain" or "hub"
            Of a game (Ink, Yarn Spinner, Twine): whether one is taken from talk to talk, or chooses in every
            hour where to go and whom to overhear.

        Returns
        -------
        Exported
            The bytes, piece by piece; afterwards its `report`.

        Raises
        ------
        NotFound
            When there is no such form, or no such shape.
        BadInput
            When a form cannot be narrowed so, or has no such shape.

        """
        return exported(self, form, when, days=days, agent=agent, pins=pins, shape=shape)

    @property
    def pins(self) -> Pins:
        """Return what a person has picked out of it."""
        return Pins(self.store, self.number)

    # ---- the story of it

    @property
    def plot(self) -> Plots:
        """Return its charts, for notebooks: `timeline`, `relations`, `reach`, `status`, `talks`."""
        return Plots(self)

    # ---- beside another

    def compare(self, beside: Run, when: When | None = None) -> Comparison:
        """Return this run and another of its workspace side by side, as they were at a moment; without one,
        as far as both have come. BadInput when it is the same run, or the moment lies beyond one of them.

        Parameters
        ----------
        beside : Run
            Another run of this workspace.
        when : int or str, optional
            A moment that was lived: "day 2 12:00", or its minute since 00:00 of day 1. Where the run
            stands, without one.

        Returns
        -------
        Comparison
            Each part is worked out when it is asked for.

        Raises
        ------
        BadInput
            When it is the same run.

        """
        if not isinstance(beside, Run):
            raise BadInput(worded("{beside!r:.60} is no run; `workspace.runs.find` gives one", beside=beside))
        minute = min(self.clock, beside.clock) if when is None else self.at(when).minute
        return compare(self.at(minute), beside.at(minute))

    # ---- asking its log

    @property
    def views(self) -> tuple[View, ...]:
        """Return the views that `query` can be asked over, with what their columns say."""
        return views_of(self.at())

    def query(
        self,
        sql: str,
        when: When | None = None,
        *,
        given: Mapping[str, object] | None = None,
        most: int = MOST_ROWS,
        seconds: float = MOST_SECONDS,
        stop: Callable[[], bool] | None = None,
    ) -> Table:
        """Return what a SELECT over the `views` finds at a moment; `given` are the values of its `:names`,
        and `stop` is asked now and then whether to go on no more. Nothing can be changed by it, and nothing
        else of the workspace be read. BadInput says where it is wrong, or that it took longer than so many
        `seconds`.

        Parameters
        ----------
        sql : str
            One SELECT over the views of docs/views.md.
        when : int or str, optional
            A moment that was lived: "day 2 12:00", or its minute since 00:00 of day 1. Where the run
            stands, without one.
        given : mapping, optional
            The values of its `:names`.
        most : int
            How many rows at most.
        seconds : float
            For how long at most.
        stop : callable, optional
            Asked now and then whether to go on no more.

        Returns
        -------
        Table
            The columns and rows.

        Raises
        ------
        BadInput
            When it is no such SELECT, or took too long.

        """
        return query(self.at(when), sql, given, most=most, seconds=seconds, stop=stop)

    # ---- explaining it

    def why(self, row_id: int) -> Explanation:
        """Return why a row came about, with the rows behind it; NotFound when this run has no row of that
        id.

        Parameters
        ----------
        row_id : int
            The id of a row of the log, as every list of records has it.

        Returns
        -------
        Explanation
            The rows it came of, the question behind it, and the way back to where it began.

        Raises
        ------
        NotFound
            When this run has no row of that id.

        """
        found = explain(self.store, self.number, self.town, meant.row_id(row_id))
        if found is None:
            raise NotFound(
                worded(
                    "run {id!r} has no row {row_id}; `memories` and the studio show ids",
                    id=self.row.id,
                    row_id=row_id,
                )
            )
        return found
