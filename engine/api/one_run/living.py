"""Living a run: by this process or a runner, stopping it, and how far it has come."""

from __future__ import annotations

from engine.api.interactive.progress import shown
from engine.clock import day_of, minute_at
from engine.errors import NotWritten, RunBusy, worded, words_of
from engine.moments import meant
from engine.moments.meant import When
from engine.moments.whole_run import WholeRun
from engine.records import Turn
from engine.running.awaiting import beside, finish, told_here
from engine.running.job import begun_job, do_job
from engine.running.run_session import (
    Watch,
    hold,
    unwatched,
)
from engine.running.runner import start_runner
from engine.simulation.day import Pause
from engine.simulation.halting import ASKERS, Asker, Halt, ask_to_halt, last_halt
from engine.store.living.jobs import Job, held_up, job_of
from engine.store.log.rows import read_log


class LivingRun(WholeRun):
    """A run as somebody lives it."""

    def live(
        self,
        until: When | None = None,
        *,
        days: int | None = None,
        concurrency: int = 1,
        pause: Pause | None = None,
        watch: Watch | None = None,
        progress: bool | None = None,
    ) -> int:
        """Live in this process, in sight of everybody.

        In a running event loop, as of a notebook, it lives in a thread of its own, from which `watch` is
        called. Ctrl+C, or the stop button of a notebook, ends it in good order: every turn that was taken by
        then is kept, and `live` goes on from there.

        Parameters
        ----------
        until : int or str, optional
            The moment to live to: "day 2 12:00", or its minute since 00:00 of day 1.
        days : int, optional
            To live to the end of the day so many days on; with `until`, to the earlier of both. With neither
            it goes to where the run was asked to go last, else to the end of its day.
        concurrency : int
            How many agents may think at once; what happens is the same.
        pause : Pause, optional
            By which the caller may ask it to stop at the next common moment.
        watch : callable, optional
            Told of the progress after each turn.
        progress : bool, optional
            Whether progress is shown: a bar in a notebook, a line on a terminal, plain lines in a log.
            Without it, it is shown in notebooks and at Python's prompt, where nobody gives a `watch`.

        Returns
        -------
        int
            The common moment reached, in minutes since 00:00 of day 1; earlier than the goal when somebody
            asked for that.

        Raises
        ------
        RunBusy
            When somebody else is living it.
        BadInput
            When the moment lies behind the run.

        """
        goal = self.goal_at(until, days)
        with shown(watch, self.clock, goal, progress) as told:
            return finish(self._lived(goal, concurrency, pause, told))

    async def live_async(
        self,
        until: When | None = None,
        *,
        days: int | None = None,
        concurrency: int = 1,
        pause: Pause | None = None,
        watch: Watch | None = None,
        progress: bool | None = None,
    ) -> int:
        """As `live`, while the event loop goes on, in which `watch` is called. To cancel it stops the run."""
        goal = self.goal_at(until, days)
        with shown(watch, self.clock, goal, progress) as told:
            seen = told_here(told) if told is not None else None
            return await beside(self._lived(goal, concurrency, pause, seen))

    async def _lived(self, until: int, concurrency: int, pause: Pause | None, watch: Watch | None) -> int:
        width = meant.whole(concurrency, worded("the concurrency"), 1, meant.MOST_AT_ONCE)
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
        who, named = (
            meant.one_of(asker, worded("asker"), tuple(ASKERS)),
            meant.words(window, worded("a window's name")),
        )
        ask_to_halt(self.store, self.number, "stop", who, named)

    def pause(self, asker: Asker = "program", window: str = "") -> None:
        """Ask the runner to stand still at the next common moment; `goal` is where it goes on to."""
        who, named = (
            meant.one_of(asker, worded("asker"), tuple(ASKERS)),
            meant.words(window, worded("a window's name")),
        )
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
            words = words_of(error)
            return words.rstrip(".") if words.endswith(".") else words  # what is cut is no longer worded

    @property
    def job(self) -> Job | None:
        """Return how the living of it stands; None when nobody ever let it live."""
        return job_of(self.store, self.number)

    @property
    def held_up(self) -> str:
        """Return what keeps its runner, which is alive, from going on, in words; empty when nothing does."""
        job = self.job
        return "" if job is None else held_up(self.store, job)
