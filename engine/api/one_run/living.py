"""Living a run: in this process or by a runner, stopping it, and its progress."""

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
    """A run with the methods that live it."""

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
        """Simulate the run in this process. Every window and command on the workspace can see it.

        In a running event loop, as in a notebook, it runs in a separate thread, from which `watch` is
        called. Ctrl+C, or the stop button of a notebook, ends it cleanly: every completed turn is kept, and
        `live` continues from there.

        Parameters
        ----------
        until : int or str, optional
            The moment to simulate up to: "day 2 12:00", or its minute since 00:00 of day 1.
        days : int, optional
            The number of days, to the end of the last one; with `until`, the earlier of both. With neither
            the run goes to its last requested goal, else to the end of its day.
        concurrency : int
            How many agents may think at once; the result is the same.
        pause : Pause, optional
            An object with which the caller can stop the run at the next common moment.
        watch : callable, optional
            Called with the progress after each turn.
        progress : bool, optional
            Whether progress is shown: a bar in a notebook, a line on a terminal, plain lines in a log.
            By default, it is shown in notebooks and at a Python prompt, unless `watch` is given.

        Returns
        -------
        int
            The common moment reached, in minutes since 00:00 of day 1; earlier than the goal if the run was
            asked to stop.

        Raises
        ------
        RunBusy
            When another process is living the run.
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
        """Like `live`, without blocking the event loop, in which `watch` is called. Cancelling it stops the
        run.
        """
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
        """Return the minute that `live` would simulate up to with these arguments. Raises BadInput if it is
        before the run's clock, or later than a town of this size can be simulated up to.
        """
        goal = meant.goal_meant(self.row.id, self.clock, self.row.until, until, days)
        return goal if goal <= meant.REACHED_BY_ALL else meant.within_reach(goal, len(self.scenario.personas))

    def start(self, until: When | None = None, *, days: int | None = None) -> int:
        """Start a runner process that simulates the run as far as `live` would, and return the process id."""
        return start_runner(self.store, self.row, self.goal_at(until, days), self.keys)

    def stop(self, asker: Asker = "program", window: str = "") -> None:
        """Ask the runner to stop at the next common moment and to drop its goal."""
        who, named = (
            meant.one_of(asker, worded("asker"), tuple(ASKERS)),
            meant.words(window, worded("the name of a window")),
        )
        ask_to_halt(self.store, self.number, "stop", who, named)

    def pause(self, asker: Asker = "program", window: str = "") -> None:
        """Ask the runner to pause at the next common moment; `goal` is where it will continue to."""
        who, named = (
            meant.one_of(asker, worded("asker"), tuple(ASKERS)),
            meant.words(window, worded("the name of a window")),
        )
        ask_to_halt(self.store, self.number, "pause", who, named)

    @property
    def halt(self) -> Halt | None:
        """Return the latest stop or pause requested of the job, with who requested it, or None."""
        job = self.job
        if job is None:
            return None
        return last_halt(self.store, self.number, job.started, obeyed=not job.is_live)

    @property
    def goal(self) -> int | None:
        """Return the minute the run is to reach and has not reached yet; None if there is none, or it
        was stopped.
        """
        job = self.job
        if job is None or job.until is None or job.is_live or self.clock >= job.until:
            return None
        halt = last_halt(self.store, self.number, job.started)
        stopped = halt is not None and halt.verb == "stop"
        return None if stopped and job.state == "done" else job.until

    @property
    def is_mid_day(self) -> bool:
        """Return whether any agent has woken on the current day."""
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
        """Return in words why the run cannot be simulated now: another process simulates it, or the disk is
        read-only. Returns "" if it can.
        """
        try:
            with hold(self.store, self.row):
                return ""
        except (RunBusy, NotWritten) as error:
            words = words_of(error)
            return words.rstrip(".") if words.endswith(".") else words  # what is cut is no longer worded

    @property
    def job(self) -> Job | None:
        """Return the job that simulates the run, or None if there never was one."""
        return job_of(self.store, self.number)

    @property
    def held_up(self) -> str:
        """Return in words what the active runner waits for, or "" if nothing does."""
        job = self.job
        return "" if job is None else held_up(self.store, job)
