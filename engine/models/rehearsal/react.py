"""Whether to leave the plan: for what is urgent, for a closed door, for somebody worth talking to."""

from __future__ import annotations

from random import Random

from engine.clock import DAY
from engine.models.rehearsal.grammar import without_article
from engine.models.rehearsal.mind import (
    Answer,
    ahead,
    called,
    closeness_of,
    is_open,
    known_room,
    last_part,
    listed,
    may_go,
    may_meet,
    may_use,
    name_of,
    place_of,
    room_for,
    room_words,
    sociability,
)  # fmt: skip
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.rate import importance
from engine.models.rehearsal.text import bare, sentence, tidy
from engine.models.rehearsal.when import read_when
from engine.prompts.questions import Acquaintance, KnownRoom, KnownThing, React
from engine.records import Memory

PATIENCE = 15
FRIENDLY = 0.3
AFTER_WORK = 17 * 60
DRAWN_IN = 0.6
MOST_OTHERS = 2
CARRY_ON: Answer = {"decision": "continue"}


def react(prompt: React, pack: Pack, draw: Random) -> Answer:
    """What to do about what was just perceived, and how much each of it matters."""
    ratings = [importance(event.text, prompt.persona, pack) for event in prompt.events]
    return {**_decide(prompt, pack, draw), "ratings": ratings}


def _decide(prompt: React, pack: Pack, draw: Random) -> Answer:
    urgent = _urgent(prompt)
    if urgent:
        return _deal_with(urgent, prompt, pack, draw)
    if prompt.obstacle:
        return _turn_away(prompt, pack, draw)
    return _talk(prompt, pack, draw) or CARRY_ON


def _urgent(prompt: React) -> KnownThing | None:
    """The thing in this room that calls for something."""
    here = known_room(prompt.rooms, prompt.place)
    for thing in here.things if here else ():
        if thing.urgent:
            return thing
    for event in prompt.events:
        if event.urgent and event.room == prompt.place:
            seen = [thing for room in prompt.rooms for thing in room.things if thing.path == event.thing]
            if not seen:
                return KnownThing(path=event.thing, urgent=event.text)
    return None


def _deal_with(thing: KnownThing, prompt: React, pack: Pack, draw: Random) -> Answer:
    label = without_article(last_part(thing.path), pack.grammar) or pack.phrases["somewhere"][0]
    usable = may_use(prompt, thing.path)
    calm = [state for state in thing.states if state != thing.state and 0 < len(state) <= 60]
    calm = [state for state in calm if not pack.has("urgent_states", state)] or calm
    calm.sort(key=lambda state: state.lower() not in pack.words["idle_states"])
    what = bare(tidy(thing.urgent, 200)) or label
    return {
        "decision": "act",
        "reason": tidy(pack.say(draw, "fix_reason", thing=label, state=tidy(thing.state, 60) or "…")),
        "activity": tidy(pack.say(draw, "fix", what=what, thing=label)),
        "place": room_for(prompt, prompt.place, prompt.rooms),
        "thing": thing.path if usable else "",
        "thing_state": calm[0] if usable and calm else "",
        "minutes": 5,
        "emoji": "🚨",
    }


def _turn_away(prompt: React, pack: Pack, draw: Random) -> Answer:
    why = bare(tidy(prompt.obstacle, 200))
    if prompt.waited < PATIENCE and _worth_waiting(why, prompt, pack):
        reason = tidy(pack.say(draw, "wait_reason", why=why))
        return {
            "decision": "wait",
            "reason": reason,
            "minutes": 5,
            "activity": pack.say(draw, "waits"),
            "emoji": "⏳",
        }
    room = _elsewhere(prompt, draw)
    if room is None:
        return {
            "decision": "wait",
            "reason": tidy(pack.say(draw, "stay_reason", why=why)),
            "minutes": 15,
        }
    place = room_words(room.path, pack)
    return {
        "decision": "act",
        "reason": tidy(pack.say(draw, "turn_away_reason", why=why, place=place)),
        "activity": tidy(pack.say(draw, "turn_away", place=place)),
        "place": room.path,
        "minutes": 30,
        "emoji": "🤷",
    }


def _worth_waiting(why: str, prompt: React, pack: Pack) -> bool:
    """An occupied room is soon free; a closed one is waited for when it opens within a quarter of an hour."""
    opens = read_when(why, prompt.now, pack).minute(prompt.now)
    if pack.has("closed", why):
        return opens is not None and opens - prompt.now <= PATIENCE
    return pack.has("occupied", why)


def _elsewhere(prompt: React, draw: Random) -> KnownRoom | None:
    """An open room near by; home when there is none."""
    fit = [
        room for room in prompt.rooms
        if place_of(room.path) != place_of(prompt.place) and may_go(prompt, room.path)
        and is_open(room, prompt.now + room.walk, prompt.now + room.walk + 30)
    ]  # fmt: skip
    public = sorted((room for room in fit if not room.private), key=lambda room: (room.walk, room.path))[:3]
    if public:
        return draw.choice(public)
    home = known_room(fit, prompt.persona.home)
    if home is None and may_go(prompt, prompt.persona.home) and prompt.persona.home != prompt.place:
        return KnownRoom(path=prompt.persona.home)
    return home


def _talk(prompt: React, pack: Pack, draw: Random) -> Answer | None:
    if _in_a_hurry(prompt) or pack.has("sleep", prompt.doing):
        return None
    free = [person for person in prompt.people if person.free and may_meet(prompt, person.name)]
    if not free:
        return None
    ranked = sorted(free, key=lambda person: (-_interest(person, prompt, pack), person.name))
    person = ranked[0]
    chance = 0.1 + 0.12 * _interest(person, prompt, pack) + sociability(prompt.persona, pack)
    if draw.random() >= min(0.95, chance):
        return None
    others = _others(person, ranked[1:], prompt, pack, draw)
    name, names = called(prompt.persona), listed([name_of(each, pack) for each in (person, *others)], pack)
    return {
        "decision": "talk",
        "person": person.name,
        "others": [each.name for each in others],
        "reason": sentence(pack.say(draw, _ground(person, prompt, pack), name=name, other=names)),
        "emoji": "💬",
    }


def _others(
    person: Acquaintance, ranked: list[Acquaintance], prompt: React, pack: Pack, draw: Random
) -> list[Acquaintance]:
    """Who else is spoken to, now and then: those to whom it is news too, or friends when it is time for
    company.
    """
    if closeness_of(person, pack) < 0:
        return []
    others: list[Acquaintance] = []
    chance = DRAWN_IN
    for each in ranked:
        if len(others) < MOST_OTHERS and _belongs(each, person, prompt, pack) and draw.random() < chance:
            others.append(each)
            chance *= DRAWN_IN
    return others


def _belongs(each: Acquaintance, person: Acquaintance, prompt: React, pack: Pack) -> bool:
    """Whether somebody else may be spoken to along with a person."""
    if closeness_of(each, pack) < 0 or each.name == person.name:
        return False
    same = {memory.id for memory in _news_for(person, prompt) if not pack.finds("private", memory.text)}
    if any(memory.id in same for memory in _news_for(each, prompt)):
        return True
    friends = min(each.closeness, person.closeness) >= FRIENDLY
    late = prompt.now % DAY >= AFTER_WORK
    return friends and (late or pack.has("sociable_moments", f"{prompt.doing} {prompt.place}"))


def _in_a_hurry(prompt: React) -> bool:
    for memory in ahead(prompt.engagements, prompt.now, prompt.now + 45):
        room = known_room(prompt.rooms, memory.place)
        if place_of(memory.place) != place_of(prompt.place):
            return (memory.when or 0) - prompt.now <= (room.walk if room else 10) + 15
    return False


def _interest(person: Acquaintance, prompt: React, pack: Pack) -> float:
    """How much there is to talk about with somebody."""
    since = prompt.now - person.last_talk if person.last_talk is not None else None
    close = closeness_of(person, pack)
    interest = 3 * abs(close) + (2.0 if since is None or since > 8 * 60 else 0.5)
    if _news_for(person, prompt):
        interest += 3
    if since is not None and since < 60:
        interest -= 3
    return interest


def _news_for(person: Acquaintance, prompt: React) -> list[Memory]:
    """What came up that the other was not told when they last talked."""
    return [
        memory
        for memory in (*prompt.recalled, *prompt.engagements)
        if memory.importance >= 6
        and memory.kind in ("seed", "talk", "plan")
        and person.agent not in memory.about
        and (memory.id, person.agent) not in prompt.told
        and (person.last_talk is None or memory.minute > person.last_talk)
    ]


def _ground(person: Acquaintance, prompt: React, pack: Pack) -> str:
    if closeness_of(person, pack) < 0:
        return "talk_rival"
    if _news_for(person, prompt):
        return "talk_news"
    return "talk_friend" if person.closeness >= FRIENDLY else "talk_long"
