"""Threads: what became of everything that people mean to do, and of the events of their town, by a moment:
read in one pass over the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.events.outcome import ATTENDS
from engine.insight.telling import what_is_meant
from engine.insight.threads.evidence import Evidence
from engine.insight.threads.planned import planned_events
from engine.insight.threads.reasons import Case
from engine.insight.threads.sources import Sources
from engine.insight.threads.thread import STATES, Source, Thread, ThreadStep, due_of, state_of
from engine.insight.threads.unread import unread
from engine.intentions.understood import Understood
from engine.moments.moment import Moment
from engine.practices.conduct import BROUGHT_UP
from engine.records import AgentId, Intention


def threads(moment: Moment) -> tuple[Thread, ...]:
    """Return what became of every intention and event by a moment, what went wrong first; worked out once for
    all who ask while the run does not go on.
    """
    asked = ("threads", moment.row.number, moment.before)
    return moment.store.unchanged(asked, lambda: _threads(moment))


def _threads(moment: Moment) -> tuple[Thread, ...]:
    whole = _by_first(moment)
    sources = Sources(moment, {rows[0].memory for rows in whole.values()})
    evidence = Evidence(moment)
    by_agent: dict[AgentId, list[Intention]] = {}
    for rows in whole.values():
        by_agent.setdefault(rows[-1].agent, []).append(rows[-1])
    found = [
        _thread(rows, by_agent[rows[-1].agent], sources.of(rows[0].memory), evidence)
        for rows in whole.values()
    ]
    understood = {one for thread in found for one in (thread.memory, thread.source.memory)}
    found += unread(moment, understood)
    found += planned_events(moment, [rows[-1] for rows in whole.values()])
    return tuple(sorted(found, key=lambda thread: (STATES.index(thread.state), thread.id)))


def _by_first(moment: Moment) -> Mapping[int, Sequence[Intention]]:
    """Return the rows of every intention, in order, by the id of the first."""
    found: dict[int, list[Intention]] = {}
    for row in moment.log.rows(Intention):
        found.setdefault(row.first, []).append(row)
    return found


def _thread(
    rows: Sequence[Intention], meant: Sequence[Intention], source: Source, evidence: Evidence
) -> Thread:
    row, now = rows[-1], evidence.moment.before
    state = state_of(row, now)
    is_told = row.kind in BROUGHT_UP
    memories = {one.memory for one in rows} if is_told else set()
    heard = evidence.heard(memories)
    to_hear = evidence.meant_for(row, meant) if is_told else ()
    unheard = tuple(agent for agent in to_hear if agent not in heard)
    case = Case(
        row=row, state=state, rows=rows, tellings=evidence.tellings(memories), heard=heard, unheard=unheard,
        now=now, evidence=evidence,
    )  # fmt: skip
    reason = case.reason()
    return Thread(
        id=row.first,
        minute=rows[0].minute,
        agent=row.agent,
        kind=row.kind,
        state=state,
        words=_words(row, evidence.moment.town.cast.names),
        reason=reason.text,
        shown_by=reason.shown_by,
        source=source,
        memory=rows[0].memory,
        others=row.others,
        place=row.place,
        when=row.when,
        until=row.until,
        due=due_of(row, now),
        heard=heard,
        unheard=unheard,
        history=tuple(_history(rows)),
        row=row,
    )


def _words(row: Intention, names: Mapping[AgentId, str]) -> str:
    """Return what is meant, in words; what is to be said, and who is named in it, is not said twice. What was
    chosen always is.
    """
    deed = (row.content if row.kind == "secret" else row.deed) or row.deed or row.content
    content = "" if row.content in deed and row.kind != ATTENDS else row.content
    is_named = all(names.get(other, other) in deed for other in row.others)
    others = () if is_named and row.kind not in ("secret", "question") else row.others
    return what_is_meant(
        Understood(kind=row.kind, text="", deed=deed, who=row.agent, others=others, content=content),
        names,
    )


def _history(rows: Sequence[Intention]) -> Iterator[ThreadStep]:
    """Yield how it came to stand, time after time: to be put in other words changes nothing."""
    last: tuple[str, str] | None = None
    for row in rows:
        if (row.state, row.because) != last:
            yield ThreadStep(id=row.id, minute=row.minute, state=row.state, because=row.because)
        last = (row.state, row.because)
