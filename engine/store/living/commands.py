"""Commands to a run that is being lived: pause, stop, whisper, set a state. Its runner applies them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.errors import worded
from engine.store.file.checks import readable
from engine.store.file.connection import Store
from engine.store.kept_words import kept_words, words_to_keep


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command: `applied` is the minute at which it took effect (None: waiting, -1: never).

    `answer` is the runner's reply, in words for people.
    """

    number: int
    run: int
    verb: str
    payload: Mapping[str, object] = field(default_factory=dict)
    created: str
    applied: int | None
    answer: str


_SELECT = "SELECT number, run, verb, payload, created, applied, answer FROM command"


def give_command(store: Store, run: int, verb: str, payload: Mapping[str, object] | None = None) -> int:
    """Give a command to a run's runner; return the number of the command."""
    text = json.dumps(dict(payload or {}), ensure_ascii=False)
    with store.write(durable=True) as db:
        cursor = db.execute(
            "INSERT INTO command (run, verb, payload, created) VALUES (?, ?, ?, ?)",
            (run, verb, text, store.stamp_now()),
        )
    return cursor.lastrowid or 0


def waiting_commands(store: Store, run: int) -> tuple[Command, ...]:
    """Return the commands that wait for a runner, in the order they were given."""
    rows = store.select(f"{_SELECT} WHERE run = ? AND applied IS NULL ORDER BY number", (run,))
    with readable(store.path, worded("a command to a runner")):
        return tuple(_record(row) for row in rows)


def answer_command(store: Store, number: int, *, minute: int | None, answer: str = "") -> None:
    """Mark a command as applied at a minute, or (None) as impossible, with the reason."""
    with store.write() as db:
        db.execute(
            "UPDATE command SET applied = ?, answer = ? WHERE number = ?",
            (-1 if minute is None else minute, words_to_keep(answer), number),
        )


def commands_of(store: Store, run: int, limit: int = 50) -> tuple[Command, ...]:
    """Return the latest commands to a run, newest first."""
    rows = store.select(f"{_SELECT} WHERE run = ? ORDER BY number DESC LIMIT ?", (run, limit))
    with readable(store.path, worded("a command to a runner")):
        return tuple(_record(row) for row in rows)


def _record(row: tuple[Any, ...]) -> Command:
    number, run, verb, payload, created, applied, answer = row
    return Command(
        number=number,
        run=run,
        verb=verb,
        payload=dict(json.loads(payload)),
        created=created,
        applied=applied,
        answer=kept_words(answer),
    )
