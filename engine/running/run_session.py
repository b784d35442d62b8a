"""The session of a run: one process holds it, lives it and commits every turn; no other can meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from filelock import Timeout

from engine.clock import DAY, day_of, moment_words
from engine.cognition.thinker import Town
from engine.errors import ModelFailed, RunBusy, WorkspaceDamaged, worded
from engine.interventions import Intervention
from engine.interventions.hand import intervene
from engine.interventions.intervention import Signature
from engine.model_choice.choice import REPLAY, phases_of, width_of
from engine.records import Turn
from engine.row_ids import AUTHOR
from engine.running.awaiting import finish
from engine.running.visiting import end_visit
from engine.simulation.day import Commit, Pause, Taken, live
from engine.simulation.founding import found
from engine.simulation.loading import load
from engine.simulation.remembering import keep
from engine.simulation.turns import Turns
from engine.store.answers.embedded import settle_phases
from engine.store.answers.recorded import comes_from_elsewhere
from engine.store.file.backup import back_up
from engine.store.file.connection import Store
from engine.store.file.locks import run_lock
from engine.store.living.day_ends import end_day, note_backup, owes_backup, waiting
from engine.store.living.jobs import job_of
from engine.store.living.runs import RunRow, refuse_deleted, run_row
from engine.store.log.rows import append, append_all, next_row, read_log
from engine.store.verifying.backups import unverified_backup
from engine.store.verifying.verifying import refuse_changed, refuse_changed_since


@dataclass(slots=True)
class Progress:
    """The progress of a run in this process: the town's clock, and what was done since it was held.

    `waiting` are the seconds for which another program that writes to the workspace has kept it waiting (0
    if none does), and `waited` those of the last time.
    """

    minute: int = 0
    turns: int = 0
    calls: int = 0
    waiting: float = 0.0
    waited: float = 0.0

    @property
    def words(self) -> str:
        """Return the progress in one line."""
        if self.waiting:
            return (
                f"{moment_words(self.minute)}, waiting for another program that is writing to the workspace "
                f"({self.waiting:.0f} s)"
            )
        return f"{moment_words(self.minute)}, {self.turns} turns, {self.calls} calls"

    def wait(self, seconds: float) -> None:
        """Store for how many seconds it has been waiting; 0 when it goes on."""
        self.waited = self.waited if seconds else self.waiting
        self.waiting = seconds


Watch = Callable[[Progress], None]
T = TypeVar("T")


def unwatched(progress: Progress) -> None:
    """Ignore the progress."""


@contextmanager
def hold(store: Store, run: RunRow) -> Iterator[None]:
    """Hold a run for this process. Raises RunBusy, saying who has it and since when, if another does."""
    if store.read_only:
        store.refuse_writing()
    refuse_deleted(run_row(store, run.number))
    lock = run_lock(store, run.id)
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise RunBusy(_who_has(store, run)) from error
    try:
        yield
    finally:
        lock.release()


class RunSession:
    """A run that this process holds.

    Every committed turn counts, so that it can be left and resumed any time.
    """

    def __init__(
        self,
        store: Store,
        run: RunRow,
        town: Town,
        *,
        turns: Turns | None = None,
        progress: Progress | None = None,
        backs_up: bool = True,
    ) -> None:
        self.store = store
        self.run = run
        if backs_up:
            refuse_changed_since(store, run.number)
        settle_phases(store, run.number, phases_of(store, run, town.model))
        self.journal = not (run.model.startswith(REPLAY) or comes_from_elsewhere(store, run.number))
        self._backs_up = backs_up  # not a workspace that is gone when the run is lived
        self._is_under_way = False
        self.progress = progress or Progress()
        self.state = load(store, run.number, town, turns=turns)
        self.progress.minute = self.state.clock

    def live(
        self,
        until: int,
        *,
        concurrency: int = 1,
        pause: Pause | None = None,
        watch: Watch = unwatched,
    ) -> int:
        """Live to a minute, day by day, and return the minute that all agents have reached.

        A checked backup is made at each day's end, one for all runs that end theirs at that time.
        """
        lived = self.live_on(until, concurrency=concurrency, pause=pause, watch=watch)
        return finish(self.closing(lived))

    async def live_on(
        self,
        until: int,
        *,
        concurrency: int = 1,
        pause: Pause | None = None,
        watch: Watch = unwatched,
    ) -> int:
        """Do the same as `live`, for a caller that has an event loop."""
        await self.begin()
        await end_visit(self)
        if self._backs_up and not self._is_under_way:
            await self.leave()  # a backup that was owed when a process was killed
        self._is_under_way = True
        pause = pause or Pause()
        reached = min(self.state.clock, until)
        while reached < until and not pause.asked:
            end_of_day = day_of(reached) * DAY
            goal = min(until, end_of_day)
            reached = await live(
                self.state, goal, self._committer(watch), concurrency=concurrency, pause=pause
            )
            if reached == end_of_day:
                self._keep_days(day_of(goal - 1))
                if self._backs_up and end_day(self.store, self.run.number, day_of(goal - 1)):
                    await self._back_up()
            reached = max(reached, min(self.state.clock, until))
        return reached

    async def leave(self) -> None:
        """Make the backup that other runs have left to this one, if there is any."""
        if self._backs_up and owes_backup(self.store, self.run.number):
            await self._back_up()

    async def closing(self, doing: Awaitable[T]) -> T:
        """Await something, then close the model's clients of this event loop."""
        try:
            return await doing
        finally:
            await self.state.town.model.close()

    async def intervene_on(self, what: Intervention, by: Signature | None = None) -> Turn:
        """Carry out an intervention at the next moment that all agents reach, living until then if needed."""
        await self.begin()
        await end_visit(self)
        turn = await self.intervene_at(await self.reach_common_moment(), what, by)
        await end_visit(self)  # what was said by the author's hand is answered
        return turn

    async def reach_common_moment(self) -> int:
        """Return the next moment that all agents share, living until then if needed."""
        await self.begin()
        at = common_moment(self.store, self.run, self.state.clock)
        if self.state.clock < at:
            await self.live_on(at)
        return at

    async def intervene_at(
        self,
        at: int,
        what: Intervention,
        by: Signature | None = None,
        *,
        kept: Callable[[Turn], object] | None = None,
    ) -> Turn:
        """Carry out an intervention at a moment that all agents have reached.

        `kept` is called in the same transaction. If a model gives no answer, nothing changes and ModelFailed
        is raised.
        """
        first = next_row(self.store, self.run.number, at, AUTHOR)
        try:
            turn, rows = await intervene(self.state, what, by, at=at, first=first)
        except ModelFailed:
            self.state = load(self.store, self.run.number, self.state.town)
            raise
        with self.store.write(durable=True):
            turn = append(self.store, self.run.number, turn, rows.entries, durable=True, journal=self.journal)
            if kept is not None:
                kept(turn)
        if self.state.is_outdated:
            self.state = load(self.store, self.run.number, self.state.town)
        return turn

    async def _back_up(self) -> None:
        self._backs_up = False  # where it fails, it is not tried again by this session
        days = waiting(self.store)
        try:
            await asyncio.to_thread(back_up, self.store)  # it may take a while: the heart beats on
        except WorkspaceDamaged:
            if unverified_backup(self.store.backups) is None:
                raise
            # Damage elsewhere keeps no sound run from going on: the copy is kept, and the user is told of it.
            refuse_changed(self.store, self.run.number)
        note_backup(self.store, days)
        self._backs_up = True

    def _keep_days(self, until: int) -> None:
        """Store what the days before `until` left in the minds, so that the run can be resumed fast."""
        minds = tuple(self.state.minds.values())
        keep(self.store, self.run.number, minds, self.state.days_kept, until)
        self.state.days_kept = until

    async def begin(self) -> None:
        """Found the town, if nobody has lived in it yet."""
        if any(mind.presence is not None for mind in self.state.minds.values()):
            return
        founded = await found(self.state, concurrency=width_of(self.store, self.run))
        with self.store.write():  # all or nobody: a kill in between must not leave half a town
            for turn, rows in founded:
                append(self.store, self.run.number, turn, rows.entries, journal=self.journal)
        self.progress.calls += sum(turn.calls for turn, _ in founded)
        self.progress.minute = self.state.clock

    def _committer(self, watch: Watch) -> Commit:
        def commit(landed: Sequence[Taken]) -> None:
            made = [(turn, rows.entries) for turn, rows in landed]
            append_all(self.store, self.run.number, made, journal=self.journal)
            self.progress.turns += len(landed)
            self.progress.calls += sum(turn.calls for turn, _ in landed)
            self.progress.minute = self.state.clock
            watch(self.progress)

        return commit


def common_moment(store: Store, run: RunRow, clock: int) -> int:
    """Return the minute a run was last asked to live to, if all agents got there; otherwise its frontier."""
    asked = run.until or 0
    reached = frontier(store, run)
    return max(reached, asked) if asked <= clock else reached


def frontier(store: Store, run: RunRow) -> int:
    """Return the minute after the last turn of a run; of a fork, at least its cut.

    If the last turn is an author's, it is the minute of that turn, which comes before all others.
    """
    last = next(read_log(store, run.number, Turn, newest_first=True, limit=1), None)
    after = 0 if last is None else last.minute if last.reason == "author" else last.minute + 1
    return max(after, run.fork_minute or 0)


def _who_has(store: Store, run: RunRow) -> str:
    job = job_of(store, run.number)
    who = worded("another process")
    if job is not None and job.pid and not job.ended:
        who = worded("process {pid} (started {started})", pid=job.pid, started=job.started)
    return worded(
        "the run {id!r} is being simulated by {who}; wait for it, or stop it there first", id=run.id, who=who
    )
