"""Seals: digests of the values a run began with, and of the answer stored under each key.

A row of the log is sealed by the digest of its turn. The rows beside the log are sealed here: a run whose
seed, settings or scenario differ from those it began with is not the run that was lived.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.clock import worded_moment
from engine.errors import worded
from engine.row_ids import minute_of
from engine.store.file.connection import Store
from engine.store.file.schema import BEGUN
from engine.store.log.lineage import Span, lineage, spans
from engine.store.texts import is_whole

_WORDS = {
    "seed": worded("the seed"),
    "settings": worded("the settings"),
    "model": worded("the model"),
    "parent": worded("the original run"),
    "fork_minute": worded("the moment of its fork"),
}
_AMISS = "seal IS NOT seal_of(CAST({0}.key AS BLOB), CAST({0}.answer AS BLOB))"


def begun_otherwise(store: Store, run: int) -> str:
    """Describe the first difference between the values a run or an ancestor began with and those it has now;
    "" if there is none.
    """
    for number, _ in reversed(lineage(store, run)):
        ((version, was, now),) = store.select(
            f"SELECT scenario_version, begun, {BEGUN} FROM run WHERE number = ?", (number,)
        )
        wrong = _difference(was, now) or _damaged_file(store, version)
        if wrong:
            return worded("run {run}: {wrong}", run=number, wrong=wrong)
    return ""


def answer_changed(store: Store, run: int, since: Mapping[int, int]) -> str:
    """Describe the first stored answer of a run that is missing or changed; "" if there is none. For runs in
    `since`, only calls of at least that id are checked.
    """
    line = [number for number, _ in lineage(store, run)]
    for whole in spans(store, run):
        part = replace(whole, low=max(whole.low, since.get(whole.run, 0)))
        for row_id, agent in _changed_of_calls(store, part, line):
            return worded(
                "run {run}: the stored answer for {agent!r} at {moment} (call {call}) is missing or changed",
                run=part.run,
                agent=agent,
                moment=worded_moment(minute_of(row_id)),
                call=row_id,
            )
    for key in _changed_besides(store, line):
        return worded("run {run}: the stored answer for the key {key}… has changed", run=run, key=key[:12])
    return ""


def _difference(was: str, now: str) -> str:
    if was == now:
        return ""
    try:
        before = json.loads(was)
    except ValueError:
        before = None
    if not isinstance(before, dict):
        return worded("the settings it started with can no longer be read")
    after = json.loads(now)
    for name, words in _WORDS.items():
        if before.get(name) != after[name]:
            return worded(
                "{what} is now {now!r}, but was {before!r} when the run started",
                what=words,
                now=after[name],
                before=before.get(name),
            )
    return worded("the files of its scenario are not those it started with")


def _damaged_file(store: Store, version: int) -> str:
    rows = store.select(
        """SELECT path, f.hash, body FROM scenario_file f LEFT JOIN text t ON t.hash = f.hash
           WHERE version = ? ORDER BY path""",
        (version,),
    )
    damaged = next((path for path, name, body in rows if not is_whole(name, body)), "")
    if not damaged:
        return ""
    return worded("the file {file!r} of its scenario is missing or changed", file=damaged)


def _changed_of_calls(store: Store, part: Span, line: list[int]) -> Iterator[tuple[int, str]]:
    """Yield id and agent of the calls whose stored answer is missing or changed."""
    marks = ", ".join("?" * len(line))
    rows = store.select(
        f"""
        SELECT c.id, c.agent, j.{_AMISS.format("j")}, CAST(j.answer AS BLOB), t.body FROM call c
             LEFT JOIN journal j ON j.key = c.key LEFT JOIN text t ON t.hash = j.answer
        WHERE c.run = ? AND c.id >= ? AND c.id < ?
              AND NOT EXISTS (SELECT 1 FROM recorded r WHERE r.key = c.key AND r.run IN ({marks}))
        ORDER BY c.id
        """,
        (part.run, part.low, part.high, *line),
    )
    return ((row[0], row[1]) for row in rows if _is_amiss(*row[2:]))


def _changed_besides(store: Store, line: list[int]) -> Iterator[str]:
    """Yield the keys of changed answers to paid requests, and of changed answers that came with a
    cassette.
    """
    marks = ", ".join("?" * len(line))
    rows = store.select(
        f"""
        SELECT j.key, j.{_AMISS.format("j")}, CAST(j.answer AS BLOB), t.body FROM journal j
               LEFT JOIN text t ON t.hash = j.answer
        WHERE j.key IN (SELECT key FROM asked WHERE run IN ({marks}))
        UNION ALL
        SELECT r.key, r.{_AMISS.format("r")}, CAST(r.answer AS BLOB), t.body FROM recorded r
               LEFT JOIN text t ON t.hash = r.answer WHERE r.run IN ({marks})
        """,
        (*line, *line),
    )
    return (row[0] for row in rows if _is_amiss(*row[1:]))


def _is_amiss(unsealed: int, name: bytes | None, body: bytes | None) -> bool:
    return bool(unsealed) or name is None or not is_whole(name.decode("utf-8", "replace"), body)
