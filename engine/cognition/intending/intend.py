"""Intend: what a sentence asks of somebody becomes what they mean to do, and stands so in the log until it is
done, has failed, or is let go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.clock import DAY, clock_words, day_of, minute_at
from engine.cognition.intending.barred import is_of_place, is_within
from engine.cognition.thinker import Thinker, Town
from engine.cognition.wayfinding.places import discover
from engine.intentions.stated import STEPS, Stated
from engine.intentions.understood import Timing, Understood
from engine.practices.conduct import (
    AHEAD,
    ALONE,
    BARS_TALK,
    DEEDS,
    DONE_WITH,
    HELD,
    LASTING,
    ONCE,
    SPOKEN,
)
from engine.records import (
    EVERYBODY,
    AgentId,
    Intention,
    IntentionState,
    Memory,
    MemoryKind,
    Path,
    Persona,
    Relation,
    StatedIntention,
    is_visitor,
)

_AFTER_WAKING = 60  # minutes
_NIGHT = 3 * 60  # up to when an hour belongs to the evening before
_AFTERNOON, _EVENING = 17 * 60, 20 * 60
_PART_BEGINS = 60  # minutes
_HALF_HOUR = 30
_STRONG = 0.6  # of closeness, from which on a tie speaks for itself
_COOLS = 0.4  # by how much a tie that one means to cut does


def intend(thinker: Thinker, asked: Sequence[Understood], memory: Memory) -> tuple[Intention, ...]:
    """Take up what a memory says that one is to do; returns what is new of it.

    The later of two that contradict each other counts: the earlier is dropped. What names nobody who is here
    fails at once. A feeling changes how the agent stands to somebody from now on.
    """
    taken: list[Intention] = []
    for one in asked:
        new = _intention(thinker, one, memory)
        if len(asked) == 1 and new.kind in ONCE:
            new = _as_agreed(new, memory)
        if memory.kind == "plan" and new.when is None and new.until is None:
            new = _sometime(thinker, new)
        if any(_same(new, held) for held in thinker.mind.intentions.values() if held.is_open):
            continue
        for held in tuple(_against(thinker, new)):
            stand(thinker, held, "dropped", because=memory.text)
            _call_off(thinker, held, memory)
        new = replace(new, id=thinker.rows.next_id())
        thinker.rows.add(new)
        if new.kind == "feeling" and new.strength:
            _feel(thinker, new)
        if _cuts_off(new):
            _cool(thinker, new)
        taken.append(new)
    return tuple(taken)


def stated_by(town: Town, persona: Persona, now: int, intention: StatedIntention) -> Stated:
    """Return what an author states as data, as somebody takes it at a minute."""
    room = town.world.rooms[intention.place] if intention.place else None
    return Stated(
        intention,
        persona,
        now,
        names=town.cast.names,
        phrases=town.phrases,
        place=town.phrases.room(room) if room is not None else "",
    )


def take_up(
    thinker: Thinker, stated: Stated, kind: MemoryKind, importance: int, evidence: Sequence[int] = ()
) -> None:
    """Remember what is stated as data, in its words, and mean to do it."""
    memory = thinker.remember(
        kind,
        stated.sentence,
        importance,
        evidence=tuple(evidence),
        place=stated.place if stated.when is not None else "",
        when=stated.when,
    )
    for one in intend(thinker, stated.asks, memory):
        announce(thinker, one, importance)


def announce(thinker: Thinker, one: Intention, importance: int) -> None:
    """Put an occasion that the agent will hold, a meeting it means to have, or its move, in plain words of
    its own, which others can be told; those of the first two bind it.
    """
    if one.state == "failed":
        return
    if one.kind == "move" and one.place:
        _take_leave(thinker, one, importance)
    if one.kind not in AHEAD or one.when is None:
        return
    phrases, world = thinker.town.phrases, thinker.town.world
    place = one.place or thinker.persona.home
    within = one.place and world.place_of[place].rooms[0].path != place
    said = {
        "place": phrases.room(world.rooms[place]) if within else phrases.place(world.place_of[place].name),
        "day": day_of(one.when),
        "clock": clock_words(one.when),
    }
    own = thinker.mind.stream.get(one.memory).text
    if one.kind in HELD:
        text = thinker.say_or(own, "holds", what=_what_for(thinker, one), **said)
    else:
        text = thinker.say_or(own, "meets", others=_listed(thinker, one.others), **said)
    plan = thinker.remember("plan", text, importance, evidence=(one.memory,), place=place, when=one.when)
    row = replace(one, id=thinker.rows.next_id(), began=one.first, memory=plan.id)
    thinker.rows.add(row)  # that is what the others are told


def _call_off(thinker: Thinker, held: Intention, memory: Memory) -> None:
    """Mean to tell those who have been asked to an occasion that it is not taking place."""
    if held.kind not in AHEAD or held.when is None:
        return
    let_go(thinker, thinker.mind.stream.get(held.memory))
    if held.kind not in HELD:
        return
    asked = tuple(other for told, other in thinker.mind.told if told == held.memory and not is_visitor(other))
    if not asked:
        return
    day, clock = day_of(held.when), clock_words(held.when)
    off = thinker.say_or(memory.text, "called_off", what=held.what, day=day, clock=clock)
    row = Intention(
        id=thinker.rows.next_id(), agent=thinker.id, kind="message", state="held", deed=memory.text,
        memory=memory.id, others=asked, content=off, until=held.when,
    )  # fmt: skip
    thinker.rows.add(row)


def let_go(thinker: Thinker, engagement: Memory) -> None:
    """Be bound no longer to something, since it is not taking place."""
    text = thinker.say_or(f"✗ {engagement.text}", "is_off", what=engagement.text)
    thinker.remember("plan", text, engagement.importance, evidence=(engagement.id,))


def _what_for(thinker: Thinker, one: Intention) -> str:
    """Return what is given, and for whom where that is a surprise: whoever is asked to it must know."""
    whom = kept_from(thinker, one)
    return thinker.say("what_for", what=one.what, people=_listed(thinker, sorted(whom))) if whom else one.what


def _listed(thinker: Thinker, people: Iterable[AgentId]) -> str:
    names = thinker.town.cast.names
    return thinker.town.phrases.list([names[other] for other in people])


def kept_from(thinker: Thinker, one: Intention) -> frozenset[AgentId]:
    """Return those who are not to learn of an occasion: for whom it is a surprise, or who are named so."""
    what = one.what.lower()
    return frozenset(
        other
        for each in thinker.mind.intentions.values()
        if each.kind == "secret" and each.is_open
        if each.deed == one.deed or (what and what in (each.content or each.what).lower())
        for other in each.others
    )


def _take_leave(thinker: Thinker, one: Intention, importance: int) -> None:
    place = thinker.town.world.place_of[one.place]
    text = thinker.say_or(
        thinker.mind.stream.get(one.memory).text,
        "moves" if one.until is None else "spends_night",
        place=thinker.town.phrases.place(place.name),
        day=day_of(one.when if one.when is not None else thinker.now),
    )
    thinker.remember("plan", text, importance, evidence=(one.memory,), place=one.place)
    discover(thinker, one.place, "told", source=one.memory)


def stand(thinker: Thinker, held: Intention, state: IntentionState, because: str = "") -> None:
    """Have something that the agent means to do stand otherwise from now on."""
    thinker.rows.add(replace(held, id=thinker.rows.next_id(), began=held.first, state=state, because=because))


def _intention(thinker: Thinker, one: Understood, memory: Memory) -> Intention:
    one = _with_them_over(thinker, one)
    place, (when, until) = _whereto(thinker, one), _when(thinker, one)
    if one.kind == "prohibition" and place:
        place = _barred_place(thinker, place, one.text)
    elif place:
        place = _among_homes(thinker, place, one.others)
    if one.kind == "help" and when is not None and one.when is not None and _is_at_one_hour(one.when):
        place = place or _where_to_help(thinker, one, when)
        one = replace(one, kind="meeting") if place else one  # they have to know of it
    lost = one.is_of_nobody
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
        place=place,
        when=when,
        until=until,
        forbids=one.forbids or "",
        strength=one.strength,
        because=thinker.say("knows_nobody", who=", ".join(one.strangers)) if lost else "",
    )


def _is_at_one_hour(when: Timing) -> bool:
    """Return whether something is to be at an hour, and not at any of several."""
    return when.is_at_an_hour and when.end is None


def _when(thinker: Thinker, one: Understood) -> tuple[int | None, int | None]:
    """Return from when and until when something is to be done, by what kind of thing it is."""
    when, until = _span(thinker, one)
    if one.for_a_night:
        return _night_of(thinker, when)
    if one.kind == "move":  # for good; by then at the latest
        return _evening_before(until) if when is None else when, None
    asked_before = one.kind == "request" and one.when is not None and one.when.said in one.content
    if asked_before and when is not None:
        return None, when
    if one.kind == "help" and when is None and until is None and _is_given_back(thinker, one):
        return None, _bedtime(thinker, thinker.day + 1)
    if one.kind in LASTING or asked_before:  # a day that is named is the one by which it is decided
        return None, until if until is not None else when
    return when, until


def _as_agreed(one: Intention, memory: Memory) -> Intention:
    """Return what is to be done at the hour and the place that its memory binds to, where it has none."""
    timeless = one.when is None and one.until is None
    return replace(one, when=memory.when if timeless else one.when, place=one.place or memory.place)


def _sometime(thinker: Thinker, one: Intention) -> Intention:
    """Return what one has resolved to do with a time for it where none is named: by tomorrow evening, and
    what is to be done every day in the afternoon.
    """
    if one.kind == "habit":
        return replace(one, when=minute_at(thinker.day, _AFTERNOON))
    return replace(one, until=_bedtime(thinker, thinker.day + 1)) if one.kind in ONCE else one


def _span(thinker: Thinker, one: Understood) -> tuple[int | None, int | None]:
    """Return from when and until when something is to be done, or is not to be done."""
    when = one.when
    if when is None:
        return None, None
    if one.forbids == "habit" and one.others and when.start is not None:
        return _hours_of_silence(thinker, when, when.start % DAY)
    if when.lasting and when.start is not None and one.kind in ALONE:
        return _kept_up_from(thinker, when.start), when.start
    if when.latest:
        waits = when.that_day and one.kind in ALONE and when.day is not None and when.day > thinker.day
        return minute_at(when.day or 0, 0) if waits else None, _not_in_bed(thinker, when.start)
    if one.kind == "prohibition":
        return _barred_span(thinker, when)
    ends = when.end
    by_the_end = one.kind in ALONE or one.kind == "help"
    if when.start is None and when.day is not None and by_the_end and not when.recurs:
        ends = _bedtime(thinker, when.day)
    if one.kind in AHEAD | DONE_WITH and when.start is not None and when.end is not None and when.end % DAY:
        return _agreed_hour(thinker, when.start, when.end), ends
    return _begins(thinker, when), ends


def _kept_up_from(thinker: Thinker, until: int) -> int:
    """Return from which minute on something is kept up until another: from now on, or from getting up."""
    up = minute_at(day_of(until), thinker.persona.wake)
    return max(thinker.now, up) if up < until else thinker.now


def _hours_of_silence(thinker: Thinker, when: Timing, clock: int) -> tuple[int, int]:
    """Return from when until when somebody is not spoken to, today as on every day."""
    if when.latest:
        return minute_at(thinker.day, 0), minute_at(thinker.day, clock)
    begins = minute_at(thinker.day, clock)
    if when.start is not None and when.end is not None:
        return begins, begins + when.end - when.start
    return begins, minute_at(thinker.day + 1, _NIGHT) if when.onward else begins + _PART_BEGINS


def _night_of(thinker: Thinker, when: int | None) -> tuple[int, int]:
    """Return from when until when somebody who is to sleep elsewhere for a night is at home there."""
    day = day_of(when) if when is not None else thinker.day
    begins = max(minute_at(day, _EVENING), when or 0, thinker.now)
    return begins, minute_at(day + 1, thinker.persona.wake)


def _evening_before(until: int | None) -> int | None:
    """Return when somebody who is to live elsewhere by the end of a day is there, to sleep there."""
    return None if until is None else min(until, minute_at(day_of(until - 1), _EVENING))


def _not_in_bed(thinker: Thinker, until: int | None) -> int | None:
    """Return by when something is to be done that is to be done by a minute: not before one has got up."""
    if until is None:
        return None
    up = minute_at(day_of(until), thinker.persona.wake) + _AFTER_WAKING
    return up if minute_at(day_of(until), _NIGHT) <= until < up else until


def _begins(thinker: Thinker, when: Timing) -> int | None:
    """Return from which minute on it is to be done: on a day to come without an hour, after getting up."""
    if when.start is None and when.day is not None and when.day > thinker.day:
        return minute_at(when.day, thinker.persona.wake) + _AFTER_WAKING
    return when.start


def _agreed_hour(thinker: Thinker, start: int, end: int) -> int:
    """Return the hour for which others are asked to come in a part of a day: in the middle of it, as nobody
    means six by "in the morning", and not before one is up.
    """
    up = minute_at(day_of(start), thinker.persona.wake) + _AFTER_WAKING
    hour = max((start + end) // 2 // _HALF_HOUR * _HALF_HOUR, up)
    return hour if hour > thinker.now else start


def _barred_span(thinker: Thinker, when: Timing) -> tuple[int | None, int | None]:
    """Return from when and until when something is not to be done: all of a day that is named, or what is
    left of it from an hour on.
    """
    day = when.day if when.day is not None else day_of(when.start) if when.start is not None else None
    if day is None:
        return None, when.end
    if when.onward:
        return when.start if when.start is not None else minute_at(day, 0), None
    if when.start is not None and when.end is not None:
        return when.start - _PART_BEGINS, when.end  # nobody knows to the minute when an evening begins
    return when.start if when.start is not None else minute_at(day, 0), when.end or _bedtime(thinker, day)


def _bedtime(thinker: Thinker, day: int) -> int:
    """Return when a day of the agent's ends: not before midnight."""
    return minute_at(day, max(thinker.persona.sleep, DAY))


def _whereto(thinker: Thinker, one: Understood) -> Path:
    """Return where something is to be: a move is to the home of whoever one moves in with, not of all."""
    whom = one.others[0] if one.kind == "move" and not one.place and one.others else ""
    other = thinker.town.cast.personas.get(whom)
    return other.home if other is not None else one.place


def _among_homes(thinker: Thinker, place: Path, others: Sequence[AgentId]) -> Path:
    """Return which room of a house is meant in which each has a room of their own, and into which one comes
    through somebody's: that of those one does it with, or one's own.
    """
    personas, whole = thinker.town.cast.personas, thinker.town.world.place_of[place]
    lives_there = {persona.home: persona.id for persona in personas.values()}
    if whole.rooms[0].path != place or lives_there.get(place, thinker.id) in (thinker.id, *others):
        return place
    homes = (personas[agent].home for agent in (*others, thinker.id) if agent in personas)
    return next((home for home in homes if home and thinker.town.world.place_of[home] is whole), place)


def _where_to_help(thinker: Thinker, one: Understood, when: int) -> Path:
    """Return where somebody is helped at an hour when no place is named: at home, where it is about that;
    else where they usually are then, as far as the agent knows the way there. Nowhere, where it is not one.
    """
    personas, world = thinker.town.cast.personas, thinker.town.world
    other = personas.get(one.others[0]) if len(one.others) == 1 else None
    if other is None or not other.home:
        return ""
    called = world.place_of[other.home].name.split()[-1]  # "the roof of his caravan"
    if called.lower() in one.deed.lower():
        return other.home
    place = _usual_place(thinker, other, when)
    return place if place in thinker.mind.known else other.home


def _usual_place(thinker: Thinker, one: Persona, when: int) -> Path:
    """Return where somebody is at an hour of a usual day."""
    usual = [item.place for item in one.routine if item.start <= when % DAY][-1:]
    return next((place for place in usual if place in thinker.town.world.rooms), one.home)


def _with_them_over(thinker: Thinker, one: Understood) -> Understood:
    """Return a hand that is asked for at an hour as the meeting that it takes, where one is at that hour."""
    hour = one.when is not None and one.when.is_at_an_hour
    asks = one.kind == "request" and bool(one.others) and EVERYBODY not in one.others
    begins = _span(thinker, one)[0] if asks and hour else None
    if begins is None or not thinker.town.phrases.lends_a_hand(one.content):
        return one
    place = one.place or _usual_place(thinker, thinker.persona, begins)
    return replace(one, kind="meeting", content="", place=place)


def _is_given_back(thinker: Thinker, one: Understood) -> bool:
    """Return whether a thing is to be handed over: more than a wish, though no day is named for it."""
    return bool(one.others and one.what) and thinker.town.phrases.hands_over(one.deed)


def _barred_place(thinker: Thinker, place: Path, text: str) -> Path:
    """Return what a prohibition of a place is about: all of it, unless it is of one of its rooms."""
    world = thinker.town.world
    return world.place_of[place].name if world.is_whole(place, text) else place


def _same(new: Intention, held: Intention) -> bool:
    if new.kind in ALONE and new.memory == held.memory and new.place != held.place:
        return False  # one thing after the other
    if new.kind == held.kind and new.kind in HELD and new.what and new.when is not None:
        return (new.what.lower(), new.when) == (held.what.lower(), held.when)  # whoever is asked to it
    return (new.kind, new.forbids, new.others, new.when, new.strength) == (
        held.kind, held.forbids, held.others, held.when, held.strength
    ) and (new.what, new.content) == (held.what, held.content)  # fmt: skip


def _against(thinker: Thinker, new: Intention) -> Iterator[Intention]:
    """Yield what the agent meant to do so far that it cannot mean along with something new."""
    for held in thinker.mind.intentions.values():
        ruled_out = _forbids(new, held) or _rules_out(new, held)
        if held.is_open and (ruled_out or _forbids(held, new) or _feels_otherwise(held, new)):
            yield held


def _forbids(one: Intention, other: Intention) -> bool:
    """Return whether a prohibition is of another intention."""
    if one.kind != "prohibition":
        return False
    if one.place:
        return is_of_place(one) and is_within(one.place, other.place) and _at_once(one, other)
    if one.forbids != other.kind:
        return False
    called_off = one.forbids == "occasion" and not one.others  # whoever was to come
    if called_off and one.what in other.what:
        return True
    return one.others == other.others and (one.what == other.what or not one.what or not other.what)


def _rules_out(new: Intention, held: Intention) -> bool:
    """Return whether a prohibition is of something that was meant before, whatever kind that is of: of what
    would be said to nobody but those one is not to speak to, or of what would be done by oneself.
    """
    if new.kind != "prohibition" or new.memory == held.memory:
        return False
    if new.forbids in BARS_TALK and new.others and not new.place:
        with_them = bool(held.others) and set(held.others) <= set(new.others)
        return held.kind in SPOKEN | ONCE and with_them and _at_once(new, held)
    of_it = bool(new.what) and new.what.lower() in held.deed.lower()
    return new.forbids in DEEDS and held.kind in ALONE and not new.others and of_it and _at_once(new, held)


def _at_once(one: Intention, other: Intention) -> bool:
    """Return whether something is to be done while a prohibition of where it would be done holds."""
    if one.is_daily:
        return other.when is not None and one.binds_at(other.when)
    if other.when is None or other.kind == "habit":
        return one.until is None or (other.until is not None and other.until <= one.until)
    return (one.when is None or one.when <= other.when) and (one.until is None or other.when < one.until)


def _feels_otherwise(one: Intention, other: Intention) -> bool:
    both = one.kind == other.kind == "feeling" and one.others == other.others
    return both and one.strength * other.strength < 0


def _cuts_off(new: Intention) -> bool:
    """Return whether one means to have nothing to do with somebody any more."""
    for_good = new.kind == "prohibition" and new.when is None and new.until is None
    return for_good and new.forbids == "meeting" and not new.place


def _cool(thinker: Thinker, cut: Intention) -> None:
    """Stand further from those one means to have nothing to do with than one stood."""
    for other in cut.others:
        before = thinker.mind.relations.get(other)
        if before is not None and other != EVERYBODY:
            note = thinker.say_or(cut.deed, "shuns", other=thinker.town.cast.names[other])
            _stand_to(thinker, other, max(-1.0, round(before.closeness - _COOLS, 3)), note)


def _feel(thinker: Thinker, felt: Intention) -> None:
    note = thinker.say_or(felt.deed, "feels_so", deed=felt.deed)
    for other in felt.others:
        if other != EVERYBODY and not _is_felt_already(thinker, felt, other):
            _stand_to(thinker, other, felt.strength / STEPS, note)


def _is_felt_already(thinker: Thinker, felt: Intention, other: AgentId) -> bool:
    """Return whether a seed says no more than its author has put in a number, which stays as it is."""
    tie = thinker.mind.relations.get(other)
    of_a_seed = thinker.mind.stream.get(felt.memory).kind == "seed"
    return (
        of_a_seed and tie is not None and tie.closeness * felt.strength > 0 and abs(tie.closeness) >= _STRONG
    )


def _stand_to(thinker: Thinker, other: AgentId, closeness: float, note: str) -> None:
    if thinker.mind.is_held_to(other):
        return
    before = thinker.mind.relations.get(other)
    thinker.rows.add(
        Relation(
            id=thinker.rows.next_id(),
            agent=thinker.id,
            other=other,
            kind=before.kind if before else thinker.town.phrases.tie(closeness),
            closeness=closeness,
            note=note,
        )
    )
