"""The rows of the log, and how they came about, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from engine.api.interventions import INTERVENTIONS
from engine.api.prompts import PROMPTS
from engine.api.run import Explanation
from engine.api.talk import PERSON
from engine.api.workspace import Run
from engine.clock import clock_words
from engine.records import (
    AgentId,
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
    MemoryKind,
    Presence,
    Recall,
    Relation,
    Retraction,
    Sighting,
    Status,
    Step,
    ThingState,
    Turn,
    Way,
)
from studio.basics.rooms import place_words, room_words
from studio.basics.text import signed
from studio.catalogue.lists import sentences, with_commas
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.shared_words import status_name
from studio.catalogue.tr import tr, tr_in
from studio.intends.kinds import kind_title
from studio.why.memory_card import kind_word


@dataclass(frozen=True, kw_only=True)
class Told:
    """A row in words: its name, its agent, how it came about, its text, and further details."""

    name: str
    how: str
    text: str = ""
    who: AgentId = ""
    more: tuple[tuple[str, str], ...] = ()


_REASONS: Mapping[str, str] = MappingProxyType(
    {
        "wake": marked("when it was time to get up"),
        "arrive": marked("on arriving"),
        "step": marked("when the previous step was over"),
        "notice": marked("when something happened nearby"),
        "talked": marked("after a conversation"),
        "closing": marked("when the place was closing"),
        "whisper": marked("because of a whisper"),
        "away": marked("on leaving the town"),
        "author": marked("when the author intervened"),
    }
)


# memories that have their cause in what they name (a conversation, a plan), and not in why the turn began
_NOT_OF_THE_TURN: tuple[MemoryKind, ...] = ("seed", "talk", "plan")


def told(run: Run, row: LogEntry, turn: Turn | None = None) -> Told:
    """Describe a row of a run in plain words; with the turn that made it, also the reason of the turn."""
    said = _TELLERS[type(row)](run, row)
    reason = _REASONS.get(turn.reason, "") if turn else ""
    if not reason or isinstance(row, Turn) or (isinstance(row, Memory) and row.kind in _NOT_OF_THE_TURN):
        return said
    how = tr("{how} It happened {reason}.", how=said.how, reason=tr(reason))
    return Told(name=said.name, how=how, text=said.text, who=said.who, more=said.more)


def habit_words(run: Run, why: Explanation) -> str:
    """Return a person's usual hours if an act concerns sleep; "" for other rows."""
    who, hows = why.row.actor if isinstance(why.row, Event) else "", why.other_causes
    if not who or not ("sleep" in hows or "bedtime" in hows):
        return ""
    persona = run.scenario.persona(who)
    if "sleep" in hows:
        return tr("{name} usually gets up at {clock}.", name=persona.name, clock=clock_words(persona.wake))
    return tr("{name} usually goes to bed at {clock}.", name=persona.name, clock=clock_words(persona.sleep))


AIMS: Mapping[str, str] = MappingProxyType(
    {
        **{question.name: question.aim for question in PROMPTS},
        # what memories are looked up for, besides to answer one of these questions
        "converse": marked("find what to say next"),
        "reflect": marked("answer its own questions"),
        "embed": marked("find memories by meaning"),
        "draft_person": marked("draft a person for an author"),
    }
)


def purpose_words(purpose: str) -> str:
    """Return the purpose of a prompt or a recall: `plan_day` -> `plan the day`."""
    aim = AIMS.get(purpose)
    return tr(aim) if aim else purpose.replace("_", " ")


def answerer(model: str) -> str:
    """Return the model that answered, in words that begin a sentence; `model` is the call's."""
    if model == PERSON:
        return tr("A human user")
    return (
        tr("The rehearsal model") if model.startswith("rehearsal") else tr("The model {model}", model=model)
    )


def name_of(run: Run, agent: AgentId) -> str:
    """Return the name of an agent; the author has no id."""
    return run.town.cast.names.get(agent, agent) if agent else tr("the author")


def _memory(run: Run, row: Memory) -> Told:
    who = name_of(run, row.agent)
    return Told(
        name=kind_word(row.kind).capitalize(),
        who=row.agent,
        text=row.text,
        how=_MEMORY[row.kind](run, who, row),
    )


def _noticed(run: Run, who: str, row: Memory) -> str:
    if row.place:
        return tr("{who} noticed this at {room}.", who=who, room=room_words(run, row.place))
    return tr("{who} noticed this.", who=who)


def _concluded(_run: Run, who: str, row: Memory) -> str:
    if row.depth <= 1:
        return tr("{who} concluded this from {n} memories of what happened.", who=who, n=len(row.evidence))
    return tr(
        "{who} concluded this from {n} memories: earlier conclusions and what happened.",
        who=who,
        n=len(row.evidence),
    )


def _planned(_run: Run, who: str, row: Memory) -> str:
    if row.when is not None:
        return tr("{who} decided on this for {moment}.", who=who, moment=moment_words(row.when))
    return tr("{who} decided on this.", who=who)


_MEMORY: Mapping[MemoryKind, Callable[[Run, str, Memory], str]] = MappingProxyType(
    {
        "seed": lambda _run, who, _: tr(
            "The author gave {who} this memory; it was there from the start.", who=who
        ),
        "observation": _noticed,
        "reflection": _concluded,
        "plan": _planned,
        "talk": lambda _run, who, _: tr("{who} remembers this from a conversation.", who=who),
        "whisper": lambda _run, who, _: tr(
            "{who} heard this as an inner voice: someone whispered it in the studio.", who=who
        ),
    }
)


def _event(run: Run, row: Event) -> Told:
    room = room_words(run, row.room)
    if row.actor:
        how = tr(
            "{who} did this at {room}; anyone there could notice it.",
            who=name_of(run, row.actor),
            room=room,
        )
    else:
        how = tr("This happened at {room}; anyone there could notice it.", room=room)
    return Told(name=tr("Event"), who=row.actor, text=row.text, how=how)


def _line(run: Run, row: Line) -> Told:
    hearers = with_commas(name_of(run, one) for one in row.hearers)
    more = ((tr("Private thought"), row.thought),) if row.thought else ()
    text = _SAID_TO if hearers else _SAID_TO_NOBODY
    how = tr(text, who=name_of(run, row.speaker), hearers=hearers, clock=clock_words(row.said_at))
    return Told(name=tr_in("said", "Line"), who=row.speaker, text=row.text, how=how, more=more)


_SAID_TO = marked("{who} said this to {hearers} at {clock}.")
_SAID_TO_NOBODY = marked("{who} said this at {clock}; nobody heard it.")


def _conversation(run: Run, row: Conversation) -> Told:
    people = with_commas(name_of(run, one) for one in row.members)
    room, clock = room_words(run, row.room), clock_words(row.until)
    if row.ended_by:
        how = tr(
            "{people} talked at {room} until {clock}; {who} ended it.",
            people=people,
            room=room,
            clock=clock,
            who=name_of(run, row.ended_by),
        )
    else:
        how = tr("{people} talked at {room} until {clock}.", people=people, room=room, clock=clock)
    return Told(name=tr("Conversation"), text=row.summary, how=how)


def _step(run: Run, row: Step) -> Told:
    where = room_words(run, row.room) if row.room else ""
    text = _STEP_AT if where else _STEP
    how = tr(
        text,
        level=tr(_LEVELS[row.level]),
        who=name_of(run, row.agent),
        start=clock_words(row.start),
        end=clock_words(row.end),
        room=where,
    )
    return Told(name=tr("Plan"), who=row.agent, text=row.activity, how=how)


_STEP = marked("{who}'s {level}, from {start} to {end}.")
_STEP_AT = marked("{who}'s {level}, from {start} to {end} at {room}.")
_LEVELS: Mapping[str, str] = MappingProxyType(
    {
        "day": marked("day plan"),
        "block": marked("plan block"),
        "step": marked("plan step"),
    }
)


def _diary(run: Run, row: Diary) -> Told:
    how = tr(
        "{who} wrote this in the diary at the end of day {day}.", who=name_of(run, row.agent), day=row.day
    )
    return Told(name=tr("Diary"), who=row.agent, text=row.text, how=how)


def _intention(run: Run, row: Intention) -> Told:
    how = tr(
        "{who} intends to do this; it {state}.", who=name_of(run, row.agent), state=tr(_STATES[row.state])
    )
    text = tr("{kind}: {deed}", kind=kind_title(row.kind), deed=row.deed)
    return Told(name=tr("Intention"), who=row.agent, text=text, how=sentences(how, row.because))


def _status(run: Run, row: Status) -> Told:
    who = name_of(run, row.agent)
    how = tr(
        "From this moment on, {who}'s {name} is {value:g} out of 100.",
        who=who,
        name=status_name(row.name),
        value=row.value,
    )
    return Told(
        name=tr("Status"),
        who=row.agent,
        text=": ".join(filter(None, (run.town.phrases.status(row.name, row.value), row.because))),
        how=how,
    )


_STATES: Mapping[str, str] = MappingProxyType(
    {
        "held": marked("is still to be done, or is in effect"),
        "told": marked("has been mentioned and is still to come"),
        "prepared": marked("has been prepared"),
        "begun": marked("has started"),
        "agreed": marked("was agreed to"),
        "done": marked("is done"),
        "failed": marked("has failed"),
        "dropped": marked("was dropped"),
    }
)


def _relation(run: Run, row: Relation) -> Told:
    who, other = name_of(run, row.agent), name_of(run, row.other)
    how = tr(
        "From this moment on, {who}'s closeness to {other} is {closeness}.",
        who=who,
        other=other,
        closeness=signed(row.closeness, 2),
    )
    text = row.note or run.town.phrases.standing(row.kind, row.closeness)
    return Told(name=tr("Relationship"), who=row.agent, text=text, how=how)


def _thing(run: Run, row: ThingState) -> Told:
    how = (
        tr("{who} left it in this state.", who=name_of(run, row.by))
        if row.by
        else tr("The author left it in this state.")
    )
    return Told(name=tr("Object"), who=row.by, text=f"{place_words(row.thing)}: {row.state}", how=how)


def _intervened(run: Run, row: Intervened) -> Told:
    more = ((tr("Why"), row.why),) if row.why else ()
    kind = INTERVENTIONS.get(row.verb)
    if row.who == "author":
        how = tr("The author did this during the run.")
    else:
        how = tr("{who} did this during the run.", who=row.who)
    name = tr(kind.title) if kind else tr("Intervention")
    return Told(name=name, text=with_commas(row.asked.values()), how=how, more=more)


def _joined(run: Run, row: Joined) -> Told:
    how = tr(
        "From this moment on, {who} lives in the town as this file describes.", who=name_of(run, row.agent)
    )
    return Told(name=tr("New person"), who=row.agent, text=row.persona, how=how)


def _retraction(run: Run, row: Retraction) -> Told:
    how = tr(_RETRACTED[bool(row.agent), row.hidden], who=name_of(run, row.agent))
    return Told(name=tr("Retraction"), who=row.agent, how=how)


# By whether it is of somebody's memory, and whether it is hidden or shown again.
_RETRACTED: Mapping[tuple[bool, bool], str] = MappingProxyType(
    {
        (True, True): marked(
            "From this moment on, one of {who}'s memories no longer counts. The row itself stays in the log."
        ),
        (True, False): marked(
            "From this moment on, one of {who}'s memories counts again. The row itself stays in the log."
        ),
        (False, True): marked(
            "From this moment on, an event no longer counts. The row itself stays in the log."
        ),
        (False, False): marked(
            "From this moment on, an event counts again. The row itself stays in the log."
        ),
    }
)


def _lock(run: Run, row: Lock) -> Told:
    others = with_commas(name_of(run, one) for one in row.others)
    text = _lock_text(row)
    how = tr(text, who=name_of(run, row.agent), others=others)
    return Told(name=tr("Lock"), who=row.agent, text=row.text, how=how)


def _lock_text(row: Lock) -> str:
    if row.said:
        return marked("{who} said this to {others} because an author had set it.")
    if row.text and row.held:
        return marked("{who} is to say this to {others} in their next conversation.")
    if row.text:
        return marked("{who} no longer has to say this to {others}.")
    if row.held:
        return marked("From this moment on, how {who} feels about {others} is locked.")
    return marked("From this moment on, how {who} feels about {others} is no longer locked.")


def _call(run: Run, row: Call) -> Told:
    who = name_of(run, row.agent)
    return Told(
        name=tr("Call"),
        who=row.agent,
        how=tr(
            "The model was asked to {purpose} for {who}.",
            who=who,
            purpose=purpose_words(row.purpose),
        ),
    )


def _recall(run: Run, row: Recall) -> Told:
    how = tr(
        "{who} searched memory for this, to {purpose}.",
        who=name_of(run, row.agent),
        purpose=purpose_words(row.purpose),
    )
    return Told(name=tr("Recall"), who=row.agent, text=row.query, how=how)


def _turn(run: Run, row: Turn) -> Told:
    who, room, reason = name_of(run, row.agent), room_words(run, row.room), _REASONS.get(row.reason)
    if reason is None:
        how = tr("{who} had a turn at {room}.", who=who, room=room)
    else:
        how = tr("{who} had a turn at {room} {reason}.", who=who, room=room, reason=tr(reason))
    return Told(name=tr("Turn"), who=row.agent, how=how)


def _sighting(run: Run, row: Sighting) -> Told:
    how = tr("{who} has seen this place.", who=name_of(run, row.agent))
    state = f": {row.state}" if row.state else ""
    return Told(name=tr("Sighting"), who=row.agent, text=f"{place_words(row.path)}{state}", how=how)


def _discovery(run: Run, row: Discovery) -> Told:
    how = tr(
        "{who} did not know this place before. {way}.", who=name_of(run, row.agent), way=way_words(run, row)
    )
    return Told(name=tr("Discovery"), who=row.agent, text=place_words(row.room), how=how)


def way_words(run: Run, row: Discovery) -> str:
    """Return in words how an agent came to know a place."""
    return tr(_WAYS[row.way], by=name_of(run, row.by))


_WAYS: Mapping[Way, str] = MappingProxyType(
    {
        "entered": marked("Discovered by going there"),
        "seen": marked("Seen on the way"),
        "told": marked("Told about it by {by}"),
    }
)


def _knows(run: Run, row: Knows) -> Told:
    how = (
        tr("{by} told {who}.", by=name_of(run, row.by), who=name_of(run, row.agent))
        if row.by
        else tr("{who} has a memory of it.", who=name_of(run, row.agent))
    )
    fact = next((fact.text for fact in run.scenario.facts if fact.id == row.fact), row.fact)
    return Told(name=tr("Known fact"), who=row.agent, text=fact, how=how)


def _presence(run: Run, row: Presence) -> Told:
    how = tr(
        "From this moment on, {who} is here: {room}.",
        who=name_of(run, row.agent),
        room=room_words(run, row.room),
    )
    return Told(name=tr("Presence"), who=row.agent, text=row.doing, how=how)


_TELLERS: Mapping[type[LogEntry], Callable[[Run, Any], Told]] = MappingProxyType(
    {
        Memory: _memory,
        Event: _event,
        Line: _line,
        Conversation: _conversation,
        Step: _step,
        Diary: _diary,
        Intention: _intention,
        Status: _status,
        Relation: _relation,
        ThingState: _thing,
        Intervened: _intervened,
        Joined: _joined,
        Retraction: _retraction,
        Lock: _lock,
        Call: _call,
        Recall: _recall,
        Turn: _turn,
        Sighting: _sighting,
        Discovery: _discovery,
        Knows: _knows,
        Presence: _presence,
    }
)
