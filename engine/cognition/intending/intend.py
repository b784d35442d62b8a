"""Intend: what a sentence asks of somebody becomes what they mean to do, and stands so in the log until it is
done, has failed, or is let go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.clock import clock_words, day_of, minute_at
from engine.cognition.thinker import Thinker
from engine.intentions.times import times_from
from engine.intentions.understood import EVERYBODY, Moment, Understood
from engine.records import Intention, IntentionState, Memory, Relation

_AFTER_WAKING = 60  # minutes
_STEPS = 10  # of closeness between nothing and all


def understood(thinker: Thinker, text: str, *, told: bool) -> tuple[Understood, ...]:
    """Return what a text asks of the agent itself."""
    reader = thinker.town.readers.reader(thinker.persona)
    readings = reader.read(text, times_from(thinker.town.scenario, thinker.now), told=told)
    asked = (one for reading in readings for one in reading.asks)
    return tuple(one for one in asked if one.who == thinker.id)


def intend(thinker: Thinker, asked: Sequence[Understood], memory: Memory) -> tuple[Intention, ...]:
    """Take up what a memory says that one is to do; returns what is new of it.

    The later of two that contradict each other counts: the earlier is dropped. What names nobody who is here
    fails at once. A feeling changes how the agent stands to somebody from now on.
    """
    taken: list[Intention] = []
    for one in asked:
        new = _intention(thinker, one, memory)
        if any(_same(new, held) for held in thinker.mind.intentions.values() if held.is_open):
            continue
        for held in tuple(_against(thinker, new)):
            stand(thinker, held, "dropped", because=memory.text)
        new = replace(new, id=thinker.rows.next_id())
        thinker.rows.add(new)
        if new.kind == "feeling" and new.strength:
            _feel(thinker, new)
        taken.append(new)
    return tuple(taken)


def announce(thinker: Thinker, one: Intention, importance: int) -> None:
    """Put an occasion that the agent will hold in plain words of its own, which bind it, and which others
    can be told.
    """
    if one.kind != "occasion" or one.when is None:
        return
    phrases, world = thinker.town.phrases, thinker.town.world
    place = one.place or thinker.persona.home
    text = thinker.say(
        "holds",
        what=one.what,
        place=phrases.place(world.place_of[place].name),
        day=day_of(one.when),
        clock=clock_words(one.when),
    )
    thinker.remember("plan", text, importance, evidence=(one.memory,), place=place, when=one.when)


def stand(thinker: Thinker, held: Intention, state: IntentionState, because: str = "") -> None:
    """Have something that the agent means to do stand otherwise from now on."""
    thinker.rows.add(replace(held, id=thinker.rows.next_id(), began=held.first, state=state, because=because))


def _intention(thinker: Thinker, one: Understood, memory: Memory) -> Intention:
    when = one.when
    lost = bool(one.strangers) and not one.others
    return Intention(
        id=0,
        agent=thinker.id,
        kind=one.kind,
        state="failed" if lost else "held",
        deed=one.deed,
        memory=memory.id,
        others=one.others,
        what=one.what,
        content=one.content,
        place=one.place,
        when=_begins(thinker, when) if when is not None and not when.latest else None,
        until=when.start if when is not None and when.latest else when.end if when is not None else None,
        forbids=one.forbids or "",
        strength=one.strength,
        because=thinker.say("knows_nobody", who=", ".join(one.strangers)) if lost else "",
    )


def _begins(thinker: Thinker, when: Moment) -> int | None:
    """Return from which minute on it is to be done: on a day to come without an hour, after getting up."""
    if when.start is None and when.day is not None and when.day > thinker.day:
        return minute_at(when.day, thinker.persona.wake) + _AFTER_WAKING
    return when.start


def _same(new: Intention, held: Intention) -> bool:
    return (new.kind, new.forbids, new.others, new.when) == (
        held.kind, held.forbids, held.others, held.when
    ) and (new.what, new.content) == (held.what, held.content)  # fmt: skip


def _against(thinker: Thinker, new: Intention) -> Iterator[Intention]:
    """Yield what the agent meant to do so far that it cannot mean along with something new."""
    for held in thinker.mind.intentions.values():
        if held.is_open and (_forbids(new, held) or _forbids(held, new) or _feels_otherwise(held, new)):
            yield held


def _forbids(one: Intention, other: Intention) -> bool:
    """Return whether a prohibition is of another intention."""
    if one.kind != "prohibition" or one.forbids != other.kind:
        return False
    return one.others == other.others and (one.what == other.what or not one.what or not other.what)


def _feels_otherwise(one: Intention, other: Intention) -> bool:
    both = one.kind == other.kind == "feeling" and one.others == other.others
    return both and one.strength * other.strength < 0


def _feel(thinker: Thinker, felt: Intention) -> None:
    for other in felt.others:
        if other == EVERYBODY:
            continue
        before = thinker.mind.relations.get(other)
        closeness = felt.strength / _STEPS
        thinker.rows.add(
            Relation(
                id=thinker.rows.next_id(),
                agent=thinker.id,
                other=other,
                kind=before.kind if before else thinker.town.phrases.tie(closeness),
                closeness=closeness,
                note=thinker.say("feels_so", deed=felt.deed),
            )
        )
