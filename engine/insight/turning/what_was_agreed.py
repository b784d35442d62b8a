"""Turning points of agreements: meetings and messages that happened, and occasions that did not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.clock import clock_words
from engine.insight.threads.thread import state_of
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.promises import GRACE, promises
from engine.insight.turning.turning_point import TurningPoint, TurnKind, Value
from engine.practices.conduct import AHEAD, HELD
from engine.records import AgentId, Intention, Line

_WEIGHTS: Mapping[TurnKind, int] = {
    "met": 50, "not_met": 70, "brought": 48, "not_brought": 66, "occasion_not_held": 80,
}  # fmt: skip


def what_was_agreed(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield the meetings and messages of the day that happened, and those that are overdue."""
    for row in day.intended.values():
        if row.kind not in AHEAD and row.kind != "message":
            continue
        state = state_of(row, day.until)
        if state == "done" and row.minute >= day.begins:
            yield from _came_about(day, row)
        elif state == "late" and day.begins < _due(row) + GRACE <= day.until:
            yield from _did_not(day, row)


def _came_about(day: LivedDay, row: Intention) -> Iterator[TurningPoint]:
    others = _others(day, row)
    if not others or row.kind in HELD:  # of an occasion it is told who came
        return
    if row.kind != "message":
        there = day.at(row.agent, row.minute)
        place = row.place or (there.room if there is not None else "")
        met = {"place": place, "clock": clock_words(row.when if row.when is not None else row.minute)}
        yield _point("met", row, others, (row.id,), met)
        return
    line = _telling(day, row, others)
    if line is None:
        yield _point("brought", row, others, (row.id,), {"news": row.content or row.deed})
    else:
        yield _point("brought", row, others, (line.id, row.id), {"words": day.hearsay.words_of(line)})


def _did_not(day: LivedDay, row: Intention) -> Iterator[TurningPoint]:
    others, clock = _others(day, row), clock_words(_due(row))
    if row.kind in HELD:
        values = {"what": row.what or row.deed, "place": row.place, "clock": clock}
        if row.place:
            yield _point("occasion_not_held", row, others, (row.id,), values)
    elif others and row.kind == "message":
        yield _point("not_brought", row, others, (row.id,), {"news": row.content or row.deed, "clock": clock})
    elif others and not _is_told_of(day, row):
        yield _point("not_met", row, others, (row.id,), {"place": row.place, "clock": clock})


def _is_told_of(day: LivedDay, row: Intention) -> bool:
    """Return whether a meeting that did not happen is already told as a broken promise."""
    pair = {row.agent, *row.others}
    return any(not one.is_kept and one.when == row.when and one.agent in pair for one in promises(day))


def _telling(day: LivedDay, row: Intention, others: Sequence[AgentId]) -> Line | None:
    """Return the last line of the day by which a message was delivered; None if there is none."""
    lines = day.rows(Line, speaker=row.agent)
    told = (line for line in lines if line.tells == row.memory and not set(others).isdisjoint(line.hearers))
    return max(told, key=lambda line: line.id, default=None)


def _others(day: LivedDay, row: Intention) -> tuple[AgentId, ...]:
    return tuple(other for other in row.others if other in day.moment.town.cast.personas)


def _due(row: Intention) -> int:
    return next((one for one in (row.until, row.when) if one is not None), 0)


def _point(
    turn: TurnKind,
    row: Intention,
    others: tuple[AgentId, ...],
    ids: tuple[int, ...],
    values: Mapping[str, Value],
) -> TurningPoint:
    return TurningPoint(
        turn=turn,
        minute=row.minute if turn in ("met", "brought") else _due(row),
        weight=_WEIGHTS[turn],
        ids=ids,
        who=(row.agent, *others),
        values={"who": (row.agent,), "others": others, **values},
    )
