"""The journal: the model's answer to each prompt, by key, shared by all runs of the workspace."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from sqlite3 import Connection

from engine.records import Call
from engine.store.file.connection import Store
from engine.store.texts import keep_texts, seal_of, text_hash


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """The cost of an answer: tokens in and out, and seconds of waiting."""

    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0


NO_USAGE = Usage()
_INSERT = "INSERT OR IGNORE INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


def keep_answer(
    store: Store, key: str, *, model: str, purpose: str, answer: str, usage: Usage = NO_USAGE
) -> None:
    """Store an answer as soon as it arrives. If the key has an answer already, that one stays."""
    with store.write() as db:
        put_answer(db, key, model=model, purpose=purpose, answer=answer, usage=usage, now=store.stamp_now())


def put_answer(
    db: Connection, key: str, *, model: str, purpose: str, answer: str, usage: Usage, now: str
) -> None:
    """Store an answer in an open transaction. If the key has an answer already, that one stays."""
    keep_texts(db, [answer])
    db.execute(_INSERT, _row(key, model, purpose, text_hash(answer), now, usage))


def keep_answers(db: Connection, calls: Sequence[Call], now: str) -> None:
    """Store the answers of a turn's calls that the journal lacks. The calls hold hashes of texts stored
    already.
    """
    db.executemany(
        _INSERT, [_row(call.key, call.model, call.purpose, call.answer, now, NO_USAGE) for call in calls]
    )


def forget_left_out(store: Store, keys: Sequence[str]) -> None:
    """Remove the empty answers under these keys, which are then asked for again.

    Those in the log of a run stay, and those that were asked for twice.
    """
    with store.write() as db:
        db.execute(
            """DELETE FROM journal WHERE key IN (SELECT value FROM json_each(?)) AND answer = ?
               AND key NOT IN (SELECT key FROM call)
               AND (SELECT count(*) FROM asked WHERE asked.key = journal.key) < 2""",
            (json.dumps(list(keys)), text_hash("")),
        )


def _row(
    key: str, model: str, purpose: str, answer: str, now: str, usage: Usage
) -> tuple[str | int | float, ...]:
    """Build a row of the journal; `answer` is the hash of the text."""
    cost = (usage.tokens_in, usage.tokens_out, usage.seconds)
    return (key, model, purpose, answer, *cost, now, seal_of(key, answer))


def journal_usage(store: Store, keys: Sequence[str]) -> dict[str, Usage]:
    """Return the recorded cost of the answers under these keys. Keys unknown to the journal are left out."""
    found: dict[str, Usage] = {}
    for start in range(0, len(keys), 500):
        part = keys[start : start + 500]
        marks = ", ".join("?" * len(part))
        rows = store.select(
            f"SELECT key, tokens_in, tokens_out, seconds FROM journal WHERE key IN ({marks})", part
        )
        for key, tokens_in, tokens_out, seconds in rows:
            found[key] = Usage(tokens_in=tokens_in, tokens_out=tokens_out, seconds=seconds)
    return found
