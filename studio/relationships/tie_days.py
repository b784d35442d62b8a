"""The relations of a town over its days: the history of every pair, row by row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.records import AgentId, Relation
from studio.basics.text import shorten
from studio.catalogue.kept import kept_by_language
from studio.catalogue.moments import moment_words

_MOST_NOTE = 160


@dataclass(frozen=True, kw_only=True)
class Change:
    """A row from which on one of a pair feels differently about the other: the pair (its index in `pairs`),
    the direction (0: the first feels), the day (its index in the days), the closeness as a number and in a
    word, and the closeness of the pair since.
    """

    id: int
    pair: int
    way: int
    day: int
    value: float
    word: str
    both: float
    both_word: str
    when: str
    note: str


@dataclass(frozen=True, kw_only=True)
class TieDays:
    """The pairs of a town that are tied on any of the days, and all changes of their relations."""

    pairs: tuple[tuple[AgentId, AgentId], ...]
    changes: tuple[Change, ...]


@kept_by_language(12)  # for a click that changes nothing of it
def tie_days(
    rows: tuple[Relation, ...],
    people: tuple[AgentId, ...],
    days: tuple[int, ...],
    feels: Callable[[float], str],
) -> TieDays:
    """Return the changes of all pairs, from all relation rows in order. `days` are the minutes that can be
    shown, `feels` gives a closeness in a word.
    """
    order = {agent: n for n, agent in enumerate(people)}
    pairs: dict[tuple[AgentId, AgentId], int] = {}
    felt: dict[tuple[AgentId, AgentId], float] = {}
    changes = []
    for row in rows:
        day = next((n for n, minute in enumerate(days) if row.minute < max(1, minute)), None)
        if day is None or row.agent not in order or row.other not in order:
            continue
        way = int(order[row.agent] > order[row.other])
        pair = (row.other, row.agent) if way else (row.agent, row.other)
        felt[row.agent, row.other] = row.closeness
        known = [felt[one] for one in (pair, pair[::-1]) if one in felt]
        both = sum(known) / len(known)
        changes.append(
            Change(
                id=row.id,
                pair=pairs.setdefault(pair, len(pairs)),
                way=way,
                day=day,
                value=round(row.closeness, 3),
                word=feels(row.closeness),
                both=round(both, 4),
                both_word=feels(both),
                when=moment_words(row.minute) if row.minute else "",
                note=shorten(row.note, _MOST_NOTE),
            )
        )
    return TieDays(pairs=tuple(pairs), changes=tuple(changes))
