"""Last words: what runners print, and how they ended, for whoever finds one of them gone."""

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
    """Return the file that takes what the runners of a run print."""
    return store.logs / f"{run_id}.log"


@contextmanager
def begun_log(store: Store, run_id: str, started: str) -> Iterator[BinaryIO]:
    """Open the log for the runner of a job that was asked for at a time, which is how its words are found."""
    store.logs.mkdir(parents=True, exist_ok=True)
    with log_of(store, run_id).open("ab") as log:
        log.write(f"{_BEGAN} {started}\n".encode())
        log.flush()
        yield log


def note_end(log: Path, status: int) -> None:
    """Write down with which status, or by which signal (below zero), a runner ended."""
    with log.open("ab") as file:
        file.write(f"{_ENDED}{status}\n".encode())


def last_words(log: Path, started: str) -> str:
    """Return how the runner of a job ended and what it printed last, in plain words, as far as anybody saw
    it.
    """
    lines = _lines_since(log, f"{_BEGAN} {started}")
    endings = [line.removeprefix(_ENDED) for line in lines if line.startswith(_ENDED)]
    words = [_brief(line) for line in lines if not line.startswith(_ENDED)]
    ended = _ending(endings[-1]) if endings else ""
    if not words:
        return ended or worded("it left no word: it was killed from outside, or the machine was switched off")
    printed = worded("the last it printed was: {line}", line=words[-1])
    return worded("{ended}; {printed}", ended=ended, printed=printed) if ended else printed


def _ending(said: str) -> str:
    """Return how a runner ended, by its status; an older Townwright noted it in words."""
    try:
        status = int(said)
    except ValueError:
        return said
    if status >= 0:
        return worded("it ended with exit status {status}", status=status)
    name = {each.value: each.name for each in signal.Signals}.get(-status)
    if name is None:
        return worded("it was ended by signal {number}, which this system has no name for", number=-status)
    if name == "SIGKILL":
        return worded(
            "it was ended by signal {number} ({name}, as a person or a system short of memory does it)",
            number=-status,
            name=name,
        )
    return worded("it was ended by signal {number} ({name})", number=-status, name=name)


def _lines_since(log: Path, head: str) -> list[str]:
    """Return the lines after the last one that reads so; none where there is no such line, or no file."""
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
