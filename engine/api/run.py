"""One run as people use it: live it, read any moment of it, ask, whisper, fork, and have all explained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.api.writing.pins import Pin as Pin, Pins
from engine.clock import day_of, minute_at
from engine.cognition.thinker import Town as Town
from engine.errors import BadInput, NotFound, NotWritten, RunBusy
from engine.export.registry import Exported as Exported, exported
from engine.insight.causes import Cause as Cause, How as How
from engine.insight.comparing.beginnings import Beginning as Beginning
from engine.insight.comparing.comparison import Comparison as Comparison, compare
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
from engine.insight.story.company import Company as Company
from engine.insight.story.paper import Paper as Paper, Told as Told
from engine.insight.story.plan_kept import Fate as Fate, Instead as Instead, Planned as Planned
from engine.insight.story.plan_steps import PlannedStep as PlannedStep
from engine.insight.story.sentence import PaperSentence as PaperSentence
from engine.insight.story.story import Story as Story
from engine.insight.story.timeline import Stay as Stay
from engine.insight.stuck.sign import Stuck as Stuck
from engine.insight.stuck.stuck_words import stuck_words as stuck_words
from engine.insight.turning.turning_point import TurningPoint as TurningPoint
from engine.insight.understood import Sentence as Sentence, understood_of
from engine.insight.views.query import query, views_of
from engine.interventions import INTERVENTIONS, Intervention, as_command
from engine.interventions.intervention import Asked
from engine.language.care import Note, care_of
from engine.mind.mind import Plan as Plan
from engine.model_choice.choice import settled
from engine.moments import meant
from engine.moments.log import Log as Log
from engine.moments.meant import When, goal_meant as goal_meant
from engine.moments.moment import Moment as Moment
from engine.moments.stepping import By as By
from engine.moments.whole_run import WholeRun
from engine.records import AgentId, Turn
from engine.row_ids import minute_of as minute_of, unseen_from as unseen_from
from engine.running.awaiting import beside, finish, told_here
from engine.running.job import begun_job, do_job
from engine.running.run_session import Progress as Progress, RunSession, Watch, hold, unwatched
from engine.running.runner import start_runner
from engine.settings import ACTING as ACTING, PAPER as PAPER, REMEMBERING as REMEMBERING, Weights as Weights
from engine.simulation.day import Pause as Pause
from engine.simulation.halting import ASKERS, Asker, Halt as Halt, ask_to_halt, last_halt
from engine.store.living.commands import give_command
from engine.store.living.jobs import Job, held_up, job_of
from engine.store.living.runs import RunRow as RunRow, fork_run, hide_run, rename_run, run_row
from engine.store.log import inspect
from engine.store.log.memories import Page as Page
from engine.store.log.rows import append, read_log
from engine.store.views.asking import MOST_ROWS, MOST_SECONDS, Table as Table
from engine.store.views.view import View as View
from engine.store.writing import chats
from engine.store.writing.chats import Chat, Message, Speaker
from engine.world.tree import World as World


class Run(WholeRun):
    """A run of a workspace. What can be read of it as a whole comes from `WholeRun`, and of a moment from
    `run.at(...)`; here is what changes it.
    """

    # ---- living it

    def live(
        self,
        until: When | None = None,
        *,
        days: int | None = None,
        concurrency: int = 1,
        pause: Pause | None = None,
        watch: Watch | None = None,
    ) -> int:
        """Live in this process, in sight of everybody, and return the common moment reached (minutes since
        00:00 of day 1), which is earlier when somebody asks for that. RunBusy when somebody else is at it.

        It goes to a moment ("day 2 12:00", or its minute since 00:00 of day 1), to the end of the day so many
        `days` on, or to the earlier of both; with neither to where the run was asked to go last, else to the
        end of its day. In a running event loop, as of a notebook, it lives in a thread of its own, from which
        `watch` is called.
        """
        return finish(self._lived(self.goal_at(until, days), concurrency, pause, watch))

    async def live_async(
        self,
        until: When | None = None,
        *,
        days: int | None = None,
        concurrency: int = 1,
        pause: Pause | None = None,
        watch: Watch | None = None,
    ) -> int:
        """As `live`, while the event loop goes on, in which `watch` is called. To cancel it stops the run."""
        seen = told_here(watch) if watch is not None else None
        return await beside(self._lived(self.goal_at(until, days), concurrency, pause, seen))

    async def _lived(self, until: int, concurrency: int, pause: Pause | None, watch: Watch | None) -> int:
        width = meant.whole(concurrency, "the concurrency", 1, meant.MOST_AT_ONCE)
        with begun_job(self.store, self.row, until) as self.row:
            return await do_job(
                self.store, self.row, self.town, concurrency=width, pause=pause, watch=watch or unwatched
            )

    def goal_at(self, until: When | None = None, days: int | None = None) -> int:
        """Return the minute that `live` goes to when it is told so. BadInput when it lies behind the run, or
        later than a town of so many people can be lived to.
        """
        goal = meant.goal_meant(self.row.id, self.clock, self.row.until, until, days)
        return goal if goal <= meant.REACHED_BY_ALL else meant.within_reach(goal, len(self.scenario.personas))

    def start(self, until: When | None = None, *, days: int | None = None) -> int:
        """Have a runner process live it, as far as `live` would, and return the process's number."""
        return start_runner(self.store, self.row, self.goal_at(until, days), self.keys)

    def stop(self, asker: Asker = "program", window: str = "") -> None:
        """Ask the runner to stop at the next common moment, and think no more of where it was to go."""
        who, named = meant.one_of(asker, "asker", tuple(ASKERS)), meant.words(window, "a window's name")
        ask_to_halt(self.store, self.number, "stop", who, named)

    def pause(self, asker: Asker = "program", window: str = "") -> None:
        """Ask the runner to stand still at the next common moment; `goal` is where it goes on to."""
        who, named = meant.one_of(asker, "asker", tuple(ASKERS)), meant.words(window, "a window's name")
        ask_to_halt(self.store, self.number, "pause", who, named)

    @property
    def halt(self) -> Halt | None:
        """Return the latest stop or pause asked of the job, with who asked for it; None when nobody did."""
        job = self.job
        if job is None:
            return None
        return last_halt(self.store, self.number, job.started, obeyed=not job.is_live)

    @property
    def goal(self) -> int | None:
        """Return the minute the run was asked to live to and has not reached; None when there is no such, or
        it was stopped on the way.
        """
        job = self.job
        if job is None or job.until is None or job.is_live or self.clock >= job.until:
            return None
        halt = last_halt(self.store, self.number, job.started)
        stopped = halt is not None and halt.verb == "stop"
        return None if stopped and job.state == "done" else job.until

    @property
    def is_mid_day(self) -> bool:
        """Return whether somebody has woken to the day that the clock is in."""
        clock = self.clock
        woken = read_log(
            self.store,
            self.number,
            Turn,
            after=minute_at(day_of(clock), 0) - 1,
            before=clock,
            where={"reason": "wake"},
            limit=1,
        )
        return next(woken, None) is not None

    @property
    def busy(self) -> str:
        """Return what keeps the run from being lived just now, in words: somebody who lives it, or a disk
        that can only be read; empty when nothing does.
        """
        try:
            with hold(self.store, self.row):
                return ""
        except (RunBusy, NotWritten) as error:
            return str(error).rstrip(".")

    @property
    def job(self) -> Job | None:
        """Return how the living of it stands; None when nobody ever let it live."""
        return job_of(self.store, self.number)

    @property
    def held_up(self) -> str:
        """Return what keeps its runner, which is alive, from going on, in words; empty when nothing does."""
        job = self.job
        return "" if job is None else held_up(self.store, job)

    def intervene(self, what: Intervention) -> Turn | None:
        """Let an intervention take effect: now, or (None) by the runner at its next common moment."""
        return finish(self._intervened(what))

    async def intervene_async(self, what: Intervention) -> Turn | None:
        """As `intervene`, while the event loop goes on."""
        return await beside(self._intervened(what))

    async def _intervened(self, what: Intervention) -> Turn | None:
        known = self.named(what)
        job = self.job
        if job is None or not job.is_live:
            try:
                with hold(self.store, self.row):
                    session = RunSession(self.store, run_row(self.store, self.number), self.town)
                    return await session.closing(session.intervene_on(known))
            except RunBusy:
                job = self.job
                if job is None or not job.is_live:
                    raise
        give_command(self.store, self.number, *as_command(known))
        return None

    def understood(self, agent: str, text: str) -> tuple[Sentence, ...]:
        """Return how somebody would take a whisper now, sentence by sentence: what it asks, or nothing where
        it stays a thought. Nothing is changed by asking.
        """
        who = meant.agent_meant(self.town, agent)
        return understood_of(self.scenario, who, meant.words(text, "a whisper"), self.clock)

    def named(self, what: Intervention) -> Intervention:
        """Return an intervention with the names of what there is.

        Raises NotFound for what is not there, and BadInput for what is no text.
        """
        if not isinstance(what, Intervention):
            kinds = ", ".join(kind.__name__ for kind in INTERVENTIONS.values())
            raise BadInput(f"{what!r:.60} is no intervention; there are {kinds}")
        return replace(what, **{asked.name: self._meant(asked, what) for asked in what.asks})

    def _meant(self, asked: Asked, what: Intervention) -> str:
        given = what.values()[asked.name]
        match asked.kind:
            case "agent":
                return self.agent(given)
            case "thing":
                return self.thing(given)
            case "room":
                return meant.room_meant(self.town, given)
        return meant.words(given, f"the {asked.name} of {what.verb!r}")

    def fork(self, when: When | None = None, name: str = "", model: str = "") -> Run:
        """Return a run that shares this one's past up to a moment and is free from there on; nothing is
        copied but what the author did at that very minute, which is seen at it.

        It thinks with the same model, or with another from there on, and has the pins on what it shares.
        """
        minute, called = self.at(when).minute, meant.words(name, "the name of a run")
        thinks = settled(self.store, model) if meant.words(model, "a model") else None
        with self.store.write(durable=True):
            row = fork_run(self.store, self.number, minute, name=called or None, model=thinks)
            for turn in inspect.author_turns(self.store, self.number, minute):
                made = inspect.rows_of_turn(self.store, self.number, turn.id)
                append(self.store, row.number, turn, [each for each in made if each.id != turn.id])
            self.pins.hand_on(row.number)
        return Run(self.store, row, keys=self.keys)

    def rename(self, name: str) -> None:
        """Call the run something else."""
        self.row = rename_run(self.store, self.number, meant.words(name, "the name of a run"))

    def archive(self, *, archived: bool = True) -> None:
        """Take the run out of the lists, or (`archived` false) back into them. Its log stays, its forks live
        on, and it is found by its id.
        """
        self.row = hide_run(self.store, self.number, hidden=meant.yes_or_no(archived, "archived"))

    # ---- chats kept beside the log

    def chats(self, agent: AgentId | None = None) -> tuple[Chat, ...]:
        """Return the chats had in the studio, newest first; with one agent where given."""
        who = None if agent is None else self.agent(agent)
        return chats.chats_of(self.store, self.number, who)

    def chat_messages(self, chat: int) -> tuple[Message, ...]:
        """Return what was said in a chat, in order."""
        return chats.messages_of(self.store, self._chat(chat))

    def add_message(self, chat: int, speaker: Speaker, text: str, *, recalled: Sequence[int] = ()) -> None:
        """Keep what was said in a chat, and the memories an answer rests on."""
        who, said = meant.one_of(speaker, "speaker", chats.SPEAKERS), meant.words(text, "what was said")
        rows = [meant.row_id(one) for one in recalled]
        chats.add_message(self.store, self._chat(chat), who, said, recalled=rows)

    def delete_chat(self, chat: int) -> None:
        """Delete a chat and what was said in it for good; the log knows nothing of it anyway."""
        chats.delete_chats(self.store, [self._chat(chat)])

    def delete_interviews(self) -> int:
        """Delete every interview kept of this run for good, with whomever, and return how many there were."""
        numbers = [chat.number for chat in self.chats() if chat.kind == "interview"]
        chats.delete_chats(self.store, numbers)
        return len(numbers)

    # ---- what stands above what is said

    def help_at(self, text: str) -> tuple[Note, ...]:
        """Return what stands above any answer to a text with a word of self-harm in it; mostly nothing."""
        return care_of(self.store.path.parent).help_at(meant.words(text, "a text"))

    def notes(self, agent: str, question: str, answer: str) -> tuple[Note, ...]:
        """Return what stands above an answer: help, and where it is asked or claimed that a human being
        speaks, that none does.
        """
        name = self.town.cast.names[self.agent(agent)]
        asked, said = meant.question_meant(question), meant.words(answer, "an answer")
        return care_of(self.store.path.parent).notes(asked, said, name, self.scenario.language)

    def _chat(self, number: int) -> int:
        """Return the number of a chat of this run; NotFound when it is none."""
        found = chats.chat_of(self.store, meant.row_id(number))
        if found.run != self.number:
            raise NotFound(f"there is no chat number {number} with anybody in run {self.row.id!r}")
        return found.number

    # ---- taking it away

    def export(
        self,
        form: str = "jsonl",
        when: When | None = None,
        *,
        days: Sequence[int] = (),
        agent: AgentId | None = None,
        pins: bool = False,
    ) -> Exported:
        """Return the bytes of the run in one of the forms of `engine.export`, piece by piece, up to a moment;
        of some days, of what one agent had part in, or of what is pinned, where the form can be so narrowed.
        NotFound when there is no such form.

        When the last piece is read, its `report` says what was kept, dropped, renamed, changed and escaped.
        """
        return exported(self, form, when, days=days, agent=agent, pins=pins)

    @property
    def pins(self) -> Pins:
        """Return what a person has picked out of it."""
        return Pins(self.store, self.number)

    # ---- the story of it

    def story(self, when: When | None = None) -> Story:
        """Return what can be told of it at a moment: the paper of a day, who knows what from whom, how people
        came to conclude what they did and to stand to each other.
        """
        return Story(self.at(when))

    # ---- beside another

    def compare(self, beside: Run, when: When | None = None) -> Comparison:
        """Return this run and another of its workspace side by side, as they were at a moment; without one,
        as far as both have come. BadInput when it is the same run, or the moment lies beyond one of them.
        """
        if not isinstance(beside, Run):
            raise BadInput(f"{beside!r:.60} is no run; `workspace.runs.find` gives one")
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
        """
        return query(self.at(when), sql, given, most=most, seconds=seconds, stop=stop)

    # ---- explaining it

    def why(self, row_id: int) -> Explanation:
        """Return why a row came about, with the rows behind it; NotFound when this run has no row of that
        id.
        """
        found = explain(self.store, self.number, self.town, meant.row_id(row_id))
        if found is None:
            raise NotFound(f"run {self.row.id!r} has no row {row_id}; `memories` and the studio show ids")
        return found
