"""Apart: runs a user's SQL in a separate process of bounded memory, which can be killed."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.errors import BadInput, worded
from engine.store.kept_words import kept_words
from engine.store.views.answering import Found, Given, Rows, ended_words, too_large_words
from engine.store.views.opening import Opening

_ROOT = Path(__file__).resolve().parents[3]
# -P keeps the folder it is started in off the path; where Townwright is not installed, this code comes last.
_BOOT = (
    "import sys; sys.path.append(sys.argv[1]); from engine.store.views.child import main; sys.exit(main())"
)
_GLANCE = 0.05  # seconds between two looks at whether it is to stop
_GRACE = 0.5  # seconds that it has to end a query by itself, and be asked again
_FROM_OUTSIDE = {-signal.SIGTERM, -getattr(signal, "SIGKILL", signal.SIGTERM)}
_STARTING = 60.0  # seconds within which even a busy machine has started it


class Apart:
    """A separate process with the views of a run open to queries."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOT, str(_ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl+C is for whoever has asked
        )
        self._rows_of: Callable[[str], Rows] = _nothing_of

    @property
    def is_gone(self) -> bool:
        """Return whether the process has ended."""
        return self._process.poll() is not None

    def open(self, opening: Opening, rows_of: Callable[[str], Rows]) -> bool:
        """Open views and return whether that worked. `rows_of` gives the rows of a view that is not of the
        log alone.
        """
        self._rows_of = rows_of
        self._say({"open": asdict(opening)})
        return self._hear(_STARTING, _never) is not None

    def leave(self) -> None:
        """Close the views. The process waits to be reused, unless another one already does."""
        self._rows_of = _nothing_of
        if self.is_gone:
            self.end()
            return
        self._say({"close": True})
        with _GUARD:
            waits = not _WAITING
            if waits:
                _WAITING.append(self)
        if not waits:
            self.end()

    def ask(self, sql: str, given: Given, *, most: int, seconds: float, stop: Callable[[], bool]) -> Found:
        """Run a SELECT. Raises BadInput if the query is not allowed or the process was ended."""
        try:
            return self._answer(sql, given, most=most, seconds=seconds, stop=stop)
        except BadInput:
            raise
        except BaseException:  # it may still say what was asked before: the next question has another process
            self.end()
            raise

    def _answer(
        self, sql: str, given: Given, *, most: int, seconds: float, stop: Callable[[], bool]
    ) -> Found:
        left = seconds + _GRACE
        self._say({"ask": {"sql": sql, "given": dict(given), "most": most, "seconds": seconds}})
        while True:
            began = time.monotonic()
            heard = self._hear(left, stop)
            left -= time.monotonic() - began
            if heard is None:
                stopped = stop()
                if stopped or left <= 0:
                    raise BadInput(ended_words(stopped=stopped, seconds=seconds))
                raise BadInput(self._last_words())
            if "error" in heard:
                raise BadInput(kept_words(heard["error"]))
            if "found" in heard:
                columns, rows, more = heard["found"]
                return Found(tuple(columns), tuple(map(tuple, rows)), more=more)
            self._say({"rows": [list(row) for row in self._rows_of(heard["wants"])]})

    def end(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):  # what it was being told
                pipe.close()

    def _last_words(self) -> str:
        """Return the reason why the process ended: it was killed from outside, or ran out of memory."""
        if self._process.returncode in _FROM_OUTSIDE:
            return worded(
                "the query was interrupted: its process was ended from outside, probably by a user or "
                "because memory was low; try again"
            )
        return too_large_words()

    def _say(self, what: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # it is gone: what it says next is nothing
            self._process.stdin.write(json.dumps(what).encode() + b"\n")
            self._process.stdin.flush()

    def _hear(self, seconds: float, stop: Callable[[], bool]) -> dict[str, Any] | None:
        """Return the next message of the process, or None if it is gone; it is killed after `seconds` or at a
        stop.
        """
        assert self._process.stdout is not None
        over, until = threading.Event(), time.monotonic() + seconds

        def watch() -> None:
            while not over.wait(_GLANCE):
                if time.monotonic() > until or stop():
                    self._process.kill()
                    return

        watching = threading.Thread(target=watch, daemon=True)
        watching.start()
        try:
            line = self._process.stdout.readline()
        finally:
            over.set()
            watching.join()
        if not line.endswith(b"\n"):
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE)  # so that it says how it ended
            self.end()
            return None
        heard: dict[str, Any] = json.loads(line)
        return heard


def open_apart(opening: Opening, rows_of: Callable[[str], Rows]) -> Apart:
    """Open the views of a run in a separate process: one that is waiting, or a new one."""
    with _GUARD:
        waiting = _WAITING.pop() if _WAITING else None
    if waiting is not None:
        if waiting.open(opening, rows_of):
            return waiting
        waiting.end()
    apart = Apart()
    try:
        if apart.open(opening, rows_of):
            return apart
    except BaseException:
        apart.end()
        raise
    raise BadInput(worded("the query could not be run, because its process did not start; try again"))


def _end_waiting() -> None:
    with _GUARD:
        while _WAITING:
            _WAITING.pop().end()


def _forget_waiting() -> None:
    """Forget the waiting process in a forked child; it belongs to the parent."""
    global _GUARD
    _GUARD = threading.Lock()
    _WAITING.clear()


_WAITING: list[Apart] = []  # at most one, which has no views open
_GUARD = threading.Lock()
atexit.register(_end_waiting)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_waiting)


def _never() -> bool:
    return False


def _nothing_of(view: str) -> Rows:
    raise LookupError(view)  # nothing is open
