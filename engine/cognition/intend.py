"""Intend: what a sentence asks of somebody becomes what they mean to do, and stands so in the log until it is
done, has failed, or is let go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.clock import clock_words, day_of
from engine.cognition.knowing import known_paths
from engine.cognition.thinker import Thinker
from engine.intentions.times import times_from
from engine.intentions.understood import EVERYBODY, Understood
from engine.prompts.known import Aim
from engine.records import AgentId, Intention, IntentionKind, IntentionState, Line, Memory, Path, Relation

SPOKEN: tuple[IntentionKind, ...] = ("message", "question", "request", "meeting", "help")
"""What is done by speaking to somebody, or begins so."""

_STEPS = 10  # of closeness between nothing and all
_LASTS = 120  # minutes that an occasion is held for
_PLACES_TRIED = 3
_EARLY = 20  # minutes before a meeting at which being together there is having met


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
        for held in _against(thinker, new):
            stand(thinker, held, "dropped", because=memory.text)
        thinker.rows.add(new)
        if new.kind == "feeling" and new.strength:
            _feel(thinker, new)
        taken.append(new)
    return tuple(taken)


def announce(thinker: Thinker, one: Intention, importance: int) -> None:
    """Put an occasion that the agent will hold in plain words of its own, so that it is bound to it and others
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


def aims(thinker: Thinker) -> tuple[Aim, ...]:
    """Return what the agent means to do, oldest first, each with where whom it concerns may be found."""
    held = (one for one in thinker.mind.intentions.values() if one.is_open)
    return tuple(
        Aim(
            intention=one,
            left=_left(thinker, one),
            found=tuple(_whereabouts(thinker, other) for other in _left(thinker, one)),
        )
        for one in held
    )


def has_somebody_to_see(thinker: Thinker, since: int) -> bool:
    """Return whether the agent has meant to speak to somebody since a row of the log was made."""
    held = thinker.mind.intentions.values()
    return any(one.id > since and one.is_open and one.kind in SPOKEN and _left(thinker, one) for one in held)


def has_said(thinker: Thinker, line: Line) -> None:
    """Note what the agent has done by saying a line: who was to be told was told."""
    for one in tuple(thinker.mind.intentions.values()):
        spoken = one.is_open and one.kind in SPOKEN and line.tells and one.memory == line.tells
        if not spoken or one.others == (EVERYBODY,) or _left(thinker, one):
            continue
        if one.kind == "meeting" and one.when is not None and one.when > thinker.now:
            continue  # agreed on, and still to come
        stand(thinker, one, "done")


def keep_up(thinker: Thinker) -> None:
    """Note what comes true by being where one meant to be, when and with whom; and what is over."""
    inside = set(thinker.room.inside())
    for one in tuple(thinker.mind.intentions.values()):
        if not one.is_open or one.when is None or not _is_here(thinker, one.place):
            continue
        if one.kind == "meeting" and thinker.now >= one.when - _EARLY and inside.intersection(one.others):
            stand(thinker, one, "done")
        elif one.kind == "occasion" and one.when <= thinker.now:
            over = thinker.now >= one.when + _LASTS
            if over or one.state == "held":
                stand(thinker, one, "done" if over else "begun")


def due_on(thinker: Thinker) -> frozenset[AgentId]:
    """Return those to whom something is to be said that is due by now."""
    return frozenset(
        other
        for one in thinker.mind.intentions.values()
        if one.is_open and one.kind in SPOKEN and is_due(one, thinker.now)
        for other in _left(thinker, one)
    )


def is_due(one: Intention, now: int) -> bool:
    """Return whether the time for it has come: any time, where it has none or is to be done before one. A
    meeting is spoken of before its hour.
    """
    return one.when is None or one.kind == "meeting" or one.when <= now


def _intention(thinker: Thinker, one: Understood, memory: Memory) -> Intention:
    when = one.when
    lost = bool(one.strangers) and not one.others
    return Intention(
        id=thinker.rows.next_id(),
        agent=thinker.id,
        kind=one.kind,
        state="failed" if lost else "held",
        deed=one.deed,
        memory=memory.id,
        others=one.others,
        what=one.what,
        content=one.content,
        place=one.place,
        when=when.start if when is not None and not when.latest else None,
        until=when.start if when is not None and when.latest else when.end if when is not None else None,
        forbids=one.forbids or "",
        strength=one.strength,
        because=thinker.say("knows_nobody", who=", ".join(one.strangers)) if lost else "",
    )


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


def _left(thinker: Thinker, one: Intention) -> tuple[AgentId, ...]:
    """Return those who are still to be spoken to."""
    if one.kind not in (*SPOKEN, "occasion"):
        return ()
    return tuple(
        other for other in one.others if other != EVERYBODY and (one.memory, other) not in thinker.mind.told
    )


def _whereabouts(thinker: Thinker, other: AgentId) -> tuple[Path, ...]:
    """Return where somebody may be found, the likeliest first: where the agent saw them last, where they are
    known to live or to work.
    """
    stream, known = thinker.mind.stream, thinker.mind.known
    seen = (
        memory.place
        for memory in reversed(stream.memories)
        if memory.kind in ("observation", "talk") and other in memory.about and memory.place
    )
    persona = thinker.town.cast.personas[other]
    usual = (path for path in (persona.work, persona.home) if path in known)
    last, rooms = next(seen, ""), thinker.town.world.rooms
    return tuple(dict.fromkeys(path for path in (last, *usual, *_busy(thinker)) if path in rooms))


def _busy(thinker: Thinker) -> Iterator[Path]:
    """Yield the public rooms that the agent knows and where one meets people: those with hours come first."""
    world = thinker.town.world
    public = [path for path in known_paths(thinker) if not world.place_of[path].private]
    entries = [path for path in public if world.place_of[path].rooms[0].path == path]
    yield from sorted(entries, key=lambda path: world.place_of[path].open is None)[:_PLACES_TRIED]


def _is_here(thinker: Thinker, place: Path) -> bool:
    place_of = thinker.town.world.place_of
    return not place or place_of[place] == place_of[thinker.room.path]
