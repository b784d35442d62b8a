"""What a row of the log is, and how it came about, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from engine.api.prompts import PROMPTS
from engine.api.run import Explanation
from engine.api.workspace import Run
from engine.clock import clock_words, moment_words
from engine.records import (
    AgentId,
    Call,
    Conversation,
    Diary,
    Discovery,
    Event,
    Intention,
    Line,
    LogEntry,
    Memory,
    MemoryKind,
    Presence,
    Recall,
    Relation,
    Sighting,
    Step,
    ThingState,
    Turn,
    Way,
)
from studio.basics.rooms import place_words, room_words
from studio.basics.text import signed


@dataclass(frozen=True, kw_only=True)
class Told:
    """A row in words: its name, whose it is, how it came about, what it says, and what goes with it."""

    name: str
    how: str
    text: str = ""
    who: AgentId = ""
    more: tuple[tuple[str, str], ...] = ()


_REASONS: Mapping[str, str] = MappingProxyType(
    {
        "wake": "because it was time to get up",
        "arrive": "on arriving",
        "step": "because the step before it was over",
        "notice": "because something happened nearby",
        "talked": "after a talk",
        "closing": "because the place was closing",
        "whisper": "because of a whisper",
        "author": "by the author's hand",
    }
)


def told(run: Run, row: LogEntry, turn: Turn | None = None) -> Told:
    """Return a row of a run in plain words; with the turn that made it, also what that turn was about."""
    said = _TELLERS[type(row)](run, row)
    reason = _REASONS.get(turn.reason, "") if turn else ""
    if not reason or isinstance(row, Turn) or (isinstance(row, Memory) and row.kind == "seed"):
        return said
    how = f"{said.how} It came about {reason}."
    return Told(name=said.name, how=how, text=said.text, who=said.who, more=said.more)


def habit_words(run: Run, why: Explanation) -> str:
    """Return the hours somebody keeps, where an act is about these; empty for other rows."""
    who, hows = why.row.actor if isinstance(why.row, Event) else "", why.other_causes
    if not who or not ("sleep" in hows or "bedtime" in hows):
        return ""
    persona = run.scenario.persona(who)
    if "sleep" in hows:
        return f"{persona.name} usually gets up at {clock_words(persona.wake)}."
    return f"{persona.name} usually goes to bed at {clock_words(persona.sleep)}."


_AIMS: Mapping[str, str] = MappingProxyType(
    {
        **{question.name: question.aim for question in PROMPTS},
        # what memories are looked up for, besides to answer one of these questions
        "converse": "find what to say next",
        "reflect": "answer its own questions",
        "embed": "find memories by meaning",
    }
)


def purpose_words(purpose: str) -> str:
    """Return what a question or a recall is for: `plan_day` -> `plan the day`."""
    return _AIMS.get(purpose, purpose.replace("_", " "))


def answerer(model: str) -> str:
    """Return who answered, named where it speaks; `model` is what the call keeps."""
    return "The rehearsal model" if model.startswith("rehearsal") else f"The model {model}"


def name_of(run: Run, agent: AgentId) -> str:
    """Return what an agent is called; the author has no id."""
    return run.town.cast.names.get(agent, agent) if agent else "the author"


def _memory(run: Run, row: Memory) -> Told:
    who = name_of(run, row.agent)
    where = f" at {room_words(run, row.place)}" if row.kind == "observation" and row.place else ""
    how = f"{_MEMORY[row.kind](who, row)}{where}."
    return Told(name=row.kind.capitalize(), who=row.agent, text=row.text, how=how)


def _concluded(who: str, row: Memory) -> str:
    steps = "what was lived" if row.depth <= 1 else "earlier conclusions and what was lived"
    return f"{who} concluded this from {len(row.evidence)} memories: {steps}"


def _planned(who: str, row: Memory) -> str:
    when = f" for {moment_words(row.when)}" if row.when is not None else ""
    return f"{who} made up their mind to this{when}"


_MEMORY: Mapping[MemoryKind, Callable[[str, Memory], str]] = MappingProxyType(
    {
        "seed": lambda who, _: f"The author gave {who} this memory; it was there from the start",
        "observation": lambda who, _: f"{who} noticed this",
        "reflection": _concluded,
        "plan": _planned,
        "talk": lambda who, _: f"{who} took this away from a conversation",
        "whisper": lambda who, _: f"{who} heard this as an inner voice: somebody whispered it in the studio",
    }
)


def _event(run: Run, row: Event) -> Told:
    who = f"{name_of(run, row.actor)} did this" if row.actor else "This happened"
    how = f"{who} at {room_words(run, row.room)}; whoever was there could notice it."
    return Told(name="Event", who=row.actor, text=row.text, how=how)


def _line(run: Run, row: Line) -> Told:
    hearers = ", ".join(name_of(run, one) for one in row.hearers) or "nobody"
    more = (("What was thought, and not said", row.thought),) if row.thought else ()
    how = f"{name_of(run, row.speaker)} said this to {hearers} at {clock_words(row.said_at)}."
    return Told(name="Line", who=row.speaker, text=row.text, how=how, more=more)


def _conversation(run: Run, row: Conversation) -> Told:
    people = ", ".join(name_of(run, one) for one in row.members)
    ended = f"; {name_of(run, row.ended_by)} ended it" if row.ended_by else ""
    how = f"{people} talked at {room_words(run, row.room)} until {clock_words(row.until)}{ended}."
    return Told(name="Conversation", text=row.summary, how=how)


def _step(run: Run, row: Step) -> Told:
    where = f" at {room_words(run, row.room)}" if row.room else ""
    level = {"day": "plan for the day", "block": "block of the day's plan", "step": "step of the plan"}
    how = (
        f"A {level[row.level]} of {name_of(run, row.agent)}, from {clock_words(row.start)} "
        f"to {clock_words(row.end)}{where}."
    )
    return Told(name="Plan", who=row.agent, text=row.activity, how=how)


def _diary(run: Run, row: Diary) -> Told:
    how = f"{name_of(run, row.agent)} wrote this in the diary at the end of day {row.day}."
    return Told(name="Diary", who=row.agent, text=row.text, how=how)


def _intention(run: Run, row: Intention) -> Told:
    who, state = name_of(run, row.agent), _STATES[row.state]
    how = f"{who} means to do this: it {state}." + (f" {row.because}" if row.because else "")
    return Told(name="Intention", who=row.agent, text=f"{row.kind}: {row.deed}", how=how)


_STATES: Mapping[str, str] = MappingProxyType(
    {
        "held": "is still to be done, or still binds",
        "told": "has been spoken of, and is still to come",
        "prepared": "has been made ready",
        "begun": "has begun",
        "done": "is done",
        "failed": "has failed",
        "dropped": "was let go",
    }
)


def _relation(run: Run, row: Relation) -> Told:
    who, other = name_of(run, row.agent), name_of(run, row.other)
    how = f"How {who} stands to {other} from then on: closeness {signed(row.closeness, 2)}."
    text = row.note or run.town.phrases.standing(row.kind, row.closeness)
    return Told(name="Relationship", who=row.agent, text=text, how=how)


def _thing(run: Run, row: ThingState) -> Told:
    how = f"{name_of(run, row.by).capitalize() if not row.by else name_of(run, row.by)} left it so."
    return Told(name="Object", who=row.by, text=f"{place_words(row.thing)}: {row.state}", how=how)


def _call(run: Run, row: Call) -> Told:
    who = name_of(run, row.agent)
    return Told(
        name="Call",
        who=row.agent,
        how=f"A question put to the model on behalf of {who}: to {purpose_words(row.purpose)}.",
    )


def _recall(run: Run, row: Recall) -> Told:
    how = f"{name_of(run, row.agent)} searched memory for this, to {purpose_words(row.purpose)}."
    return Told(name="Recall", who=row.agent, text=row.query, how=how)


def _turn(run: Run, row: Turn) -> Told:
    reason = _REASONS.get(row.reason, "")
    return Told(
        name="Turn",
        who=row.agent,
        how=f"A turn of {name_of(run, row.agent)} at {room_words(run, row.room)} {reason}.",
    )


def _sighting(run: Run, row: Sighting) -> Told:
    how = f"{name_of(run, row.agent)} knows this place from having seen it."
    state = f": {row.state}" if row.state else ""
    return Told(name="Sighting", who=row.agent, text=f"{place_words(row.path)}{state}", how=how)


def _discovery(run: Run, row: Discovery) -> Told:
    how = f"{name_of(run, row.agent)} did not know this place before. {way_words(run, row)}."
    return Told(name="Discovery", who=row.agent, text=place_words(row.room), how=how)


def way_words(run: Run, row: Discovery) -> str:
    """Return how somebody came to know a place."""
    return f"{_WAYS[row.way]} {name_of(run, row.by)}" if row.by else _WAYS[row.way]


_WAYS: Mapping[Way, str] = MappingProxyType(
    {"entered": "Learnt by going there", "seen": "Seen on the way", "told": "Told of it by"}
)


def _presence(run: Run, row: Presence) -> Told:
    how = f"Where {name_of(run, row.agent)} is from then on: {room_words(run, row.room)}."
    return Told(name="Presence", who=row.agent, text=row.doing, how=how)


_TELLERS: Mapping[type[LogEntry], Callable[[Run, Any], Told]] = MappingProxyType(
    {
        Memory: _memory,
        Event: _event,
        Line: _line,
        Conversation: _conversation,
        Step: _step,
        Diary: _diary,
        Intention: _intention,
        Relation: _relation,
        ThingState: _thing,
        Call: _call,
        Recall: _recall,
        Turn: _turn,
        Sighting: _sighting,
        Discovery: _discovery,
        Presence: _presence,
    }
)
