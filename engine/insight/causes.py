"""Find the rows of the log that caused a row, by the kind of the row.

What a row names itself (`source`, `evidence`, `parent`, `tells`) is taken as it is. The rest follows from
the order of a turn (`engine.simulation.turn`): which rows it adds one after the other, and what was visible
in its room. Every cause is older than its effect. A conversation alone is older than its lines, since its id
is taken when it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from engine.clock import minute_at
from engine.cognition.pursuit.asking import answer_to, asking_lines
from engine.cognition.rest import worth_telling
from engine.insight.circumstances import Circumstances
from engine.insight.plan_behind import plan_behind
from engine.practices.conduct import ASKED
from engine.records import (
    Call,
    Conversation,
    Diary,
    Discovery,
    Event,
    Intention,
    Intervened,
    Joined,
    Knows,
    Line,
    Lock,
    LogEntry,
    Memory,
    Presence,
    Recall,
    Relation,
    Retraction,
    Sighting,
    Status,
    Step,
    ThingState,
    Turn,
)
from engine.store.log.memories import memories_due
from engine.store.log.rows import read_log

How = Literal[
    "source", "evidence", "plan", "bedtime", "part", "appointment", "noticed", "reason", "answers", "tells",
    "talk", "said", "walk", "sleep", "act", "change", "discovery", "question", "before", "stood",
    "mind", "turn", "hand",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """A row that caused another row, and how it did."""

    how: How
    row: LogEntry


def causes(at: Circumstances) -> tuple[Cause, ...]:
    """Return the causes of a row, the strongest first.

    A row that an author changed is caused by the entry that says who changed it and why. A row of the
    scenario has no causes, nor has a row of which only its turn is known.
    """
    if at.turn is not None and at.turn.reason == "author":
        done = next((one for one in at.of(Intervened) if one.id < at.row.id), None)
        return (Cause(how="hand", row=done),) if done is not None else ()
    is_asked = isinstance(at.row, Call)  # of what the author wrote
    if at.turn is not None and at.turn.reason == "founding" and not is_asked:
        return ()
    found: dict[int, Cause] = {}
    for how, row in _FINDERS[type(at.row)](at, at.row):
        if row is not None and _is_older(row, at.row):
            found.setdefault(row.id, Cause(how=how, row=row))
    return tuple(found.values())


def _is_older(row: LogEntry, than: LogEntry) -> bool:
    return row.id < than.id or (isinstance(than, Conversation) and row.id != than.id)


Found = Iterator[tuple[How, LogEntry | None]]


# ---------------------------------------------------------------- what somebody thinks


def _memory(at: Circumstances, row: Memory) -> Found:
    yield "source", at.log.row(row.source)
    for memory in at.log.memories(row.evidence):
        yield "evidence", memory
    if not row.source and not row.evidence:
        yield from _reacted_to(at)


def _reacted_to(at: Circumstances) -> Found:
    """Find what made the agent change its mind: the events it noticed, or the door that did not open."""
    call = at.asked("react")
    noticed = tuple(_noticed(at, call)) if call is not None else ()
    for row in noticed:
        yield "noticed", row
    if call is not None and not noticed:
        yield "reason", _bare_observation(at)


def _bare_observation(at: Circumstances) -> Memory | None:
    """Return the latest observation of this turn that is no event, such as a closed door, or None."""
    seen = [one for one in at.of(Memory, at.agent) if one.kind == "observation" and not one.source]
    return max((one for one in seen if one.id < at.row.id), key=lambda one: one.id, default=None)


def _noticed(at: Circumstances, call: Call) -> Iterator[LogEntry]:
    """Yield the new rows in the room that a call was about, the latest first.

    A question what to do does not show everyday sights in their own words. They are noticed all the same.
    """
    seen = [one for one in at.of(Memory, call.agent) if one.kind == "observation" and one.id > call.id]
    sources = [at.log.row(one.source) for one in seen if one.source and _is_of(call, one.text)]
    found = [row for row in sources if row is not None and row.id < call.id]
    yield from reversed(found or list(_seen_again(at, call)))


def _seen_again(at: Circumstances, call: Call) -> Iterator[LogEntry]:
    """Yield events that were noticed but not remembered again, because they already were."""
    log, now = at.log, at.turn.id if at.turn is not None else call.id
    here = log.last(Presence, now, agent=call.agent)
    if here is None:
        return
    lately = read_log(
        log.store, log.number, Event,
        after_id=here.seen or here.id, before_id=now, where={"room": here.room},
    )  # fmt: skip
    for event in lately:
        if event.actor != call.agent and event.kind != "leave" and _is_of(call, event.text):
            yield event


def _is_of(call: Call, text: str) -> bool:
    """Return whether a call is about something noticed: what to do is asked about all of it."""
    return call.purpose == "react" or text in call.prompt


def _step(at: Circumstances, row: Step) -> Found:
    decided = at.asked("plan_block", "plan_day", "react")
    if row.level == "step" and decided is not None and decided.purpose == "react":
        yield from _reacted_to(at)
    if row.level == "block" and row.parent:
        yield "appointment", _appointment(at, row)
    if row.level == "block" and not row.parent:
        yield "reason", _bare_observation(at) if row.thing_state else None
        yield "part", at.log.row(at.log.plan(row.agent, row.minute, row.id).made)
    yield "part", at.log.row(row.parent)


def _appointment(at: Circumstances, block: Step) -> Memory | None:
    """Return the agreement or resolve that a block of the plan is there to keep; None if there is none."""
    log = at.log
    due = memories_due(log.store, log.number, block.agent, block.start, block.end, block.id)
    place_of = log.town.world.place_of
    binding = [
        memory for memory in due
        if (memory.kind == "seed" or (memory.kind == "plan" and memory.evidence))
        and (not memory.place or place_of.get(memory.place) == place_of.get(block.room))
    ]  # fmt: skip
    return binding[-1] if binding else None


def _diary(at: Circumstances, row: Diary) -> Found:
    for memory in _worth_telling(at, row.day):
        yield "evidence", memory


def _worth_telling(at: Circumstances, day: int) -> tuple[Memory, ...]:
    log, night = at.log, minute_at(day, 0) - 1
    lived = read_log(log.store, log.number, Memory, agent=at.agent, after=night, before_id=at.row.id)
    return worth_telling(tuple(lived), day)


def _recall(at: Circumstances, row: Recall) -> Found:
    """Find the question for which the agent searched its memory."""
    call = at.after(Call, row.agent)
    return _call(at, call) if call is not None else iter(())


def _call(at: Circumstances, row: Call) -> Found:
    asks = _ASKS.get(row.purpose)
    return asks(at, row) if asks is not None else iter(())


def _asks_of_the_moment(at: Circumstances, row: Call) -> Found:
    for event in _noticed(at, row):
        yield "noticed", event
    if row.purpose == "react":
        yield "reason", _bare_observation(at)


def _asks_for_steps(at: Circumstances, row: Call) -> Found:
    step = next((one for one in at.of(Step, row.agent) if one.id > row.id and one.parent), None)
    yield "part", at.log.row(step.parent) if step is not None else None


def _asks_of_a_whisper(at: Circumstances, row: Call) -> Found:
    resolved = next((one for one in at.of(Memory, row.agent) if one.id > row.id), None)
    for memory in at.log.memories(resolved.evidence) if resolved is not None else ():
        yield "source", memory


def _asks_what_a_text_asks(at: Circumstances, row: Call) -> Found:
    """Find the whisper that was understood, or the seed memories of the agent's own texts."""
    yield from _asks_of_a_whisper(at, row)
    texts = at.log.texts_of(row.agent)
    for memory in at.of(Memory, row.agent):
        if memory.kind == "seed" and memory.text in texts:
            yield "evidence", memory


def _asks_in_a_talk(at: Circumstances, row: Call) -> Found:
    yield "answers", at.before(Line)
    yield "talk", _talk(at)
    if row.purpose == "speak":
        decided = at.asked("react", agent=at.turn.agent if at.turn else "")
        yield "question", decided


def _asks_of_the_day(at: Circumstances, row: Call) -> Found:
    diary = at.after(Diary, row.agent)
    day = diary.day if diary is not None else at.log.plan(row.agent, row.minute, row.id).day
    for memory in _worth_telling(at, day):
        yield "evidence", memory


def _asks_oneself(at: Circumstances, row: Call) -> Found:
    log = at.log
    lately = read_log(
        log.store, log.number, Memory,
        agent=row.agent, before_id=row.id, newest_first=True, limit=log.town.settings.reflect_over,
    )  # fmt: skip
    for memory in lately:
        yield "evidence", memory


def _concludes(at: Circumstances, row: Call) -> Found:
    yield "question", at.asked("ask_oneself")


_ASKS: Mapping[str, Callable[[Circumstances, Call], Found]] = MappingProxyType(
    {
        "react": _asks_of_the_moment,
        "rate": _asks_of_the_moment,
        "plan_block": _asks_for_steps,
        "heed": _asks_of_a_whisper,
        "understand": _asks_what_a_text_asks,
        "speak": _asks_in_a_talk,
        "take_away": _asks_in_a_talk,
        "keep_diary": _asks_of_the_day,
        "ask_oneself": _asks_oneself,
        "conclude": _concludes,
    }
)


# ---------------------------------------------------------------- what somebody does


def _event(at: Circumstances, row: Event) -> Found:
    if row.kind == "talk":
        yield from _reacted_to(at)
    elif row.kind == "wake":
        yield "sleep", at.log.last(Presence, row.id, agent=row.actor)
    elif row.actor:
        yield from _planned(at)
        if row.kind == "arrive":
            yield "walk", at.log.last(Presence, row.id, agent=row.actor)


def _planned(at: Circumstances) -> Found:
    step = plan_behind(at)
    yield "bedtime" if step is not None and step.level == "day" else "plan", step


def _presence(at: Circumstances, row: Presence) -> Found:
    if at.turn is not None and at.turn.agent != row.agent:
        yield "talk", _talk(at) if row.reason == "talked" else None
        yield "act", at.before(Event)
        return
    yield "act", at.before(Event, row.agent)
    if not row.inside and not row.origin:
        yield "reason", _bare_observation(at)
    elif row.reason != "talked":
        yield from _planned(at)


def _thing_state(at: Circumstances, row: ThingState) -> Found:
    yield "act", at.before(Event, row.by)


def _turn(at: Circumstances, row: Turn) -> Found:
    yield "before", at.log.last(Presence, row.id, agent=row.agent)


# ---------------------------------------------------------------- talk


def _talk(at: Circumstances) -> Event | None:
    """Return the talk event of the turn; None if there is none."""
    return next((event for event in at.of(Event) if event.kind == "talk"), None)


def _line(at: Circumstances, row: Line) -> Found:
    yield "answers", at.before(Line)
    yield "tells", at.log.row(row.tells)
    for lock in at.of(Lock, row.speaker):
        if lock.said == row.id:
            yield "source", at.log.last(Lock, row.id, agent=row.speaker, text=lock.text, said=0)
    yield "talk", _talk(at)


def _conversation(at: Circumstances, row: Conversation) -> Found:
    yield "talk", _talk(at)
    for line in at.of(Line):
        yield "said", line


def _relation(at: Circumstances, row: Relation) -> Found:
    yield "talk", next(at.of(Conversation), None)


# ---------------------------------------------------------------- what somebody knows of the town


def _sighting(at: Circumstances, row: Sighting) -> Found:
    found = [one for one in at.of(Discovery, row.agent) if one.room == row.path]
    yield "discovery", found[0] if found else None
    yield "change", at.log.last(ThingState, row.id, thing=row.path) if row.state else None


def _discovery(at: Circumstances, row: Discovery) -> Found:
    yield "source", at.log.row(row.source)


def _knows(at: Circumstances, row: Knows) -> Found:
    """Find the memory that says the fact, and the line that told it."""
    yield "source", at.log.row(row.memory)
    yield "said", at.log.row(row.line)


def _intention(at: Circumstances, row: Intention) -> Found:
    """Find the memory that asked for the intention; for a later row, also its first row and what was said.

    Of what was asked in a talk, that is the answer and the line that asked; else the line that told of it.
    """
    yield "source", at.log.row(row.memory)
    if row.began:
        yield "before", at.log.row(row.began)
        lines = [line for line in at.of(Line) if line.id < row.id]
        if row.kind in ASKED:
            kept = {memory.source for memory in at.of(Memory, row.agent) if memory.evidence}
            yield "said", answer_to(row, lines, kept)
        yield "said", next(reversed(asking_lines(row, lines)), None)


def _nothing(at: Circumstances, row: LogEntry) -> Found:
    """Find no cause: the row is an author's own."""
    return iter(())


def _lock(at: Circumstances, row: Lock) -> Found:
    """Find the line in which the locked text was said."""
    yield "said", at.log.row(row.said)


def _status(at: Circumstances, row: Status) -> Found:
    """Find the experience that changed a value, and the previous row of that value."""
    yield "source", at.log.row(row.source)
    yield "stood", at.log.last(Status, row.id, agent=row.agent, name=row.name)


_FINDERS: Mapping[type[LogEntry], Callable[[Circumstances, Any], Found]] = MappingProxyType(
    {
        Turn: _turn,
        Event: _event,
        Memory: _memory,
        Recall: _recall,
        Step: _step,
        Conversation: _conversation,
        Line: _line,
        Knows: _knows,
        ThingState: _thing_state,
        Relation: _relation,
        Sighting: _sighting,
        Discovery: _discovery,
        Presence: _presence,
        Diary: _diary,
        Intention: _intention,
        Intervened: _nothing,
        Retraction: _nothing,
        Joined: _nothing,
        Lock: _lock,
        Status: _status,
        Call: _call,
    }
)
