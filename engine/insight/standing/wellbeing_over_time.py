"""The course of an agent's wellbeing from day to day, and what changed it."""

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
    """Return an agent's wellbeing up to a moment, value by value, from the beginning on."""
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
    """The level of one wellbeing value from a row on.

    It is a number from 0 to 100 and a word. `change` is the difference to the row before (None for the
    first), `because` the reason, and `source` the row that caused it (0 if none did).
    """

    id: int
    value: float
    word: str
    change: float | None
    because: str
    source: int

    @property
    def minute(self) -> int:
        """Return the minute from which it holds; 0 for what the author wrote."""
        return minute_of(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusCurve:
    """One wellbeing value up to a minute: every row of it, its present level, and the words of its scale."""

    name: str
    kind: StatusKind
    now: float
    word: str
    steps: tuple[StatusStep, ...]
    scale: tuple[Band, ...]

    @property
    def lowest(self) -> StatusStep:
        """Return the first of the rows with the lowest value."""
        return min(self.steps, key=lambda step: (step.value, step.id))


@dataclass(frozen=True, slots=True, kw_only=True)
class WellbeingOverTime:
    """An agent's wellbeing up to a minute; `curves` is empty if the log has no rows of it."""

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
