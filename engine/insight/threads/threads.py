"""Builds the threads of a run at a moment, in one pass over the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.events.outcome import ATTENDS
from engine.insight.telling import what_is_meant
from engine.insight.threads.evidence import Evidence, heard_by
from engine.insight.threads.granted import kept_state
from engine.insight.threads.planned import planned_events
from engine.insight.threads.reasons import Case
from engine.insight.threads.sources import Sources
from engine.insight.threads.thread import (
    STATES,
    Source,
    Thread,
    ThreadStep,
    due_of,
    state_of,
)
from engine.insight.threads.unread import unread
from engine.intentions.understood import Understood
from engine.moments.moment import Moment
from engine.practices.conduct import BROUGHT_UP, HELD, KEPT_FROM
from engine.records import AgentId, Intention


def threads(moment: Moment) -> tuple[Thread, ...]:
    """Return a thread for every intention and event at a moment, problems first.

    The result is cached until the run goes on.
    """
    key = ("threads", moment.row.number, moment.before)
    return moment.store.unchanged(key, lambda: _threads(moment))


def _threads(moment: Moment) -> tuple[Thread, ...]:
    rows_by_first = _by_first(moment)
    sources = Sources(moment, {rows[0].memory for rows in rows_by_first.values()})
    evidence = Evidence(moment)
    by_agent: dict[AgentId, list[Intention]] = {}
    for rows in rows_by_first.values():
        by_agent.setdefault(rows[-1].agent, []).append(rows[-1])
    listed = [
        _thread(rows, by_agent[rows[-1].agent], _source(rows[0], sources), evidence)
        for rows in rows_by_first.values()
    ]
    understood = {memory for thread in listed for memory in (thread.memory, thread.source.memory)}
    listed += unread(moment, understood)
    listed += planned_events(moment, [rows[-1] for rows in rows_by_first.values()])
    return tuple(sorted(listed, key=lambda thread: (STATES.index(thread.state), thread.id)))


def _source(first: Intention, sources: Sources) -> Source:
    """Return the source of an intention: of the intention to attend an event, that event."""
    source = sources.of(first.memory)
    if first.kind == ATTENDS and source.origin == "intends":
        return replace(source, origin="event", file="town.yaml")
    return source


def _by_first(moment: Moment) -> Mapping[int, Sequence[Intention]]:
    """Return the rows of every intention, in order, by the id of its first row."""
    by_first: dict[int, list[Intention]] = {}
    for row in moment.log.rows(Intention):
        by_first.setdefault(row.first, []).append(row)
    return by_first


def _thread(
    rows: Sequence[Intention], meant: Sequence[Intention], source: Source, evidence: Evidence
) -> Thread:
    row, now = rows[-1], evidence.moment.before
    favour = evidence.favour(row)
    state = state_of(row, now) if favour is None else kept_state(favour)
    is_told = row.kind in BROUGHT_UP
    memories = {earlier.memory for earlier in rows} if is_told else set()
    tellings = evidence.let_out(row) if row.kind in KEPT_FROM else evidence.tellings(memories)
    if tellings and state == "kept_to" and (row.kind == "secret" or row.forbids in HELD):
        state = "failed"
    heard = heard_by(row, tellings)
    to_hear = evidence.meant_for(row, meant) if is_told else ()
    unheard = tuple(agent for agent in to_hear if agent not in heard)
    case = Case(
        row=row, state=state, rows=rows, tellings=tellings, heard=heard, unheard=unheard,
        now=now, evidence=evidence, favour=favour,
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
    """Return the intention in words, without repeating content or names that the deed contains.

    The choice made at an event is always included.
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
    """Yield the steps in which the state or its reason changed; rewording alone is no step."""
    last: tuple[str, str] | None = None
    for row in rows:
        if (row.state, row.because) != last:
            yield ThreadStep(id=row.id, minute=row.minute, state=row.state, because=row.because)
        last = (row.state, row.because)
