"""Turns what a sentence asks of an agent into intentions, logged until they are done, failed or dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.clock import clock_words, day_of
from engine.cognition.facts import facts_stated
from engine.cognition.intending.barred import is_not_asked
from engine.cognition.intending.closeness import cool, cuts_off, feel_towards
from engine.cognition.intending.contradicting import against, is_same
from engine.cognition.intending.placing import (
    among_homes,
    barred_place,
    usual_place,
    where_to_help,
    where_to_visit,
    whereto,
)
from engine.cognition.intending.timing import is_at_one_hour, sometime, span, when_to_do
from engine.cognition.thinker import Thinker, Town
from engine.cognition.wayfinding.places import discover
from engine.intentions.stated import Stated
from engine.intentions.understood import Understood
from engine.practices.conduct import (
    AHEAD,
    HELD,
    ONCE,
    announces,
)
from engine.records import (
    EVERYBODY,
    AgentId,
    Fact,
    Intention,
    IntentionState,
    Memory,
    MemoryKind,
    Persona,
    StatedIntention,
    is_visitor,
)


def intend(thinker: Thinker, asked: Sequence[Understood], memory: Memory) -> tuple[Intention, ...]:
    """Add the intentions that a memory asks of the agent, and return the new ones.

    A new intention replaces those it contradicts, which are dropped. One that names only people who are not
    in the town fails at once. A feeling changes how close the agent feels to others from now on.
    """
    taken: list[Intention] = []
    for understood in asked:
        new = _intention(thinker, understood, memory)
        if len(asked) == 1 and new.kind in ONCE:
            new = _as_agreed(new, memory)
        if memory.kind == "plan" and new.when is None and new.until is None:
            new = sometime(thinker, new)
        if any(is_same(new, held) for held in thinker.mind.intentions.values() if held.is_open):
            continue
        for held in tuple(against(thinker, new)):
            stand(thinker, held, "dropped", because=memory.text)
            _plan_calling_off(thinker, held, memory)
        new = replace(new, id=thinker.rows.next_id())
        thinker.rows.add(new)
        if new.kind == "feeling" and new.strength:
            feel_towards(thinker, new)
        if cuts_off(new):
            cool(thinker, new)
        taken.append(new)
    return tuple(taken)


def held_by(thinker: Thinker, asked: Sequence[Understood], memory: Memory) -> Iterator[Intention]:
    """Yield the agent's open intentions that a memory asks for, whether taken from it or held before."""
    wanted = [_intention(thinker, understood, memory) for understood in asked]
    for held in thinker.mind.intentions.values():
        if held.is_open and any(is_same(new, held) for new in wanted):
            yield held


def stating(thinker: Thinker, fact: Fact) -> Iterator[Intention]:
    """Yield the agent's open intentions that say a fact in their own words, as a message that is the fact."""
    lexicon = thinker.mind.stream.lexicon
    for held in thinker.mind.intentions.values():
        text = f"{thinker.mind.stream.get(held.memory).text} {held.content}"
        if held.is_open and fact.id in facts_stated(thinker.town, lexicon, text):
            yield held


def announced_by(thinker: Thinker, memory: Memory) -> Iterator[Intention]:
    """Yield the open occasions of the agent that a memory announces."""
    for held in thinker.mind.intentions.values():
        if held.is_open and announces(memory, held, thinker.town.world.place_of):
            yield held


def stated_by(town: Town, persona: Persona, now: int, intention: StatedIntention) -> Stated:
    """Return an intention that an author states in fields, as a persona takes it up at minute `now`."""
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
    """Remember an intention stated in fields, in its own words, and add what it asks."""
    memory = thinker.remember(
        kind,
        stated.sentence,
        importance,
        evidence=tuple(evidence),
        place=stated.place if stated.when is not None else "",
        when=stated.when,
    )
    for intention in intend(thinker, stated.asks, memory):
        announce(thinker, intention, importance)


def announce(thinker: Thinker, intention: Intention, importance: int) -> None:
    """Remember an occasion, a meeting or a move in the agent's own words, which others can be told.

    Occasions and meetings become engagements with a time and place.
    """
    if intention.state == "failed":
        return
    if intention.kind == "move" and intention.place:
        _announce_move(thinker, intention, importance)
    if intention.kind not in AHEAD or intention.when is None:
        return
    phrases, world = thinker.town.phrases, thinker.town.world
    place = intention.place or thinker.persona.home
    within = intention.place and world.place_of[place].rooms[0].path != place
    values = {
        "place": phrases.room(world.rooms[place]) if within else phrases.place(world.place_of[place].name),
        "day": day_of(intention.when),
        "clock": clock_words(intention.when),
    }
    excluded = _not_invited(thinker, intention)
    if intention.kind in HELD and excluded:
        people = _listed(thinker, excluded)
        text = thinker.say("holds_for_all_but", what=intention.what, people=people, **values)
    elif intention.kind in HELD:
        text = thinker.say("holds", what=_occasion_words(thinker, intention), **values)
    else:
        text = thinker.say("meets", others=_listed(thinker, intention.others), **values)
    plan = thinker.remember(
        "plan", text, importance, evidence=(intention.memory,), place=place, when=intention.when
    )
    row = replace(intention, id=thinker.rows.next_id(), began=intention.first, memory=plan.id)
    thinker.rows.add(row)  # others are told this memory


def _plan_calling_off(thinker: Thinker, held: Intention, memory: Memory) -> None:
    """Drop the engagement of a gathering, and add a message to the guests who were invited."""
    if held.kind not in AHEAD or held.when is None:
        return
    let_go(thinker, thinker.mind.stream.get(held.memory))
    if held.kind not in HELD:
        return
    guests = tuple(
        other for memory_id, other in thinker.mind.told if memory_id == held.memory and not is_visitor(other)
    )
    if not guests:
        return
    day, clock = day_of(held.when), clock_words(held.when)
    message = thinker.say("called_off", what=held.what, day=day, clock=clock)
    row = Intention(
        id=thinker.rows.next_id(), agent=thinker.id, kind="message", state="held", deed=memory.text,
        memory=memory.id, others=guests, content=message, until=held.when,
    )  # fmt: skip
    thinker.rows.add(row)


def let_go(thinker: Thinker, engagement: Memory) -> None:
    """Remember that an engagement is off, so that it no longer binds the agent."""
    text = thinker.say("is_off", what=engagement.text)
    thinker.remember("plan", text, engagement.importance, evidence=(engagement.id,))


def _occasion_words(thinker: Thinker, intention: Intention) -> str:
    """Return an occasion in words; for a surprise, with the person it is for, as guests must know that."""
    surprised = kept_from(thinker, intention)
    return (
        thinker.say("what_for", what=intention.what, people=_listed(thinker, sorted(surprised)))
        if surprised
        else intention.what
    )


def _not_invited(thinker: Thinker, intention: Intention) -> tuple[AgentId, ...]:
    """Return the agents who are not to be invited to an occasion, as guests must know that.

    The result is empty for a surprise, which names whom it is for.
    """
    if intention.kind not in HELD or kept_from(thinker, intention):
        return ()
    names = thinker.town.cast.names
    return tuple(agent for agent in sorted(names) if is_not_asked(thinker, agent, intention.what))


def _listed(thinker: Thinker, people: Iterable[AgentId]) -> str:
    names = thinker.town.cast.names
    return thinker.town.phrases.list([names[other] for other in people])


def kept_from(thinker: Thinker, intention: Intention) -> frozenset[AgentId]:
    """Return the agents who must not learn of an occasion, because a secret keeps it from them."""
    what = intention.what.lower()
    return frozenset(
        other
        for secret in thinker.mind.intentions.values()
        if secret.kind == "secret" and secret.is_open
        if secret.deed == intention.deed or (what and what in (secret.content or secret.what).lower())
        for other in secret.others
    )


def _announce_move(thinker: Thinker, intention: Intention, importance: int) -> None:
    place = thinker.town.world.place_of[intention.place]
    text = thinker.say(
        "moves" if intention.until is None else "spends_night",
        place=thinker.town.phrases.place(place.name),
        day=day_of(intention.when if intention.when is not None else thinker.now),
    )
    thinker.remember("plan", text, importance, evidence=(intention.memory,), place=intention.place)
    discover(thinker, intention.place, "told", source=intention.memory)


def stand(thinker: Thinker, held: Intention, state: IntentionState, because: str = "") -> None:
    """Log a new state of an intention."""
    thinker.rows.add(replace(held, id=thinker.rows.next_id(), began=held.first, state=state, because=because))


def _intention(thinker: Thinker, understood: Understood, memory: Memory) -> Intention:
    understood = _as_meeting(thinker, understood)
    place, (when, until) = whereto(thinker, understood), when_to_do(thinker, understood)
    if understood.kind == "prohibition" and place:
        place = barred_place(thinker, place, understood.text)
    elif place:
        place = among_homes(thinker, place, understood.others)
    if (
        understood.kind == "help"
        and when is not None
        and understood.when is not None
        and is_at_one_hour(understood.when)
    ):
        place = place or where_to_help(thinker, understood, when)
        # A meeting is announced to the others, so they learn of the help.
        understood = replace(understood, kind="meeting") if place else understood
    if understood.kind == "visit" and not place and not understood.what:
        place = where_to_visit(thinker, understood, when)
    lost = understood.is_of_nobody
    return Intention(
        id=0,
        agent=thinker.id,
        kind=understood.kind,
        state="failed" if lost else "held",
        deed=understood.deed,
        memory=memory.id,
        others=understood.others,
        what=understood.what,
        content=understood.content,
        place=place,
        when=when,
        until=until,
        forbids=understood.forbids or "",
        strength=understood.strength,
        because=thinker.say("knows_nobody", who=", ".join(understood.strangers)) if lost else "",
    )


def _as_agreed(intention: Intention, memory: Memory) -> Intention:
    """Return an intention with the hour and place of its memory if it has none of its own."""
    timeless = intention.when is None and intention.until is None
    return replace(
        intention, when=memory.when if timeless else intention.when, place=intention.place or memory.place
    )


def _as_meeting(thinker: Thinker, understood: Understood) -> Understood:
    """Return a request for a hand at an hour as a meeting at that hour; else `understood` as it is."""
    has_hour = understood.when is not None and understood.when.is_at_an_hour
    asks_others = (
        understood.kind == "request" and bool(understood.others) and EVERYBODY not in understood.others
    )
    begins = span(thinker, understood)[0] if asks_others and has_hour else None
    if begins is None or not thinker.town.phrases.lends_a_hand(understood.content):
        return understood
    place = understood.place or usual_place(thinker, thinker.persona, begins)
    return replace(understood, kind="meeting", content="", place=place)
