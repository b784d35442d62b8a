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
        """Simulate the run in this process. All windows and commands that use the workspace can watch it.

        In a running event loop, as in a notebook, the simulation runs in a separate thread, from which
        `watch` is called. You can stop it with Ctrl+C or with the stop button of a notebook. Every completed
        turn is kept, and the next call continues after it.

        Parameters
        ----------
        until : int or str, optional
            The moment to simulate up to: "day 2 12:00", or minutes since 00:00 of day 1.
        days : int, optional
            The number of days to simulate, including the current one. With `until`, the earlier of the two
            limits applies. With neither, the run continues to the last requested moment, or to the end of
            the current day if no moment was requested.
        concurrency : int
            The maximum number of turns that are simulated at the same time. It does not affect the result.
        pause : Pause, optional
            An object with which the caller can stop the run at the next moment that all agents have reached.
        watch : callable, optional
            Called with the progress whenever turns end.
        progress : bool, optional
            Whether to show the progress: as a bar in a notebook, as one line on a terminal, or as plain lines
            in a log. By default, it is shown in notebooks and at a Python prompt, unless `watch` is given.

        Returns
        -------
        int
            The moment that all agents have reached, in minutes since 00:00 of day 1. It is earlier than the
            requested moment if the run was stopped.

        Raises
        ------
        RunBusy
            If another process is simulating the run.
        BadInput
            If the run has already passed the requested moment.
        DayPaused
            If a model server fails, or if a spending cap is reached. Call the method again to continue.

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
        """Do the same as `live` without blocking the event loop, in which `watch` is called.

        Cancelling the task stops the run.
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
        """Return the moment up to which `live` would simulate with these arguments, in minutes since 00:00 of
        day 1.

        Raises BadInput if the run has already passed this moment, or if the moment is too late for a town of
        this size.
        """
        goal = meant.goal_meant(self.row.id, self.clock, self.row.until, until, days)
        return goal if goal <= meant.REACHED_BY_ALL else meant.within_reach(goal, len(self.scenario.personas))

    def start(self, until: When | None = None, *, days: int | None = None) -> int:
        """Start a process that simulates the run as far as `live` would, and return the process id."""
        return start_runner(self.store, self.row, self.goal_at(until, days), self.keys)

    def stop(self, asker: Asker = "program", window: str = "") -> None:
        """Ask the process that simulates the run to stop at the next moment that all agents have reached.

        The requested moment is dropped: `goal` is then None. `asker` and `window` are shown as the origin of
        the request.
        """
        who, named = (
            meant.one_of(asker, worded("asker"), tuple(ASKERS)),
            meant.words(window, worded("the name of a window")),
        )
        ask_to_halt(self.store, self.number, "stop", who, named)

    def pause(self, asker: Asker = "program", window: str = "") -> None:
        """Ask the process that simulates the run to pause at the next moment that all agents have reached.

        The requested moment is kept as `goal`. `asker` and `window` are shown as the origin of the request.
        """
        who, named = (
            meant.one_of(asker, worded("asker"), tuple(ASKERS)),
            meant.words(window, worded("the name of a window")),
        )
        ask_to_halt(self.store, self.number, "pause", who, named)

    @property
    def halt(self) -> Halt | None:
        """Return the latest request to stop or pause the current job, with its origin, or None."""
        job = self.job
        if job is None:
            return None
        return last_halt(self.store, self.number, job.started, obeyed=not job.is_live)

    @property
    def goal(self) -> int | None:
        """Return the moment up to which a paused or interrupted run will continue, in minutes since 00:00 of
        day 1.

        Return None if the run is being simulated, was stopped, or has reached the requested moment.
        """
        job = self.job
        if job is None or job.until is None or job.is_live or self.clock >= job.until:
            return None
        halt = last_halt(self.store, self.number, job.started)
        stopped = halt is not None and halt.verb == "stop"
        return None if stopped and job.state == "done" else job.until

    @property
    def is_mid_day(self) -> bool:
        """Return whether any agent has woken up on the current day."""
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
        """Return the reason in words why the run cannot be simulated now, or "" if it can.

        For example, another process may be simulating the run, or the disk may be read-only.
        """
        try:
            with hold(self.store, self.row):
                return ""
        except (RunBusy, NotWritten) as error:
            words = words_of(error)
            return words.rstrip(".") if words.endswith(".") else words  # what is cut is no longer worded

    @property
    def job(self) -> Job | None:
        """Return the latest job that simulates or has simulated the run, or None if there was none."""
        return job_of(self.store, self.number)

    @property
    def held_up(self) -> str:
        """Return in words what the simulating process is waiting for, or "" if it is not waiting."""
        job = self.job
        return "" if job is None else held_up(self.store, job)
