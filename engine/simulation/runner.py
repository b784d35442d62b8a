"""The runner: a process of its own that does the job of living one run.

Whoever started it may close, crash or be killed; the runner goes on.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from engine.errors import BadInput, TownwrightError
from engine.models.profiles import Keys
from engine.simulation.day import Pause
from engine.simulation.job import begun_job, do_job
from engine.simulation.living import hold
from engine.store.connection import Store, open_store
from engine.store.jobs import note_process
from engine.store.runs import RunRow, run_row
from engine.store.schema import FILE


def start_runner(store: Store, run: RunRow, until: int, keys: Keys | None = None) -> int:
    """Start a process that lives a run to a minute; its number. RunBusy when somebody lives it already."""
    process = spawn_runner(store, run, until, keys)
    # Somebody has to wait for it, or the system keeps a dead process that looks alive.
    threading.Thread(target=process.wait, daemon=True).start()
    return process.pid


def spawn_runner(store: Store, run: RunRow, until: int, keys: Keys | None = None) -> subprocess.Popen[bytes]:
    """As `start_runner`, for a caller that waits for the process itself.

    Keys that were typed go through a pipe: a command line, an environment or a file could be read by others.
    """
    with begun_job(store, run, until):
        store.logs.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "engine.simulation.runner", str(store.path.parent), str(run.number)]
    with (store.logs / f"{run.id}.log").open("ab") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    note_process(store, run.number, process.pid)
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin:  # a runner that is gone already says why in its job
        process.stdin.write(json.dumps(keys.typed() if keys else {}).encode())
    return process


def main(arguments: list[str]) -> int:
    """Do the job of the run that the arguments name: the workspace folder and the run's number."""
    folder, number = Path(arguments[0]), int(arguments[1])
    keys = Keys(json.loads(sys.stdin.read() or "{}"))
    pause = Pause(asker="system")
    for asking in (signal.SIGTERM, signal.SIGINT):
        signal.signal(asking, lambda *_: pause.ask())
    with open_store(folder / FILE) as store:
        run = run_row(store, number)
        details = f"logs/{run.id}.log has the details"
        with hold(store, run):
            try:
                do_job(store, run, keys=keys, pause=pause, details=details)
            except TownwrightError:
                return 1  # the job says why
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise BadInput("the runner is started by the studio or the command line, with a workspace and a run")
    sys.exit(main(sys.argv[1:]))
