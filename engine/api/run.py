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
    """A run of a workspace, with methods to simulate it, change it, and read it as a whole. To read the run
    at a certain moment, use `run.at(...)`.
    """

    @property
    def agenda(self) -> Agenda:
        """Return the agenda: the interventions that wait for a later moment or for a condition."""
        return Agenda(self)

    # ---- others beside it

    def fork(
        self,
        when: When | None = None,
        name: str = "",
        model: str = "",
        changes: Mapping[str, object] | None = None,
    ) -> Run:
        """Fork the run: create a new run that shares the past of this run up to a moment.

        The fork keeps the pins on the shared past. No data is copied except planned interventions and the
        interventions at the minute of the fork. Changes do not affect the scenario; `docs/experiments.md`
        lists their keys.

        Parameters
        ----------
        when : int or str, optional
            The moment of the fork: "day 2 12:00", or minutes since 00:00 of day 1. By default, the
            current moment.
        name : str
            The name of the fork. By default, the name of this run.
        model : str
            The model of the fork. By default, the model of this run.
        changes : mapping, optional
            The changes that apply after the fork, such as {"persona.nell.traits": "silent"} or {"seed": 9}.

        Returns
        -------
        Run
            The fork, which is not simulated any further yet.

        Raises
        ------
        BadInput
            If the run has not reached the moment, if a visit is going on then, if there is no such model, or
            if a change has an impossible value.
        NotFound
            If a change names an unknown key, person or faculty.

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
        """Return the setup with which the run started: the files of its scenario, its seed and its own
        settings.
        """
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
        """Export the run up to a moment, in one of the formats of `docs/exports.md`.

        Some formats can be limited to certain days, to one agent, or to pinned rows.

        Parameters
        ----------
        form : str
            The name of a format.
        when : int or str, optional
            The end of the export: "day 2 12:00", or minutes since 00:00 of day 1. By default, the
            current moment.
        days : sequence of int
            The days to export, counted from 1. By default, all days.
        agent : str, optional
            An agent by id or name. If it is given, only rows in which this agent takes part are exported.
        pins : bool
            Whether to export only pinned rows.
        shape : "chain" or "hub"
            The structure of an Ink, Yarn Spinner or Twine game: each conversation leads to the next
            ("chain"), or the player chooses a place and conversations every hour ("hub").

        Returns
        -------
        Exported
            An iterator over the bytes of the file. After the last piece, its `report` lists what was kept,
            dropped, renamed, changed and escaped.

        Raises
        ------
        NotFound
            If there is no such format, shape or agent. The message lists what is available.
        BadInput
            If the format does not support these limits, this shape or an earlier moment, or if the run has
            not reached the moment.

        """
        return exported(self, form, when, days=days, agent=agent, pins=pins, shape=shape)

    @property
    def pins(self) -> Pins:
        """Return the pins of the run."""
        return Pins(self.store, self.number)

    # ---- the story of it

    @property
    def plot(self) -> Plots:
        """Return the charts of the run: `map`, `replay`, `plans`, `reflections` and `ties` as SVG pictures,
        and `timeline`, `relations`, `reach`, `status` and `talks` as Altair charts.
        """
        return Plots(self)

    # ---- beside another

    def compare(self, beside: Run, when: When | None = None) -> Comparison:
        """Compare this run with another run of the same workspace, both at the same moment.

        Parameters
        ----------
        beside : Run
            The other run.
        when : int or str, optional
            The moment: "day 2 12:00", or minutes since 00:00 of day 1. By default, the latest moment that
            both runs have reached.

        Returns
        -------
        Comparison
            The comparison. Each part is computed when it is first used.

        Raises
        ------
        BadInput
            If both are the same run, or if one of them has not reached the moment.

        """
        if not isinstance(beside, Run):
            raise BadInput(
                worded(
                    "{beside!r:.60} is not a run; use `workspace.runs.find(...)` to get one", beside=beside
                )
            )
        minute = min(self.clock, beside.clock) if when is None else self.at(when).minute
        return compare(self.at(minute), beside.at(minute))

    # ---- asking its log

    @property
    def views(self) -> tuple[View, ...]:
        """Return the views that `query` can read, each with a description of its columns."""
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
        """Run a SELECT over the `views` of the run at a moment.

        The query cannot change anything, and cannot read any other data of the workspace.

        Parameters
        ----------
        sql : str
            One SELECT over the views in `docs/views.md`.
        when : int or str, optional
            The moment: "day 2 12:00", or minutes since 00:00 of day 1. By default, the current moment.
        given : mapping, optional
            The values of the parameters of the query, such as {"of": "nell"} for `:of`.
        most : int
            The maximum number of rows.
        seconds : float
            The time limit in seconds.
        stop : callable, optional
            Called regularly. The query stops if it returns true.

        Returns
        -------
        Table
            The columns and rows of the result.

        Raises
        ------
        BadInput
            If the SQL is not a valid SELECT, or if the query exceeds the time limit. For invalid SQL, the
            message says where the error is.

        """
        return query(self.at(when), sql, given, most=most, seconds=seconds, stop=stop)

    # ---- explaining it

    def why(self, row_id: int) -> Explanation:
        """Explain the causes of a row of the log.

        Parameters
        ----------
        row_id : int
            The `id` of a row, such as a memory, a line or an event.

        Returns
        -------
        Explanation
            The rows that caused the row, the model call that led to it, and the chain of causes back to the
            origin.

        Raises
        ------
        NotFound
            If the run has no row with this id.

        """
        found = explain(self.store, self.number, self.town, meant.row_id(row_id))
        if found is None:
            raise NotFound(
                worded(
                    "run {id!r} has no item with the id {row_id}; find ids with `memories` or in the studio",
                    id=self.row.id,
                    row_id=row_id,
                )
            )
        return found
