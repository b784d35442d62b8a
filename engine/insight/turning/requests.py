"""Requests: how they were answered, and those that were put off to a day on which nothing came of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.clock import day_of
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.turning_point import TurningPoint
from engine.language.times.read_times import read_times
from engine.practices.conduct import ASKED
from engine.records import AgentId, Event, Intention, Line, Memory

_KEPT_WAITING = 70


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to a request: the line that asked, the one that answered, and what the asker keeps."""

    request: Intention
    asked: Line
    line: Line
    memory: Memory


def request_in(day: LivedDay, line: Line) -> Intention | None:
    """Return the request or question that a line puts to others; None if it puts none."""
    row = day.brought_up.get(line.tells)
    return row if row is not None and row.kind in ASKED and row.agent == line.speaker else None


def answer_to(day: LivedDay, request: Intention) -> Answer | None:
    """Return the last answer that a request got; None if nobody has answered, or the asker kept nothing."""
    asked = (
        line
        for line in day.hearsay.telling
        if line.said_at < day.until and (row := request_in(day, line)) and row.first == request.first
    )
    answers = (answer for line in asked for answer in _answers(day, line))
    return max(answers, key=lambda answer: answer.line.id, default=None)


def put_off_to(day: LivedDay, line: Line) -> int | None:
    """Return the day to which the answer in a line puts off a request; None if it names no later day."""
    scenario, today = day.moment.town.scenario, day_of(line.said_at)
    times = read_times(line.text, scenario.language, line.said_at, scenario.starts)
    named = (time.days[0] for time in times if time.days is not None and time.says_day)
    return min((ahead for ahead in named if ahead > today), default=None)


def put_off_in_vain(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield the requests that were put off to the day, on which nothing came of them. It has to be over."""
    if day.until < day.ends:
        return
    for line in day.hearsay.telling:
        if line.said_at >= day.begins or request_in(day, line) is None:
            continue
        if any(put_off_to(day, reply) == day.day for reply in day.hearsay.replies(line)):
            yield from (_kept_waiting(day, one) for one in _answers(day, line) if _is_in_vain(day, one))


def _answers(day: LivedDay, asked: Line) -> Iterator[Answer]:
    """Yield the answer to a line that asks: the first reply of which the asker keeps something."""
    request = request_in(day, asked)
    for line in day.hearsay.replies(asked) if request is not None else ():
        kept = day.moment.log.rows(Memory, where={"agent": asked.speaker, "kind": "talk", "source": line.id})
        for memory in kept:
            if memory.evidence and request is not None:
                yield Answer(request=request, asked=asked, line=line, memory=memory)
                return


def _is_in_vain(day: LivedDay, one: Answer) -> bool:
    """Return whether an answer puts off to the day, and no row since shows that anything came of it."""
    latest = day.intended[one.request.first]
    if put_off_to(day, one.line) != day.day or latest.state == "done" or _is_planned(day, one):
        return False
    lexicon = day.hearsay.lexicon
    wanted = set(lexicon.asked(one.request.what or one.request.content))
    return not any(wanted & lexicon.terms(text).keys() for text in _since(day, one))


def _is_planned(day: LivedDay, one: Answer) -> bool:
    """Return whether who answered planned it for an hour, so that the day shows whether that was kept."""
    return any(memory.agent == one.line.speaker and memory.minute == one.memory.minute for memory in day.due)


def _since(day: LivedDay, one: Answer) -> Iterator[str]:
    """Yield what the two have said to each other since an answer, and what who answered has done."""
    other: AgentId = one.line.speaker
    lines = (line for line in day.hearsay.lines if one.line.said_at < line.said_at < day.until)
    yield from (line.text for line in lines if {one.asked.speaker, other} <= {line.speaker, *line.hearers})
    yield from (row.text for row in day.log.rows(Event, after=one.line.said_at, where={"actor": other}))
    yield from (row.doing for row in day.presences[other])


def _kept_waiting(day: LivedDay, one: Answer) -> TurningPoint:
    return TurningPoint(
        turn="kept_waiting",
        minute=day.until - 1,
        weight=_KEPT_WAITING,
        ids=(one.memory.id, one.line.id),
        who=(one.asked.speaker, one.line.speaker),
        values={"who": (one.asked.speaker,), "by": (one.line.speaker,), "answer": one.memory.text},
    )
