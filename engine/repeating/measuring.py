"""Measures a run: counts, and whether statements about it hold, all by SQL over its views."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.insight.views.query import opened
from engine.moments.moment import Moment
from engine.store.views.asking import Asking

COUNTED: Mapping[str, str] = {
    "talks": "SELECT count(*) FROM talk",
    "lines": "SELECT count(*) FROM line",
    "memories": "SELECT count(*) FROM memory",
    "reflections": "SELECT count(*) FROM reflection",
}
"""What is counted in every run, with the query that counts it."""

_KNOWING = """
    SELECT news, agent FROM knowing WHERE news IN (SELECT news FROM news WHERE kind = 'fact')
    ORDER BY news, n
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The measurements of a run: counts by name, who knows each fact, and whether each statement holds."""

    counts: Mapping[str, int]
    knowing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    holds: tuple[bool, ...] = ()


def measured(moment: Moment, statements: tuple[str, ...]) -> Measured:
    """Measure a run at a moment. A statement, which is SQL, holds if the first cell of its result is true."""
    with opened(moment) as views:
        knowing: dict[str, list[str]] = {fact.id: [] for fact in moment.town.scenario.facts}
        for news, agent in views.ask(_KNOWING, ours=True).rows:
            knowing[str(news)].append(str(agent))
        return Measured(
            counts={name: _count(views, sql) for name, sql in COUNTED.items()},
            knowing={fact: tuple(known) for fact, known in knowing.items()},
            holds=tuple(_is_true(views, sql) for sql in statements),
        )


def _count(views: Asking, sql: str) -> int:
    return int(views.ask(sql, ours=True).rows[0][0] or 0)


def _is_true(views: Asking, sql: str) -> bool:
    rows = views.ask(sql, most=1).rows
    cell = rows[0][0] if rows and rows[0] else None
    return bool(cell) and cell != "0"
