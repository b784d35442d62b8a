"""Apart: somebody's SQL is asked in a process of its own, of bounded memory, that can be ended."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.errors import BadInput
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
_STARTING = 60.0  # seconds within which even a busy machine has started it


class Apart:
    """The views of a run in a process apart, open to be asked. `rows_of` says what is in a view that is not
    of the log alone.
    """

    def __init__(self, opening: Opening, rows_of: Callable[[str], Rows]) -> None:
        self._rows_of = rows_of
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOT, str(_ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl+C is for whoever has asked
        )
        self._say(asdict(opening))
        if self._hear(_STARTING, _never) is None:
            raise BadInput("the process that answers queries did not start; try again")

    @property
    def is_gone(self) -> bool:
        """Return whether it was ended, and cannot be asked again."""
        return self._process.poll() is not None

    def ask(self, sql: str, given: Given, *, most: int, seconds: float, stop: Callable[[], bool]) -> Found:
        """Return what a SELECT finds. BadInput says why it cannot be asked, or that it was ended."""
        left = seconds + _GRACE
        self._say({"sql": sql, "given": dict(given), "most": most, "seconds": seconds})
        while True:
            began = time.monotonic()
            heard = self._hear(left, stop)
            left -= time.monotonic() - began
            if heard is None:
                stopped = stop()
                over = stopped or left <= 0
                raise BadInput(ended_words(stopped=stopped, seconds=seconds) if over else too_large_words())
            if "error" in heard:
                raise BadInput(kept_words(heard["error"]))
            if "found" in heard:
                columns, rows, more = heard["found"]
                return Found(tuple(columns), tuple(map(tuple, rows)), more=more)
            self._say({"rows": [list(row) for row in self._rows_of(heard["wants"])]})

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):  # what it was being told
                pipe.close()

    def _say(self, what: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # it is gone: what it says next is nothing
            self._process.stdin.write(json.dumps(what).encode() + b"\n")
            self._process.stdin.flush()

    def _hear(self, seconds: float, stop: Callable[[], bool]) -> dict[str, Any] | None:
        """Return what it says next; None when it is gone, as it is after so many seconds or at a stop."""
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
            self.close()
            return None
        heard: dict[str, Any] = json.loads(line)
        return heard


def _never() -> bool:
    return False
