"""Last words: the output of runners and how they ended, for reports about a dead runner."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from engine.errors import worded
from engine.store.file.connection import Store

_BEGAN, _ENDED = "=== a runner began", "=== "
_MOST_READ = 64_000  # bytes at the end of a log
_MOST_SHOWN = 300  # characters of a line


def log_of(store: Store, run_id: str) -> Path:
    """Return the file that takes the output of a run's runners."""
    return store.logs / f"{run_id}.log"


@contextmanager
def begun_log(store: Store, run_id: str, started: str) -> Iterator[BinaryIO]:
    """Open the log file for a runner, and mark where the output of the job queued at `started` begins."""
    store.logs.mkdir(parents=True, exist_ok=True)
    with log_of(store, run_id).open("ab") as log:
        log.write(f"{_BEGAN} {started}\n".encode())
        log.flush()
        yield log


def note_end(log: Path, status: int) -> None:
    """Record the exit status of a runner, or minus the signal that ended it."""
    with log.open("ab") as file:
        file.write(f"{_ENDED}{status}\n".encode())


def last_words(log: Path, started: str) -> str:
    """Return in plain words how a runner ended and what it printed last, as far as known."""
    lines = _lines_since(log, f"{_BEGAN} {started}")
    endings = [line.removeprefix(_ENDED) for line in lines if line.startswith(_ENDED)]
    words = [_brief(line) for line in lines if not line.startswith(_ENDED)]
    ended = _ending(endings[-1]) if endings else ""
    if not words:
        return ended or worded(
            "the process left no message: it was ended from outside, or the computer was switched off"
        )
    printed = worded("its last output was: {line}", line=words[-1])
    return worded("{ended}; {printed}", ended=ended, printed=printed) if ended else printed


def _ending(said: str) -> str:
    """Return in words how a runner ended, by its exit status. Words noted by an older Townwright are returned
    as is.
    """
    try:
        status = int(said)
    except ValueError:
        return said
    if status >= 0:
        return worded("the process ended with exit status {status}", status=status)
    name = {each.value: each.name for each in signal.Signals}.get(-status)
    if name is None:
        return worded(
            "the process was ended by signal {number}, which has no name on this system", number=-status
        )
    if name == "SIGKILL":
        return worded(
            "the process was ended by signal {number} ({name}), probably because a person ended it "
            "or the system was short of memory",
            number=-status,
            name=name,
        )
    return worded("the process was ended by signal {number} ({name})", number=-status, name=name)


def _lines_since(log: Path, head: str) -> list[str]:
    """Return the non-empty lines after the last line equal to `head`; empty if there is no such line or
    file.
    """
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - _MOST_READ))
            text = file.read(_MOST_READ).decode("utf-8", "replace")
    except OSError:
        return []  # it is gone with the folder, and says nothing either way
    _, found, since = text.rpartition(f"{head}\n")
    return [line for line in since.splitlines() if line.strip()] if found else []


def _brief(line: str) -> str:
    clean = "".join(letter if letter.isprintable() else " " for letter in line).strip()
    return clean if len(clean) <= _MOST_SHOWN else f"{clean[: _MOST_SHOWN - 1]}…"
