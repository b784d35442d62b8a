"""Outcomes: how the calls of a run went, and failed requests.

A call is free if no server was asked for it on behalf of this run: its answer was in the journal, or came
from the rehearsal model. Otherwise the latest paid request tells how it went.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.display.listed import Records
from engine.errors import BadInput, with_commas, worded
from engine.store.answers.spending import ASKED, AskedRow, asked_of
from engine.store.file.connection import Store
from engine.store.log.lineage import spans, union
from engine.store.log.memories import Page
from engine.store.texts import text_of

ANSWERED, REPAIRED, FAILED, FREE = "answered", "repaired", "failed", "free"

# Each takes the number of the run once; `c` is a call, `a` the latest row of what was paid for its key.
_CONDITIONS: Mapping[str, str] = MappingProxyType(
    {
        FREE: "ifnull(a.run, -1) <> ?",
        ANSWERED: "a.run = ? AND a.failure = '' AND a.repairs = 0",
        REPAIRED: "a.run = ? AND a.failure = '' AND a.repairs > 0",
        FAILED: "a.run = ? AND a.failure <> ''",
    }
)
WAYS = tuple(_CONDITIONS)
"""The ways in which a call goes, where it does not fail in a way of its own."""

_JOINED = "LEFT JOIN asked a ON a.number = (SELECT max(number) FROM asked WHERE key = c.key)"
_KIND = "substr(a.failure, 1, instr(a.failure, ':') - 1)"


def how_of(asked: AskedRow | None, run: int) -> str:
    """Return the outcome of one call of a run: `answered`, `repaired`, `free`, or a kind of failure."""
    if asked is None or asked.run != run:
        return FREE
    return asked.kind or (REPAIRED if asked.repairs else ANSWERED)


def only(query: str, run: int, how: str) -> tuple[str, list[object]]:
    """Narrow a query of calls to those with one outcome: `answered`, `repaired`, `free`, `failed`, or a kind
    of failure. Returns the new query and its values. Raises BadInput for an outcome that cannot exist.
    """
    values: list[object] = [run]
    if how in _CONDITIONS:
        where = _CONDITIONS[how]
    elif how.isidentifier():
        where = f"{_CONDITIONS[FAILED]} AND {_KIND} = ?"
        values.append(how)
    else:
        raise BadInput(
            worded(
                "{how!r} is not a call outcome; use one of: {conditions}, or a kind of failure",
                how=how,
                conditions=with_commas(_CONDITIONS),
            )
        )
    return f"SELECT c.* FROM ({query}) c {_JOINED} WHERE {where}", values


def outcomes(store: Store, run: int, *, before: int | None = None) -> dict[str, int]:
    """Count the calls of a run by outcome: `answered`, `repaired`, `free`, or a kind of failure."""
    query, values = union(spans(store, run, before=before), "key", "call")
    rows = store.select(
        f"""SELECT CASE WHEN {_CONDITIONS[FREE]} THEN '{FREE}' WHEN a.failure <> '' THEN {_KIND}
                   WHEN a.repairs > 0 THEN '{REPAIRED}' ELSE '{ANSWERED}' END AS how, count(*)
            FROM ({query}) c {_JOINED} GROUP BY how ORDER BY how""",
        [run, *values],
    )
    return dict(rows)


def counted_prompts(store: Store, run: int, limit: int) -> list[tuple[str, int]]:
    """Return the latest prompts of a run that a server has answered at once, each with its tokens as counted
    there.
    """
    query, values = union(spans(store, run), "key, prompt", "call")
    rows = store.select(
        f"""SELECT p.hash, p.body, a.tokens_in FROM (
                SELECT key, tokens_in FROM asked WHERE run = ? AND attempts = 1 AND failure = ''
                ORDER BY number DESC LIMIT ?
            ) a JOIN ({query}) c ON c.key = a.key JOIN text p ON p.hash = c.prompt""",
        [run, limit, *values],
    )
    return [(text_of(store, name, body), counted) for name, body, counted in rows]


def has_paused(store: Store, run: int, kind: str) -> bool:
    """Check whether a run has paused for unusable answers with this kind of failure.

    The one that was one too many is in no journal, so that it can be asked for again.
    """
    return bool(
        store.select(
            f"""SELECT 1 FROM asked a WHERE a.run = ? AND a.source = 'run' AND {_KIND} = ?
                AND (a.key NOT IN (SELECT key FROM journal)
                     OR a.number < (SELECT max(number) FROM asked b WHERE b.key = a.key)) LIMIT 1""",
            (run, kind),
        )
    )


def unanswered(store: Store, run: int, *, limit: int = 20) -> Page[AskedRow]:
    """Return failed requests that led to nothing in the log, newest first: from an outage that paused the
    day, or from a chat.
    """
    calls, values = union(spans(store, run), "key", "call")
    where = f"""asked.run = ? AND asked.failure <> '' AND (asked.key NOT IN ({calls})
                OR asked.number < (SELECT max(number) FROM asked b WHERE b.key = asked.key))"""
    ((total,),) = store.select(f"SELECT count(*) FROM asked WHERE {where}", [run, *values])
    rows = store.select(
        f"SELECT {ASKED} WHERE {where} ORDER BY asked.number DESC LIMIT ?", [run, *values, max(limit, 0)]
    )
    return Page(items=Records.of(AskedRow, (asked_of(store, row) for row in rows)), total=total)
