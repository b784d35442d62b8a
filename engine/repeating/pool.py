"""The pool: processes on this machine that live trials; each may be lost."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from types import FrameType

from engine.errors import TownwrightError, worded, words_of
from engine.model_choice.purse import StorePurse
from engine.repeating.carrying import MOST_TRIES, Outcome, too_often
from engine.repeating.trial import Lived, Trial, live_trial
from engine.store.file.connection import open_store

_ROOT = Path(__file__).resolve().parents[2]
# As the runner's: -P keeps the folder it is started in off the path, this very code comes last on it.
_BOOT = (
    "import sys; sys.path.append(sys.argv[1]); "
    "from engine.repeating.pool import main; sys.exit(main(sys.argv[2]))"
)
_GLANCE = 0.2  # seconds between two looks at whether it is to stop
_LEAVING = 3.0  # seconds that a worker has to tidy up when it is told to leave


class _WorkerLost(Exception):
    """Raised when a worker ended without an answer."""


@dataclass(slots=True)
class Pool:
    """A number of workers on this machine; costs are paid from the purse of a workspace file."""

    workers: int
    purse: Path
    _busy: set[_Worker] = field(default_factory=set, init=False)
    _left: bool = field(default=False, init=False)

    def carry(self, trials: Iterable[Trial], is_to_stop: Callable[[], bool]) -> Iterator[Outcome]:
        """Yield the outcomes of trials, as a `Carrier` does."""
        waiting, done = deque(trials), SimpleQueue[Outcome]()
        left = len(waiting)
        self._left = False
        with tempfile.TemporaryDirectory(prefix="townwright-", ignore_cleanup_errors=True) as folder:
            lanes = [
                threading.Thread(target=self._lane, args=(waiting, done, folder), daemon=True)
                for _ in range(min(self.workers, left))
            ]
            for lane in lanes:
                lane.start()
            try:
                while left and not is_to_stop():
                    with suppress(Empty):
                        yield done.get(timeout=_GLANCE)
                        left -= 1
            finally:
                self._leave()
                for lane in lanes:
                    lane.join()

    @property
    def pids(self) -> tuple[int, ...]:
        """Return the ids of the processes that live a trial."""
        return tuple(worker.pid for worker in tuple(self._busy))

    def _leave(self) -> None:
        self._left = True
        for worker in tuple(self._busy):
            worker.leave()

    def _lane(self, waiting: deque[Trial], done: SimpleQueue[Outcome], folder: str) -> None:
        """Live waiting trials with a worker, replacing it if it is lost."""
        worker = self._hired(folder)
        try:
            while not self._left:
                try:
                    trial = waiting.popleft()
                except IndexError:
                    return
                worker = self._done_by(worker, trial, done, folder)
        finally:
            self._part_with(worker)

    def _hired(self, folder: str) -> _Worker:
        worker = _Worker(folder, self.purse)
        self._busy.add(worker)
        return worker

    def _part_with(self, worker: _Worker) -> None:
        self._busy.discard(worker)
        worker.close()

    def _done_by(self, worker: _Worker, trial: Trial, done: SimpleQueue[Outcome], folder: str) -> _Worker:
        """Live a trial, with another worker if one is lost; return the current worker."""
        for tries in range(1, MOST_TRIES + 1):
            try:
                answer = worker.do(trial)
            except _WorkerLost as lost:
                said = words_of(lost)
                if self._left:
                    return worker
                self._part_with(worker)
                worker = self._hired(folder)
                continue
            error = answer if isinstance(answer, str) else ""
            lived = answer if isinstance(answer, Lived) else None
            done.put(Outcome(trial=trial, lived=lived, error=error, tries=tries))
            return worker
        done.put(Outcome(trial=trial, error=too_often(MOST_TRIES, said), tries=MOST_TRIES))
        return worker


class _Worker:
    """A process that lives one trial after another, given to it through a pipe."""

    def __init__(self, folder: str, purse: Path) -> None:
        self._words = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed with the worker
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOT, str(_ROOT), str(purse)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._words,
            env={**os.environ, "TMPDIR": folder, "OPENBLAS_NUM_THREADS": "1"},
            start_new_session=True,  # Ctrl+C is for whoever holds the batch
        )

    @property
    def pid(self) -> int:
        """Return the id of the process."""
        return self._process.pid

    def do(self, trial: Trial) -> Lived | str:
        """Return the results of a trial, or the reason for its failure in words. Raises _WorkerLost, with the
        last output of the process, if it is gone.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            pickle.dump(trial, self._process.stdin)
            self._process.stdin.flush()
            answer = pickle.load(self._process.stdout)  # of our own process: nobody else writes there
        except (OSError, EOFError, pickle.UnpicklingError, ValueError) as error:
            self._process.wait()
            raise _WorkerLost(self._last_words()) from error
        assert isinstance(answer, Lived | str)
        return answer

    def leave(self) -> None:
        """End the process, which cleans up if it can; a thread that waits for it sees it as lost."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(_LEAVING)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def close(self) -> None:
        """End the process, and close its pipes; nobody waits for it any more."""
        self.leave()
        for pipe in (self._process.stdin, self._process.stdout, self._words):
            assert pipe is not None
            with suppress(OSError):  # what was being told it when it went
                pipe.close()

    def _last_words(self) -> str:
        self._words.seek(0)
        lines = self._words.read()[-4_000:].decode("utf-8", "replace").strip().splitlines()
        return worded("its last output was: {line}", line=lines[-1][:300]) if lines else ""


def main(purse: str) -> int:
    """Live the trials that come in, one after another, until the input ends."""
    for asking in (signal.SIGTERM, signal.SIGINT):
        signal.signal(asking, _go)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed is no answer
    while True:
        try:
            trial = pickle.load(sys.stdin.buffer)  # of the process that started this one
        except EOFError:
            return 0
        pickle.dump(_answer(trial, Path(purse)), answers)
        answers.flush()


def _answer(trial: Trial, purse: Path) -> Lived | str:
    try:
        if not trial.profiles:  # nothing is paid for
            return live_trial(trial)
        with open_store(purse) as store:
            return live_trial(trial, StorePurse(store, trial.account))
    except TownwrightError as error:
        return words_of(error)


def _go(number: int, frame: FrameType | None) -> None:
    """Exit so that open resources are cleaned up."""
    raise SystemExit(128 + number)
