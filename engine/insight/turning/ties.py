"""Turning points of relations: who became closer, who cooled, and who met for the first time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.insight.turning.lived_day import LivedDay, Pair
from engine.insight.turning.turning_point import TurningPoint
from engine.language.scales import degree
from engine.records import Relation

_TURNED, _FIRST = 56, 34
_A_CHANGE = 0.1  # of closeness, over a day, below which nothing has turned
_CHANGES_SIDES = 14


def turned_ties(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield the pairs whose relation has changed by the end of the day, and those who first met."""
    by_pair: dict[Pair, list[Relation]] = {}
    for row in day.relations:
        by_pair.setdefault((row.agent, row.other), []).append(row)
    met: set[frozenset[str]] = set()
    for pair, rows in by_pair.items():
        before = day.closeness_before.get(pair)
        if before is None:
            # Whom the other has a tie to already, or remembers from before, is no stranger.
            known = pair[::-1] in day.closeness_before or frozenset(pair) in day.known_of
            if frozenset(pair) not in met and not known:
                met.add(frozenset(pair))
                yield _first_meeting(pair, rows[0])
        elif _has_turned(before, rows[-1].closeness):
            yield _turned(day, pair, before, rows)


def _has_turned(before: float, after: float) -> bool:
    change = abs(after - before)
    return change >= _A_CHANGE - 1e-9 and (degree(before) != degree(after) or change >= 2 * _A_CHANGE)


def _turned(day: LivedDay, pair: Pair, before: float, rows: Sequence[Relation]) -> TurningPoint:
    after = rows[-1].closeness
    steps = [
        row.closeness - was for was, row in zip((before, *(r.closeness for r in rows)), rows, strict=False)
    ]
    decisive = rows[max(range(len(rows)), key=lambda n: abs(steps[n]))]
    sides = _CHANGES_SIDES if before * after < 0 and "neutral" not in (degree(before), degree(after)) else 0
    feels = day.moment.town.phrases.feels
    return TurningPoint(
        turn="closer" if after > before else "cooler",
        minute=decisive.minute,
        weight=min(88, _TURNED + round(60 * abs(after - before)) + sides),
        ids=(decisive.id,),
        who=pair,
        values={
            "who": pair[:1],
            "other": pair[1:],
            "before": feels(before),
            "after": feels(after),
            "note": decisive.note,
        },
    )


def _first_meeting(pair: Pair, row: Relation) -> TurningPoint:
    return TurningPoint(
        turn="first_meeting",
        minute=row.minute,
        weight=_FIRST,
        ids=(row.id,),
        who=pair,
        values={"who": pair[:1], "other": pair[1:]},
    )
