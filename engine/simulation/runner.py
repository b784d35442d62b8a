"""The runner: the process that lives one run. The workspace file is its only channel to anybody else.

It writes its heartbeat and how far it has come, reads what is asked of it, and holds a lock that the system
frees when it dies. Whoever started it may close, crash or be killed; the runner goes on.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from engine.clock import moment_words
from engine.errors import BadInput, TownwrightError
from engine.simulation.commands import asked_for
from engine.simulation.day import Pause
from engine.simulation.living import Living, Progress, hold
from engine.store.commands import Command, answer_command, waiting_commands
from engine.store.connection import Store, open_store
from engine.store.jobs import beat, claim_job, finish_job, note_process, start_job
from engine.store.runs import RunRow, run_row, set_until

HEARTBEAT = 0.5
CONCURRENCY = 8


def start_runner(store: Store, run: RunRow, until: int) -> int:
    """Start a process that lives a run to a minute; its number. RunBusy when somebody lives it already."""
    process = spawn_runner(store, run, until)
    # Somebody has to wait for it, or the system keeps a dead process that looks alive.
    threading.Thread(target=process.wait, daemon=True).start()
    return process.pid


def spawn_runner(store: Store, run: RunRow, until: int) -> subprocess.Popen[bytes]:
    """As `start_runner`, for a caller that waits for the process itself."""
    start_job(store, run.number, until=until)
    set_until(store, run.number, until)
    store.logs.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "engine.simulation.runner", str(store.path.parent), str(run.number)]
    with (store.logs / f"{run.id}.log").open("ab") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    note_process(store, run.number, process.pid)
    return process


def main(arguments: list[str]) -> int:
    """Live the run that the arguments name: the workspace folder and the run's number."""
    folder, number = Path(arguments[0]), int(arguments[1])
    store = open_store(folder / "townwright.db")
    try:
        job = claim_job(store, number, os.getpid())
        run = run_row(store, number)
        try:
            with hold(store, run):
                reached = asyncio.run(_Runner(store, run).live(job.until or 0))
        except TownwrightError as error:
            finish_job(store, number, error=str(error))
            return 1
        except BaseException:
            finish_job(
                store,
                number,
                error=f"the runner stopped on a fault of its own; logs/{run.id}.log has the details",
            )
            raise
        finish_job(store, number, note=moment_words(reached))
    finally:
        store.close()
    return 0


class _Runner:
    """One run being lived, with an ear for what is asked meanwhile."""

    def __init__(self, store: Store, run: RunRow) -> None:
        from engine.reading import living_town  # reading a run builds on the simulation

        self.store = store
        self.run = run
        self.pause = Pause()
        self.stopping = False
        self.living = Living(store, run, living_town(store, run))

    async def live(self, until: int) -> int:
        """Live to a minute, doing what is asked on the way; the common moment reached."""
        loop = asyncio.get_running_loop()
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, self._stop)
        watcher = asyncio.create_task(self._watch())
        try:
            reached = await self._live(until)
        finally:
            watcher.cancel()
            await asyncio.gather(watcher, return_exceptions=True)
        self._beat(self.living.progress)
        return reached

    async def _live(self, until: int) -> int:
        while True:
            self.pause = Pause()
            if self.stopping:
                self.pause.ask()
            reached = await self.living.live_on(until, concurrency=CONCURRENCY, pause=self.pause)
            await self._obey()
            if self.stopping or reached >= until:
                return reached

    async def _watch(self) -> None:
        """Breathe, and see whether anything is asked that needs the town to stand still."""
        while True:
            self._beat(self.living.progress)
            if waiting_commands(self.store, self.run.number):
                self.pause.ask()
            await asyncio.sleep(HEARTBEAT)

    async def _obey(self) -> None:
        for command in waiting_commands(self.store, self.run.number):
            if command.verb in ("stop", "pause"):
                self.stopping = True
                answer_command(self.store, command.number, minute=self.living.progress.minute)
            else:
                await self._intervene(command)

    async def _intervene(self, command: Command) -> None:
        try:
            turn = await self.living.intervene_on(asked_for(command.verb, command.payload))
        except TownwrightError as error:
            answer_command(self.store, command.number, minute=None, answer=str(error))
        else:
            answer_command(self.store, command.number, minute=turn.minute)

    def _beat(self, progress: Progress) -> None:
        beat(
            self.store,
            self.run.number,
            minute=progress.minute,
            turns=progress.turns,
            calls=progress.calls,
        )

    def _stop(self) -> None:
        self.stopping = True
        self.pause.ask()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise BadInput("the runner is started by the studio or the command line, with a workspace and a run")
    sys.exit(main(sys.argv[1:]))
