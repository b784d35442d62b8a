"""Recorded: the answers that came with a cassette. They count for its run and its forks only.

A cassette may come from a stranger, who could have put any answer under the key of a question that other runs
will ask; so its answers are kept apart from the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from sqlite3 import Connection

from engine.records import Call
from engine.store.file.connection import Store
from engine.store.log.lineage import lineage
from engine.store.texts import keep_texts, seal_of, text_hash, text_of


def keep_recorded(db: Connection, run: int, answers: Mapping[str, str]) -> None:
    """Store the answers that came with a run, by key; inside the caller's transaction."""
    keep_texts(db, answers.values())
    db.executemany(
        "INSERT OR IGNORE INTO recorded VALUES (?, ?, ?, ?)",
        [
            (run, key, name, seal_of(key, name))
            for key, answer in answers.items()
            if (name := text_hash(answer))
        ],
    )


def keep_calls(db: Connection, run: int, calls: Iterable[Call]) -> None:
    """Store the answers of calls for their run alone. The calls hold hashes of texts stored already."""
    db.executemany(
        "INSERT OR IGNORE INTO recorded VALUES (?, ?, ?, ?)",
        [(run, call.key, call.answer, seal_of(call.key, call.answer)) for call in calls],
    )


def comes_from_elsewhere(store: Store, run: int) -> bool:
    """Return whether a run or one of its ancestors came with a cassette."""
    runs = [number for number, _ in lineage(store, run)]
    marks = ", ".join("?" * len(runs))
    return bool(store.select(f"SELECT 1 FROM recorded WHERE run IN ({marks}) LIMIT 1", runs))


def kept_answer(store: Store, runs: Sequence[int], key: str) -> str | None:
    """Return the answer recorded with one of these runs, else the journal's, or None if there is neither."""
    marks = ", ".join("?" * len(runs))
    rows = store.select(
        f"""
        SELECT hash, body FROM (
            SELECT answer, 0 AS rank FROM recorded WHERE key = ? AND run IN ({marks})
            UNION ALL SELECT answer, 1 FROM journal WHERE key = ?
        ) JOIN text ON text.hash = answer ORDER BY rank LIMIT 1
        """,
        (key, *runs, key),
    )
    return text_of(store, *rows[0]) if rows else None


def asked_besides(store: Store, run: int) -> Iterator[tuple[str, str]]:
    """Yield key and answer of each request made for a run that is not in its log, such as interviews."""
    runs = [number for number, _ in lineage(store, run)]
    marks = ", ".join("?" * len(runs))
    rows = store.select(
        f"""
        SELECT key, hash, body FROM (
            SELECT a.key AS key, j.answer AS answer FROM asked a JOIN journal j ON j.key = a.key
            WHERE a.run IN ({marks}) AND a.source = 'chat'
            UNION SELECT key, answer FROM recorded WHERE run IN ({marks})
        ) JOIN text ON text.hash = answer
        WHERE key NOT IN (SELECT key FROM call WHERE run IN ({marks}))
        GROUP BY key ORDER BY key
        """,
        (*runs, *runs, *runs),
    )
    return ((key, text_of(store, name, body)) for key, name, body in rows)
