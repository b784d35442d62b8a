"""Requests and questions: how they were answered, and to which later days an answer puts them off."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.clock import day_of
from engine.cognition.pursuit.asking import answer_to
from engine.insight.news.hearsay import Hearsay
from engine.insight.turning.lived_day import LivedDay
from engine.language.times.read_times import read_times
from engine.moments.moment import Moment
from engine.practices.conduct import ASKED
from engine.records import AgentId, Intention, Line, Memory

_LOOKED_BACK = 60  # minutes after a talk, by which its members keep what they take away from it


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer that a request or question got in a talk, and what the asker keeps of it, if anything.

    `request` is the latest row of the intention.
    """

    request: Intention
    line: Line
    memory: Memory | None


def answers(moment: Moment) -> Mapping[int, Sequence[Answer]]:
    """Return the answers that were given up to a moment, one for each talk, by the first row of the request.

    The result is cached until the run goes on.
    """
    asked = ("answers", moment.row.number, moment.before)
    return moment.store.unchanged(asked, lambda: MappingProxyType(_answers(moment)))


def last_answer(day: LivedDay, request: Intention) -> Answer | None:
    """Return the last answer to a request by a day of which the asker keeps something; None without one."""
    given = reversed(answers(day.moment).get(request.first, ()))
    kept = (answer for answer in given if answer.memory is not None and answer.line.said_at < day.until)
    return next(kept, None)


def days_ahead(moment: Moment, line: Line) -> frozenset[int]:
    """Return the days after its own that a line names."""
    scenario = moment.town.scenario
    times = read_times(line.text, scenario.language, line.said_at, scenario.starts)
    named = (time.days[0] for time in times if time.days and time.says_day)
    return frozenset(day for day in named if day > day_of(line.said_at))


def _answers(moment: Moment) -> dict[int, tuple[Answer, ...]]:
    said = Hearsay.of(moment)
    latest = {row.first: row for row in moment.log.rows(Intention) if row.kind in ASKED}
    by_memory: dict[int, list[Intention]] = defaultdict(list)
    for row in latest.values():
        by_memory[row.memory].append(row)
    talks = dict.fromkeys(
        (row.first, line.conversation)
        for line in said.telling
        for row in by_memory.get(line.tells, ())
        if line.speaker == row.agent and _is_by_then(line, row)
    )
    given: dict[int, tuple[Answer, ...]] = {}
    for first, talk in talks:
        answer = _answer_in(moment, latest[first], said.lines_of(talk))
        if answer is not None:
            given[first] = (*given.get(first, ()), answer)
    return given


def _answer_in(moment: Moment, row: Intention, lines: Sequence[Line]) -> Answer | None:
    """Return the answer that a request got in a talk; None if it got none."""
    lines = [line for line in lines if _is_by_then(line, row)]
    kept = _kept(moment, row.agent, lines)
    line = answer_to(row, lines, kept)
    return Answer(request=row, line=line, memory=kept.get(line.id)) if line is not None else None


def _is_by_then(line: Line, row: Intention) -> bool:
    """Return whether a line was said before its request ended."""
    return row.is_open or line.id < row.id


def _kept(moment: Moment, agent: AgentId, lines: Sequence[Line]) -> Mapping[int, Memory]:
    """Return the first memory that an agent takes away from each line of a talk, by line."""
    log = replace(moment.log, before=min(moment.before, lines[-1].said_at + _LOOKED_BACK))
    kept: dict[int, Memory] = {}
    for memory in log.rows(Memory, after=lines[0].minute - 1, where={"agent": agent, "kind": "talk"}):
        if memory.evidence:
            kept.setdefault(memory.source, memory)
    return kept
