"""The runner of a batch: a separate process that lives it, whoever started it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from engine.errors import RunBusy, TownwrightError, worded
from engine.models.profiles import Keys
from engine.repeating.carrying import Carrier
from engine.repeating.cluster import RayCluster
from engine.repeating.doing import do_batch
from engine.repeating.pool import Pool
from engine.store.file.connection import Store, open_store
from engine.store.file.schema import FILE
from engine.store.living.batches import BatchRow, is_held_batch, note_batch_process, queue_batch
from engine.store.living.last_words import begun_log, log_of, note_end

_ROOT = Path(__file__).resolve().parents[2]
# As the runner's: -P keeps the folder it is started in off the path, this very code comes last on it.
_BOOT = (
    "import sys; sys.path.append(sys.argv[1]); "
    "from engine.repeating.batch_runner import main; sys.exit(main(sys.argv[2:]))"
)


def carrier_of(store: Store, workers: int, address: str = "") -> Carrier:
    """Return the carrier of the trials: a pool of processes on this machine, or the cluster at an address."""
    return RayCluster(address, store.path) if address else Pool(workers, store.path)


def start_batch(
    store: Store, batch: BatchRow, *, workers: int, address: str = "", keys: Keys | None = None
) -> int:
    """Start a process that lives a batch; return its id. Raises RunBusy if a process works on it already.

    Keys that were typed go through a pipe, as a runner's do.
    """
    if batch.is_live or is_held_batch(store, batch.id):
        raise RunBusy(
            worded("{id} is already running; wait until it finishes, or stop it first", id=batch.id)
        )
    asked = queue_batch(store, batch.number)
    given = [str(store.path.parent), str(batch.number), str(workers), address]
    with begun_log(store, asked.id, asked.started) as log:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOT, str(_ROOT), *given],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    note_batch_process(store, batch.number, process.pid)
    threading.Thread(target=_see_off, args=(process, log_of(store, asked.id)), daemon=True).start()
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin:  # one that is gone already says why in its log
        process.stdin.write(json.dumps(keys.typed() if keys else {}).encode())
    return process.pid


def main(arguments: list[str]) -> int:
    """Live the batch named by the arguments: the workspace folder, its number, workers and address."""
    folder, number, workers, address = Path(arguments[0]), int(arguments[1]), int(arguments[2]), arguments[3]
    keys = Keys(json.loads(sys.stdin.read() or "{}"))
    told = threading.Event()
    for asking in (signal.SIGTERM, signal.SIGINT):
        signal.signal(asking, lambda *_: told.set())
    with open_store(folder / FILE) as store:
        try:
            do_batch(store, number, carrier_of(store, workers, address), keys=keys, is_to_stop=told.is_set)
        except TownwrightError:
            return 1  # the batch says why
    return 0


def _see_off(process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait for the process, since the system would keep a dead one that looks alive; record how it ended."""
    status = process.wait()
    if status:
        with suppress(OSError):  # the workspace itself may be gone by then
            note_end(log, status)
