"""The runner: a process that does the job of living one run.

Whoever started it may close, crash or be killed; the runner goes on.
"""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from engine.errors import TownwrightError, worded
from engine.models.profiles import Keys
from engine.running.job import begun_job, do_job
from engine.running.run_session import hold
from engine.simulation.day import Pause
from engine.store.file.connection import Store, open_store
from engine.store.file.schema import FILE
from engine.store.living.jobs import job_of, note_process
from engine.store.living.last_words import begun_log, log_of, note_end
from engine.store.living.runs import RunRow, run_row

_ROOT = Path(__file__).resolve().parents[2]
# Python's -P keeps the folder it is started in off the path, where anybody's `engine` or `json.py` may lie;
# where Townwright is not installed either, the path to this very code comes last.
_BOOT = (
    "import sys; sys.path.append(sys.argv[1]); "
    "from engine.running.runner import main; sys.exit(main(sys.argv[2:]))"
)


def start_runner(store: Store, run: RunRow, until: int, keys: Keys | None = None) -> int:
    """Start a process that lives a run to a minute, and return its id. Raises RunBusy if one does already."""
    return spawn_runner(store, run, until, keys).pid


def spawn_runner(store: Store, run: RunRow, until: int, keys: Keys | None = None) -> subprocess.Popen[bytes]:
    """Do the same as `start_runner`, but return the process.

    Typed keys are passed through a pipe: others could read a command line, an environment or a file.
    """
    with begun_job(store, run, until):
        job = job_of(store, run.number)
    assert job is not None
    command = [sys.executable, "-P", "-c", _BOOT, str(_ROOT), str(store.path.parent), str(run.number)]
    with begun_log(store, run.id, job.started) as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    note_process(store, run.number, process.pid)
    threading.Thread(target=_see_off, args=(process, log_of(store, run.id)), daemon=True).start()
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin:  # a runner that is gone already says why in its job
        process.stdin.write(json.dumps(keys.typed() if keys else {}).encode())
    return process


def main(arguments: list[str]) -> int:
    """Do the job of the run named by the arguments, the workspace folder and the run's number.

    Returns the exit status.
    """
    folder, number = Path(arguments[0]), int(arguments[1])
    keys = Keys(json.loads(sys.stdin.read() or "{}"))
    pause = Pause(asker="system")
    for asking in (signal.SIGTERM, signal.SIGINT):
        signal.signal(asking, lambda *_: pause.ask())
    with open_store(folder / FILE) as store:
        run = run_row(store, number)
        details = worded("see {file} for details", file=f"logs/{run.id}.log")
        with hold(store, run):
            try:
                asyncio.run(do_job(store, run, keys=keys, pause=pause, details=details))
            except TownwrightError:
                return 1  # the job says why
    return 0


def _see_off(process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait for a runner, so that the system does not keep a dead process, and note how it ended."""
    status = process.wait()
    if status:
        with suppress(OSError):  # the workspace itself may be gone by then, with the job
            note_end(log, status)
