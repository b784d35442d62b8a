"""Spending: the cost of every call to a server, and the caps that no request may pass.

A request reserves its maximum cost before it is sent. The sum of spending and reservations stays below every
cap, whichever process asks. Money is kept in millionths of a currency unit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from sqlite3 import Connection
from typing import Any, Literal, TypeVar, get_args

from engine.errors import BadInput, with_commas, worded
from engine.store.answers.journal import Usage, put_answer
from engine.store.file.connection import Store
from engine.store.texts import keep_texts, text_hash, text_of

Scope = Literal["day", "run", "workspace"]
Measure = Literal["calls", "tokens", "money"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
MEASURES: tuple[Measure, ...] = get_args(Measure)

_FOR: Mapping[str, str] = {
    "day": worded("this day"),
    "run": worded("this run"),
    "workspace": worded("this workspace"),
}
_MOST_CAP = 2**53
LAPSES = 600.0  # seconds after which what a killed process had set aside is free again, at the earliest


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Calls, tokens and millionths of money; `unpriced` are tokens without a known price."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    micros: int = 0
    unpriced: int = 0

    @property
    def tokens(self) -> int:
        """Return the number of tokens in both directions."""
        return self.tokens_in + self.tokens_out


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedRow:
    """One paid call to a server. `source` is `run` or `chat`."""

    number: int = 0
    run: int
    source: str
    agent: str
    minute: int
    purpose: str
    key: str
    profile: str
    model: str
    said: str
    attempts: int
    repairs: int
    failure: str
    tokens_in: int
    tokens_out: int
    cached: int
    seconds: float
    micros: int | None
    created: str = ""

    @property
    def kind(self) -> str:
        """Return the kind of failure in a word, or "" if the call did not fail."""
        return self.failure.partition(": ")[0]

    @property
    def fault(self) -> str:
        """Return the failure as a sentence: the server's message and the remedy."""
        return self.failure.partition(": ")[2]


def mean_seconds(store: Store, profile: str) -> float | None:
    """Return the mean seconds of a call that a profile answered, or None if it has answered none."""
    [(mean,)] = store.select("SELECT avg(seconds) FROM asked WHERE profile = ? AND failure = ''", (profile,))
    return None if mean is None else float(mean)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderWay:
    """Requests that were sent and not answered yet, with their maximum cost; money in millionths."""

    calls: int
    tokens: int
    micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The requests of a day to servers: how many in all, how many were repaired, how many failed."""

    day: int
    calls: int
    repaired: int
    failed: int


R = TypeVar("R", Spent, UnderWay, Health)


class CapReached(BadInput):
    """Raised when a request would pass a cap. The message names the cap, the amount used, and a remedy."""


def set_cap(store: Store, scope: Scope, measure: Measure, most: int | None) -> None:
    """Set a cap, or (None) remove it."""
    if scope not in SCOPES or measure not in MEASURES:
        raise BadInput(
            worded(
                "there is no cap on {measure!r} per {scope!r}; use one of these measures: {measures}, "
                "and one of these scopes: {scopes}",
                measure=measure,
                scope=scope,
                measures=with_commas(MEASURES),
                scopes=with_commas(SCOPES),
            )
        )
    if most is not None and not 0 <= most <= _MOST_CAP:
        raise BadInput(
            worded(
                "{most} is not a valid cap; use 0 to block all calls, or a positive number up to 2^53",
                most=most,
            )
        )
    with store.write(durable=True) as db:
        db.execute("DELETE FROM cap WHERE scope = ? AND measure = ?", (scope, measure))
        if most is not None:
            db.execute("INSERT INTO cap VALUES (?, ?, ?)", (scope, measure, most))


def caps(store: Store) -> dict[tuple[Scope, Measure], int]:
    """Return the caps that are set; money in millionths."""
    rows = store.select("SELECT scope, measure, most FROM cap ORDER BY scope, measure")
    return {(scope, measure): most for scope, measure, most in rows}


def reserve(
    store: Store,
    run: int,
    day: int,
    *,
    tokens: int,
    micros: int | None,
    source: str = "run",
    unpriced: str = worded("prices"),
    seconds: float = 0.0,
) -> int:
    """Reserve one call with its maximum cost for `seconds`, and return the reservation's number. Raises
    CapReached if that would pass a cap. If `micros` is None, `unpriced` names the price that is missing.
    """
    now = store.now()
    with store.write() as db:
        db.execute("DELETE FROM reserved WHERE lapses < ?", (now,))
        limits = db.execute("SELECT scope, measure, most FROM cap").fetchall()
        if limits:
            _refuse_over(db, limits, run, day, {"calls": 1, "tokens": tokens, "money": micros or 0})
            if micros is None and any(measure == "money" for _, measure, _ in limits):
                raise CapReached(
                    worded(
                        "a cap on money is set, but the profile has no {unpriced}; add the "
                        "{unpriced} to the profile, or cap tokens instead",
                        unpriced=unpriced,
                    )
                )
        (number,) = db.execute(
            """INSERT INTO reserved (run, day, source, tokens, micros, lapses) VALUES (?, ?, ?, ?, ?, ?)
               RETURNING number""",
            (run, day, source, tokens, micros or 0, now + max(LAPSES, seconds + LAPSES / 10)),
        ).fetchone()
    return int(number)


def settle(
    store: Store, reservation: int, run: int, day: int, *, tokens_in: int, tokens_out: int, micros: int | None
) -> None:
    """Record the actual cost of a request in place of its reservation, even if that has lapsed."""
    unpriced = tokens_in + tokens_out if micros is None else 0
    with store.write() as db:
        db.execute("DELETE FROM reserved WHERE number = ?", (reservation,))
        db.execute(
            """INSERT INTO purse VALUES (?, ?, 1, ?, ?, ?, ?) ON CONFLICT (run, day) DO UPDATE SET
               calls = calls + 1, tokens_in = tokens_in + excluded.tokens_in,
               tokens_out = tokens_out + excluded.tokens_out, micros = micros + excluded.micros,
               unpriced = unpriced + excluded.unpriced""",
            (run, day, tokens_in, tokens_out, micros or 0, unpriced),
        )


def release_run(store: Store, run: int) -> None:
    """Free what a dead runner had reserved. Its successor holds the run now."""
    with store.write() as db:
        db.execute("DELETE FROM reserved WHERE run = ? AND source = 'run'", (run,))


def under_way(store: Store, run: int) -> UnderWay:
    """Return the requests now under way for a run and for chats about it."""
    (row,) = store.select(
        """SELECT count(*), coalesce(sum(tokens), 0), coalesce(sum(micros), 0)
           FROM reserved WHERE run = ? AND lapses >= ?""",
        (run, store.now()),
    )
    return _filled(UnderWay, row)


def spent(store: Store, run: int | None = None, day: int | None = None) -> Spent:
    """Return the total spent in the workspace, by a run, or by a run on a day."""
    where, values = _where(run, day)
    (row,) = store.select(
        f"""SELECT coalesce(sum(calls), 0), coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0),
                   coalesce(sum(micros), 0), coalesce(sum(unpriced), 0) FROM purse {where}""",
        values,
    )
    return _filled(Spent, row)


def spent_by(store: Store, run: int, by: Literal["day", "agent", "purpose", "model"]) -> dict[str, Spent]:
    """Return the amounts spent on a run and the chats about it, by day, agent, purpose or model."""
    column = {"day": "minute / 1440 + 1", "agent": "agent", "purpose": "purpose", "model": "model"}[by]
    rows = store.select(
        f"""SELECT {column}, sum(attempts), sum(tokens_in), sum(tokens_out), coalesce(sum(micros), 0),
                   sum(CASE WHEN micros IS NULL THEN tokens_in + tokens_out ELSE 0 END)
            FROM asked WHERE run = ? GROUP BY 1 ORDER BY 1""",
        (run,),
    )
    return {str(name): _filled(Spent, row) for name, *row in rows}


def health(store: Store, run: int) -> tuple[Health, ...]:
    """Return for each day of a run how its requests to servers went. Embedding requests are not counted."""
    rows = store.select(
        """SELECT minute / 1440 + 1, count(*), sum(repairs > 0), sum(failure <> '')
           FROM asked WHERE run = ? AND purpose <> 'embed' GROUP BY 1 ORDER BY 1""",
        (run,),
    )
    return tuple(_filled(Health, row) for row in rows)


def keep_asked(store: Store, row: AskedRow, *, answer: str | None) -> None:
    """Record a call, and store its answer in the journal (None: the question may be asked again)."""
    with store.write() as db:
        keep_texts(db, [row.said])
        values = [getattr(row, name) for name in _COLUMNS]
        values[_COLUMNS.index("said")] = text_hash(row.said)
        values[_COLUMNS.index("created")] = now = store.stamp_now()
        marks = ", ".join("?" * len(_COLUMNS))
        db.execute(f"INSERT INTO asked ({', '.join(_COLUMNS)}) VALUES ({marks})", values)
        if answer is not None:
            took = Usage(tokens_in=row.tokens_in, tokens_out=row.tokens_out, seconds=row.seconds)
            put_answer(db, row.key, model=row.model, purpose=row.purpose, answer=answer, usage=took, now=now)


def asked_rows(store: Store, keys: Sequence[str]) -> dict[str, AskedRow]:
    """Return the latest paid call of each key."""
    rows = store.select(
        f"SELECT {ASKED} WHERE asked.key IN (SELECT value FROM json_each(?)) ORDER BY asked.number",
        (json.dumps(keys),),
    )
    return {row.key: row for row in (asked_of(store, values) for values in rows)}


def asked_of(store: Store, row: Sequence[Any]) -> AskedRow:
    """Build a record from a row of a query that selects `ASKED`."""
    *values, name, said = row
    return AskedRow(**dict(zip(_TOLD, values, strict=True)), said=text_of(store, name, said))


def _filled(kind: type[R], row: Sequence[Any]) -> R:
    """Build a record from a row that has one column per field, in order."""
    return kind(**dict(zip(kind.__slots__, row, strict=True)))


def _refuse_over(
    db: Connection,
    limits: Iterable[tuple[Scope, Measure, int]],
    run: int,
    day: int,
    more: Mapping[Measure, int],
) -> None:
    for scope, measure, most in limits:
        where, values = _where(*{"day": (run, day), "run": (run, None), "workspace": (None, None)}[scope])
        column = {"calls": "calls", "tokens": "tokens_in + tokens_out", "money": "micros"}[measure]
        kept = {"calls": "1", "tokens": "tokens", "money": "micros"}[measure]
        (used,) = db.execute(f"SELECT coalesce(sum({column}), 0) FROM purse {where}", values).fetchone()
        (held,) = db.execute(f"SELECT coalesce(sum({kept}), 0) FROM reserved {where}", values).fetchone()
        if used + held + more[measure] > most:
            raise CapReached(
                worded(
                    "the cap of {most} for {scope} is reached: {spent} used, {held} reserved, and "
                    "the next call may take {next}; raise the cap in Settings or with `townwright "
                    "cap`",
                    most=_amount(most, measure),
                    scope=_FOR[scope],
                    spent=_amount(used, measure),
                    held=_amount(held, measure),
                    next=_amount(more[measure], measure),
                )
            )


def _amount(value: int, measure: Measure) -> str:
    if measure == "money":
        return worded("{amount:,.4f} currency units", amount=value / 1_000_000)
    return (
        worded("{count:,} calls", count=value)
        if measure == "calls"
        else worded("{count:,} tokens", count=value)
    )


def _where(run: int | None, day: int | None) -> tuple[str, list[object]]:
    asked = [("run", run), ("day", day)]
    given = [(name, value) for name, value in asked if value is not None]
    where = " AND ".join(f"{name} = ?" for name, _ in given) or "1"
    return f"WHERE {where}", [value for _, value in given]


_COLUMNS = tuple(name for name in AskedRow.__slots__ if name != "number")
_TOLD = tuple(name for name in AskedRow.__slots__ if name != "said")
ASKED = (
    f"{', '.join(f'asked.{name}' for name in _TOLD)}, text.hash, text.body "
    "FROM asked JOIN text ON text.hash = asked.said"
)  # what `asked_of` reads, up to the WHERE
