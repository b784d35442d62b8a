"""A job: live a run to a minute, with visible progress and commands that can interrupt it.

Whoever lives a run does it here: a runner process, the command line, a program. The workspace file is the
only channel: the job's row says who is at it and how far it has come, and command rows say what is asked. A
lock that the system frees when its process dies keeps others from the run; it is taken before the row is
written.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial

from engine.clock import worded_moment
from engine.cognition.thinker import Town
from engine.errors import BadInput, NotFound, TownwrightError, worded, words_of
from engine.interventions import commanded
from engine.model_choice.choice import width_of
from engine.models.profiles import Keys
from engine.running.agenda import live_as_planned
from engine.running.run_session import Progress, RunSession, Watch, hold, unwatched
from engine.scenario.garbage import seldom_collected
from engine.simulation.day import Pause
from engine.simulation.halting import note_halt
from engine.simulation.loading import town_of_run
from engine.store.answers.spending import release_run
from engine.store.file.connection import Store
from engine.store.living.commands import Command, answer_command, waiting_commands
from engine.store.living.jobs import beat, claim_job, finish_job, refuse_live_job, start_job
from engine.store.living.runs import RunRow, set_until

HEARTBEAT = 0.5
LOOK = "look at the agenda"  # asks nothing but to stand still a moment and see what is planned by now


@contextmanager
def begun_job(store: Store, run: RunRow, until: int) -> Iterator[RunRow]:
    """Hold a run and begin a job to live it to a minute. Raises RunBusy if another process is at it."""
    refuse_live_job(store, run.number)  # before the lock: a runner that is just starting needs it
    with hold(store, run):
        start_job(store, run.number, until=until)
        yield set_until(store, run.number, until)


async def do_job(
    store: Store,
    run: RunRow,
    town: Town | None = None,
    *,
    keys: Keys | None = None,
    concurrency: int | None = None,
    pause: Pause | None = None,
    watch: Watch = unwatched,
    details: str = worded("the details were shown where the run was started"),
) -> int:
    """Do the begun job of a run that this process holds, and return the minute that all agents have reached.

    It ends well at its minute, or sooner on request, by `pause` or a command. At most `concurrency` turns
    are taken at once, by default as many as the models answer at once. An exception is stored as the job's
    error; of an unexpected one only where its `details` are.
    """
    progress = Progress()
    with store.patient(partial(_wait, progress, watch)), seldom_collected():
        until = claim_job(store, run.number, os.getpid()).until or 0
        release_run(store, run.number)
        with _ending_as_it_may(store, run.number, details):
            session = RunSession(store, run, town or town_of_run(store, run, keys), progress=progress)
            width = concurrency or width_of(store, run)
            attended = _Attended(session, concurrency=width, pause=pause or Pause(), watch=watch)
            try:
                reached = await attended.live(until)
            except TownwrightError:
                with suppress(TownwrightError):  # what went wrong first is what is told
                    await session.leave()
                raise
            await session.leave()
        finish_job(store, run.number, note=worded_moment(session.state.clock))
    return reached


def _wait(progress: Progress, watch: Watch, seconds: float) -> None:
    """Show that another program keeps this one waiting."""
    progress.wait(seconds)
    watch(progress)


@contextmanager
def _ending_as_it_may(store: Store, run: int, details: str) -> Iterator[None]:
    """Store the end of a job that does not end well, with the reason."""
    try:
        yield
    except TownwrightError as error:
        finish_job(store, run, error=_with_details(error))
        raise
    except (KeyboardInterrupt, asyncio.CancelledError):
        finish_job(store, run, note=worded("stopped immediately"))
        raise
    except BaseException:
        finish_job(store, run, error=worded("an internal error occurred; {details}", details=details))
        raise


def _with_details(error: TownwrightError) -> str:
    """Return the message of an error, with its details below, if it has any."""
    said = words_of(error)
    return worded("{said}\n\n{details}", said=said, details=error.details) if error.details else said


class _Attended:
    """A run that is lived with a heartbeat, and reacts to commands."""

    def __init__(self, session: RunSession, *, concurrency: int, pause: Pause, watch: Watch) -> None:
        self._session = session
        self._store = session.store
        self._run = session.run.number
        self._concurrency = concurrency
        self._pause = pause
        self._watch = watch
        self._told_to_halt = False

    async def live(self, until: int) -> int:
        """Live to a minute and react to commands; return the minute that all agents have reached."""
        heart = asyncio.create_task(self._attend())
        heart.add_done_callback(self._stop_without)
        try:
            reached = await self._live(until)
        finally:
            heart.cancel()
            with suppress(asyncio.CancelledError):
                await heart
            await self._session.state.town.model.close()
        self._beat(self._session.progress)
        if reached < until and not self._told_to_halt:  # asked here, not through the file: kept there too
            note_halt(self._store, self._run, self._pause.asker, reached)
        return reached

    async def _live(self, until: int) -> int:
        return await live_as_planned(
            self._session,
            until,
            concurrency=self._concurrency,
            pause=self._pause,
            watch=self._watch,
            between=self._obey,
        )

    async def _attend(self) -> None:
        """Send heartbeats, and pause for commands that need the town to stand still."""
        while True:
            self._beat(self._session.progress)
            if waiting_commands(self._store, self._run):
                self._pause.ask(briefly=True)
            await asyncio.sleep(HEARTBEAT)

    def _stop_without(self, heart: asyncio.Task[None]) -> None:
        """Pause the run if its heartbeat has failed, since it would look dead and hear no commands."""
        if not heart.cancelled():
            self._pause.ask()

    async def _obey(self) -> None:
        while waiting := waiting_commands(self._store, self._run):
            for command in waiting:
                if command.verb in ("stop", "pause"):
                    self._pause.ask()
                    self._told_to_halt = True
                    answer_command(self._store, command.number, minute=self._session.progress.minute)
                elif command.verb == LOOK:
                    answer_command(self._store, command.number, minute=self._session.progress.minute)
                else:
                    await self._intervene(command)

    async def _intervene(self, command: Command) -> None:
        try:
            turn = await self._session.intervene_on(*commanded(command.verb, command.payload))
        except (BadInput, NotFound) as error:
            answer_command(self._store, command.number, minute=None, answer=words_of(error))
        else:
            answer_command(self._store, command.number, minute=turn.minute)

    def _beat(self, progress: Progress) -> None:
        waited = worded(
            "waited {seconds:.0f} s while another program was writing to the workspace",
            seconds=progress.waited,
        )
        beat(
            self._store,
            self._run,
            minute=progress.minute,
            turns=progress.turns,
            calls=progress.calls,
            note=waited if progress.waited else None,
        )
