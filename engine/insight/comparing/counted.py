"""Count the rows of each kind in two runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.moments.moment import Moment
from engine.store.log.lineage import counted, spans

What = Literal["talks", "lines", "reflections"]

_OF: tuple[tuple[What, str, str], ...] = (
    ("talks", "conversation", ""),
    ("lines", "line", ""),
    ("reflections", "memory", "kind = 'reflection'"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The number of rows of one kind in each run, from its beginning to the moment of the comparison."""

    what: What
    one: int
    other: int


def counts_of_both(one: Moment, other: Moment) -> tuple[Counted, ...]:
    """Return the numbers of talks, lines and reflections in each of two runs."""
    return tuple(
        Counted(what=what, one=_count(one, table, where), other=_count(other, table, where))
        for what, table, where in _OF
    )


def _count(moment: Moment, table: str, where: str) -> int:
    parts = spans(moment.store, moment.row.number, before=moment.before)
    return counted(moment.store, parts, table, where, ())
