"""One run: live it, read any moment of it, ask, whisper, fork, and explain its rows."""

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
    Cognition as Cognition,
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
    """A run of a workspace. `WholeRun` has the methods to read it as a whole, `run.at(...)` those for a
    moment; this class adds the methods that change it.
    """

    @property
    def agenda(self) -> Agenda:
        """Return the agenda: what authors have planned, for later moments or for when a condition holds."""
        return Agenda(self)

    # ---- others beside it

    def fork(
        self,
        when: When | None = None,
        name: str = "",
        model: str = "",
        changes: Mapping[str, object] | None = None,
    ) -> Run:
        """Fork the run: create a run that shares this one's past up to a moment and is free from there on.
        Nothing is copied but the author's turns at that very minute.

        It keeps the model, unless another one is given, and the pins on the shared past. `changes` apply from
        there on: a line of a persona, a faculty, a setting, the seed (`engine.api.writing.changes` lists the
        keys). The scenario itself is not changed.

        Parameters
        ----------
        when : int or str, optional
            A simulated moment: "day 2 12:00", or its minute since 00:00 of day 1. By default, the
            current moment.
        name : str
            The name of the new run.
        model : str
            The model from there on; by default, the same as here.
        changes : mapping, optional
            The changes from there on: {"persona.nell.traits": "silent"}, {"seed": 9}.

        Returns
        -------
        Run
            The new run.

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
                    "{who} is visiting {room}; end the visit first, or fork at an earlier moment",
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
        """Return the setup the run began with: its files, its seed and its own settings."""
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
        """Export the run in one of the forms of `engine.export`, as bytes, piece by piece, up to a moment.
        Some forms can be limited to some days, to an agent's part, or to pinned rows.

        After the last piece, its `report` lists what was kept, dropped, renamed, changed and escaped.

        Parameters
        ----------
        form : str
            The name of a form; NotFound lists them.
        when : int or str, optional
            A simulated moment: "day 2 12:00", or its minute since 00:00 of day 1. By default, the
            current moment.
        days : sequence of int
            Only these days, counted from 1.
        agent : str, optional
            Only what this agent took part in.
        pins : bool
            Whether to export only pinned rows.
        shape : "chain" or "hub"
            For a game (Ink, Yarn Spinner, Twine): whether the player goes from talk to talk, or chooses every
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
            When the form does not support these limits, or has no such shape.

        """
        return exported(self, form, when, days=days, agent=agent, pins=pins, shape=shape)

    @property
    def pins(self) -> Pins:
        """Return the pins of the run."""
        return Pins(self.store, self.number)

    # ---- the story of it

    @property
    def plot(self) -> Plots:
        """Return the charts of the run, for notebooks: `timeline`, `relations`, `reach`, `status`,
        `talks`.
        """
        return Plots(self)

    # ---- beside another

    def compare(self, beside: Run, when: When | None = None) -> Comparison:
        """Compare this run with another of its workspace, as they were at a moment; by default, as far as
        both have come.

        Parameters
        ----------
        beside : Run
            Another run of this workspace.
        when : int or str, optional
            A simulated moment: "day 2 12:00", or its minute since 00:00 of day 1. By default,
            as far as both have come.

        Returns
        -------
        Comparison
            The comparison; each part is computed when it is first used.

        Raises
        ------
        BadInput
            When it is the same run, or the moment lies beyond one of them.

        """
        if not isinstance(beside, Run):
            raise BadInput(
                worded("{beside!r:.60} is not a run; use `workspace.runs.find` to get one", beside=beside)
            )
        minute = min(self.clock, beside.clock) if when is None else self.at(when).minute
        return compare(self.at(minute), beside.at(minute))

    # ---- asking its log

    @property
    def views(self) -> tuple[View, ...]:
        """Return the views that `query` can read, with a description of their columns."""
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
        """Run a SELECT over the `views` as they are at a moment. It can change nothing, and read nothing else
        of the workspace. The message of BadInput says where the query is wrong.

        Parameters
        ----------
        sql : str
            One SELECT over the views of docs/views.md.
        when : int or str, optional
            A simulated moment: "day 2 12:00", or its minute since 00:00 of day 1. By default, the
            current moment.
        given : mapping, optional
            The values of its `:names`.
        most : int
            The most rows to return.
        seconds : float
            The most seconds it may take.
        stop : callable, optional
            Called now and then; the query stops when this returns true.

        Returns
        -------
        Table
            The columns and rows.

        Raises
        ------
        BadInput
            When it is not such a SELECT, or took too long.

        """
        return query(self.at(when), sql, given, most=most, seconds=seconds, stop=stop)

    # ---- explaining it

    def why(self, row_id: int) -> Explanation:
        """Explain why a row came about, with the rows behind it.

        Parameters
        ----------
        row_id : int
            The id of a row of the log, which every record has.

        Returns
        -------
        Explanation
            The rows it came from, the prompt behind it, and the chain back to where it began.

        Raises
        ------
        NotFound
            When this run has no row of that id.

        """
        found = explain(self.store, self.number, self.town, meant.row_id(row_id))
        if found is None:
            raise NotFound(
                worded(
                    "run {id!r} has no row {row_id}; find row ids with `memories` or in the studio",
                    id=self.row.id,
                    row_id=row_id,
                )
            )
        return found
