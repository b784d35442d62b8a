"""Wellbeing over time: how somebody was from day to day, and what changed it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.insight.standing.tie_over_time import Band
from engine.language.phrases import Phrases, StatusKind
from engine.language.scales import LEVEL_BANDS
from engine.moments.moment import Moment
from engine.records import AgentId, Status
from engine.row_ids import minute_of
from engine.store.log.rows import read_log


def wellbeing_over_time(moment: Moment, agent: AgentId) -> WellbeingOverTime:
    """Return how somebody was up to a moment, value by value, from the beginning on."""
    rows: dict[str, list[Status]] = {}
    for row in read_log(moment.store, moment.row.number, Status, agent=agent, before=moment.before):
        rows.setdefault(row.name, []).append(row)
    now = moment.status(agent) if rows else {}
    phrases = moment.town.phrases
    curves = (
        StatusCurve(
            name=name,
            kind=phrases.status_kind(name),
            now=now[name],
            word=phrases.status(name, now[name]),
            steps=tuple(_steps(found, phrases)),
            scale=tuple(_scale(name, phrases)),
        )
        for name, found in rows.items()
    )
    return WellbeingOverTime(agent=agent, minute=moment.minute, curves=tuple(curves))


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusStep:
    """How one value of somebody stands from a row on: from 0 to 100 and in a word, by how much that changed
    (None: it is the first row), why, and the row that it came of (0: none).
    """

    id: int
    value: float
    word: str
    change: float | None
    because: str
    source: int

    @property
    def minute(self) -> int:
        """Return the minute from which on it is so; 0 is as the author wrote it."""
        return minute_of(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusCurve:
    """One value of somebody up to a minute: every row of it, how it stands now, the words of its scale."""

    name: str
    kind: StatusKind
    now: float
    word: str
    steps: tuple[StatusStep, ...]
    scale: tuple[Band, ...]

    @property
    def lowest(self) -> StatusStep:
        """Return the first of the rows at which it was lowest."""
        return min(self.steps, key=lambda step: (step.value, step.id))


@dataclass(frozen=True, slots=True, kw_only=True)
class WellbeingOverTime:
    """How somebody was up to a minute, value by value; none of whom the log says nothing of it."""

    agent: AgentId
    minute: int
    curves: tuple[StatusCurve, ...]


def _steps(rows: Iterable[Status], phrases: Phrases) -> Iterator[StatusStep]:
    before: float | None = None
    for row in rows:
        yield StatusStep(
            id=row.id,
            value=row.value,
            word=phrases.status(row.name, row.value),
            change=None if before is None else round(row.value - before, 1),
            because=row.because,
            source=row.source,
        )
        before = row.value


def _scale(name: str, phrases: Phrases) -> Iterator[Band]:
    kind = phrases.status_kind(name)
    for level, least, most in LEVEL_BANDS:
        yield Band(least=least, most=most, word=phrases.say(f"{kind}_{level}"))
