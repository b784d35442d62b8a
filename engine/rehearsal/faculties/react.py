"""Reactions: leaving the plan for something urgent, a closed door, or somebody worth talking to."""

from __future__ import annotations

from random import Random

from engine.clock import DAY, day_of
from engine.practices.conduct import COMES_EARLY, TO_MANY
from engine.prompts.known import Acquaintance, Aim, KnownRoom, KnownThing
from engine.prompts.questions import React
from engine.records import Event, Memory, Name
from engine.rehearsal.aims import FRIENDLY, is_for, keeps_from, never_with, to_say
from engine.rehearsal.conversation.opening import are_strangers
from engine.rehearsal.conversation.topics.confiding import MOST_TOLD_TO
from engine.rehearsal.conversation.topics.telling import is_stale
from engine.rehearsal.faculties.rate import importance
from engine.rehearsal.language.doing import doing, without_article
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import bare, tidy, words_of
from engine.rehearsal.mind import (
    Answer,
    ahead,
    closeness_of,
    is_open,
    is_silent,
    known_room,
    last_part,
    may_go,
    may_meet,
    may_use,
    place_of,
    room_for,
    sociability,
)
from engine.rehearsal.recollect import is_worth_telling
from engine.rehearsal.speaker import Speaker, speaker_of
from engine.rehearsal.understand import understand

PATIENCE = 15
AFTER_WORK = 17 * 60
DRAWN_IN = 0.6
MOST_OTHERS = 2
LONG_AGO = 5 * 60
AT_THE_DOOR = 20  # minutes before its hour from which people are together at something
AT_HOME = 3.0  # how much more there is to tell those whom one meets at home
TOGETHER = 4.0  # how much more there is to talk about where people have come together
STRIKING, WORTH_TELLING, URGENT = 8, 6, 8
ASKS_THE_WAY = 0.8
LESS_TALK = 0.25  # how much less readily who is tired or low starts to talk
AT_LEISURE = 0.5  # how much less readily who lives together stops to talk
SELDOM = 0.15  # how often somebody silent starts a talk that others would
BURSTING = 8.0  # how much there is to talk about with who has not heard of what is grave
CARRY_ON: Answer = {"decision": "continue"}


def react(prompt: React, pack: Pack, draw: Random) -> Answer:
    """Return the decision about the events just perceived, and the importance of each."""
    ratings = [_worth(event, prompt, pack) for event in prompt.events]
    return {**_decide(prompt, speaker_of(prompt, pack, draw)), "ratings": ratings}


def _decide(prompt: React, me: Speaker[React]) -> Answer:
    urgent = _urgent(prompt)
    if urgent:
        return _deal_with(urgent, prompt, me)
    next_door = _next_door(prompt)
    if next_door is not None:
        return _hurry_to(next_door, prompt, me)
    if prompt.obstacle:
        return _turn_away(prompt, me)
    struck = _struck(prompt, me)
    if struck:
        return _look_into(struck, prompt, me)
    return _talk(prompt, me) or CARRY_ON


def _worth(event: Event, prompt: React, pack: Pack) -> int:
    worth = importance(event.text, prompt.persona, pack)
    return max(URGENT, worth) if event.urgent else worth


# ---------------------------------------------------------------- what cries for something to be done


def _urgent(prompt: React) -> KnownThing | None:
    """Return the urgent object in this room, or None."""
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


def _next_door(prompt: React) -> Event | None:
    """Return an urgent event in another room that the agent can go to, or None."""
    away = (event for event in prompt.events if event.urgent and event.room != prompt.place)
    return next((event for event in away if may_go(prompt, event.room)), None)


def _hurry_to(event: Event, prompt: React, me: Speaker[React]) -> Answer:
    return {
        "decision": "act",
        "reason": tidy(me.say("look_reason", what=me.inside(bare(tidy(event.text, 240))))),
        "activity": tidy(doing(me.say("look_into"), me.pack.grammar)),
        "place": event.room,
        "minutes": 5,
        "emoji": "🚨",
    }


def _deal_with(thing: KnownThing, prompt: React, me: Speaker[React]) -> Answer:
    pack = me.pack
    label = without_article(last_part(thing.path), pack.grammar) or pack.word("somewhere")
    usable = may_use(prompt, thing.path)
    calm = [state for state in thing.states if state != thing.state and 0 < len(state) <= 60]
    calm = [state for state in calm if not pack.has("urgent_states", state)] or calm
    remedy = frozenset(words_of(thing.urgent))
    calm.sort(key=lambda state: (remedy.isdisjoint(words_of(state)), state not in pack.words["idle_states"]))
    what = bare(tidy(thing.urgent, 200)) or label
    state = tidy(thing.state, 60) or "…"
    return {
        "decision": "act",
        "reason": tidy(me.say("fix_reason", thing=label, state=state)),
        "activity": tidy(doing(me.say("fix", what=what, thing=label), pack.grammar)),
        "place": room_for(prompt, prompt.place, prompt.rooms),
        "thing": thing.path if usable else "",
        "thing_state": calm[0] if usable and calm else "",
        "minutes": 5,
        "emoji": "🚨",
    }


def _struck(prompt: React, me: Speaker[React]) -> Event | None:
    """Return an extraordinary event that the author made happen here, or None."""
    for event in prompt.events:
        grave = importance(event.text, prompt.persona, me.pack) >= STRIKING
        if event.kind == "author" and not event.thing and grave:
            return event
    return None


def _look_into(event: Event, prompt: React, me: Speaker[React]) -> Answer:
    """Go home from danger, or look into any other grave event on the spot."""
    danger = me.pack.alarms(event.text) and not me.pack.has("dire", event.text)
    frame, place = ("take_shelter", prompt.persona.home) if danger else ("look_into", prompt.place)
    return {
        "decision": "act",
        "reason": tidy(me.say("look_reason", what=me.inside(bare(tidy(event.text, 240))))),
        "activity": tidy(doing(me.say(frame), me.pack.grammar)),
        "place": room_for(prompt, place, prompt.rooms),
        "minutes": 20,
        "emoji": "❗",
    }


# ---------------------------------------------------------------- a door that does not open


def _turn_away(prompt: React, me: Speaker[React]) -> Answer:
    why = bare(tidy(prompt.obstacle, 200))
    if prompt.waited < PATIENCE and _worth_waiting(why, prompt, me.pack):
        reason = tidy(me.say("wait_reason", why=why))
        return {
            "decision": "wait", "reason": reason, "minutes": 5, "activity": me.say("waits"), "emoji": "⏳"
        }  # fmt: skip
    room = _elsewhere(prompt, me.draw)
    if room is None:
        return {"decision": "wait", "reason": tidy(me.say("stay_reason", why=why)), "minutes": 15}
    place = me.place(room.path)
    return {
        "decision": "act",
        "reason": tidy(me.say("turn_away_reason", why=why, place=place)),
        "activity": tidy(doing(me.say("turn_away", place=place), me.pack.grammar)),
        "place": room.path,
        "minutes": 30,
        "emoji": "🤷",
    }


def _worth_waiting(why: str, prompt: React, pack: Pack) -> bool:
    """Decide whether the agent waits at the door of a room, by why it is shut.

    An occupied room is soon free; a closed one has to open within a quarter of an hour.
    """
    opens = pack.calendar.read(why, prompt.now).minute(prompt.now)
    if pack.has("closed", why):
        return opens is not None and opens - prompt.now <= PATIENCE
    return pack.has("occupied", why)


def _elsewhere(prompt: React, draw: Random) -> KnownRoom | None:
    """Return an open room nearby, or the home if there is none, or None if neither can be entered."""
    fit = [
        room for room in prompt.rooms
        if not room.private and may_go(prompt, room.path) and is_open(room, prompt.now, prompt.now + 30)
        and place_of(room.path) != place_of(prompt.place)
    ]  # fmt: skip
    near = sorted(fit, key=lambda room: (room.walk, room.path))[:3]
    if near:
        return draw.choice(near)
    home = known_room(prompt.rooms, prompt.persona.home)
    return home if home and may_go(prompt, home.path) and home.path != prompt.place else None


# ---------------------------------------------------------------- somebody to talk to


def _talk(prompt: React, me: Speaker[React]) -> Answer | None:
    """Return the decision to talk to somebody, with the reason, or None."""
    people = [
        person for person in prompt.people
        if person.free and may_meet(prompt, person.name)
        and not never_with(prompt.aims, person.agent, prompt.now)
    ]  # fmt: skip
    said = ((person, _to_say_to(person, prompt, me)) for person in people)
    due = [(aim.intention.kind in TO_MANY, person) for person, aim in said if aim is not None]
    if due:
        return _spoken_to(min(due, key=lambda each: each[0])[1], me)
    if not people or _in_a_hurry(prompt) or prompt.feels.worn_out:
        return None
    ranked = sorted(people, key=lambda person: (-_interest(person, prompt, me), person.name))
    person = ranked[0]
    asks = ASKS_THE_WAY if prompt.seeking else 0.0
    chance = asks + 0.09 * _interest(person, prompt, me) + sociability(prompt.persona, me.pack)
    chance -= LESS_TALK if prompt.feels.spent or prompt.feels.low else 0.0
    if not (asks or _has_a_subject(person, prompt, me) or _is_to_be_greeted(person, prompt, me)):
        return None
    if person.lives_with:
        chance *= AT_LEISURE  # there is time for it at home
    chance = min(0.95, chance) * (SELDOM if is_silent(prompt.persona, me.pack) else 1.0)
    if me.draw.random() >= chance:
        return None
    others = _others(person, ranked[1:], prompt, me)
    names = me.pack.listed([me.name_of(each.agent).full for each in (person, *others)])
    frame = _ground(person, prompt, me)
    return {
        "decision": "talk",
        "person": person.name,
        "others": [each.name for each in others],
        "reason": me.sentence(me.say(frame, name=me.name.full, other=names)),
        "emoji": "💬",
    }


def _to_say_to(person: Acquaintance, prompt: React, me: Speaker[React]) -> Aim | None:
    """Return the aim that is due to be said to a person, or None."""
    fitting = [aim for aim in prompt.aims if is_for(aim, closeness_of(person, me.pack), me.pack)]
    return to_say(fitting, [person.agent], prompt.now)


def _spoken_to(person: Acquaintance, me: Speaker[React]) -> Answer:
    """Return the decision to speak to one person because there is something to say to them."""
    reason = me.say("talk_due", name=me.name.full, other=me.name_of(person.agent).full)
    return {"decision": "talk", "person": person.name, "reason": me.sentence(reason), "emoji": "💬"}


def _others(
    person: Acquaintance, ranked: list[Acquaintance], prompt: React, me: Speaker[React]
) -> list[Acquaintance]:
    """Pick the others who are also spoken to: those to whom it is news too, or friends when there is time."""
    if closeness_of(person, me.pack) < 0:
        return []
    others: list[Acquaintance] = []
    chance = DRAWN_IN
    for each in ranked:
        if len(others) < MOST_OTHERS and _belongs(each, person, prompt, me) and me.draw.random() < chance:
            others.append(each)
            chance *= DRAWN_IN
    return others


def _belongs(each: Acquaintance, person: Acquaintance, prompt: React, me: Speaker[React]) -> bool:
    """Decide whether somebody else may be spoken to along with a person."""
    pack = me.pack
    if closeness_of(each, pack) < 0 or each.name == person.name:
        return False
    same = {memory.id for memory in _news_for(person, prompt, me) if not pack.finds("private", memory.text)}
    if any(memory.id in same for memory in _news_for(each, prompt, me)):
        return True
    if _together(prompt):
        return _is_host(prompt, me)
    if not same:
        return False  # nothing that a third one would join in for
    friends = min(each.closeness, person.closeness) >= FRIENDLY
    late = prompt.now % DAY >= AFTER_WORK
    return friends and (late or pack.has("sociable_moments", f"{prompt.doing} {prompt.place}"))


def _is_host(prompt: React, me: Speaker[React]) -> bool:
    """Look for the agent among the hosts of what it has agreed to."""
    hosts = (understand(memory.text[:400], me.everybody, me.pack).host for memory in prompt.engagements)
    return me.name in hosts


def _in_a_hurry(prompt: React) -> bool:
    for memory in ahead(prompt.engagements, prompt.now, prompt.now + 45):
        room = known_room(prompt.rooms, memory.place)
        if place_of(memory.place) != place_of(prompt.place):
            return (memory.when or 0) - prompt.now <= (room.walk if room else 10) + 15
    return False


def _interest(person: Acquaintance, prompt: React, me: Speaker[React]) -> float:
    """Return a score for the topics that the agent has to talk about with a person."""
    since = prompt.now - person.last_talk if person.last_talk is not None else None
    close = closeness_of(person, me.pack)
    interest = 2 * abs(close) + (2.0 if since is None or since > LONG_AGO else -0.5)
    interest += TOGETHER if _together(prompt) and close >= 0 else 0.0
    news = _news_for(person, prompt, me)
    if any(memory.kind == "observation" and memory.importance >= STRIKING for memory in news):
        return interest + BURSTING
    if news and _at_home_with(person, prompt):
        interest += AT_HOME
    return interest + (2.0 if news else 0.0)


def _has_a_subject(person: Acquaintance, prompt: React, me: Speaker[React]) -> bool:
    """Look for news for a person, and for something of the agent's own that it has not told them."""
    if _news_for(person, prompt, me):
        return True
    return any(_is_on_ones_mind(memory, person, prompt, me) for memory in prompt.recalled)


def _is_on_ones_mind(memory: Memory, person: Acquaintance, prompt: React, me: Speaker[React]) -> bool:
    """Decide whether the agent may confide a memory to a person: a view, a feeling for them, a plan."""
    told = {agent for row, agent in prompt.told if row == memory.id}
    if memory.kind not in ("seed", "reflection") or person.agent in told or len(told) >= MOST_TOLD_TO:
        return False
    if memory.kind == "seed" and person.lives_with:
        return False  # which they know
    says = understand(memory.text[:400], me.everybody, me.pack)
    to_them = me.name_of(person.agent) in says.people
    if says.who != me.name or memory.importance >= STRIKING or says.private:
        return False
    if keeps_from(prompt.aims, [person.agent], memory.text, me):
        return False
    if says.relation == "thinks":
        return True
    return to_them if says.relation in ("feels", "owes") else says.relation == "plans" and _is_friend(person)


def _is_to_be_greeted(person: Acquaintance, prompt: React, me: Speaker[React]) -> bool:
    """Decide whether the agent stops for a person with nothing to tell.

    It does so at a gathering and for somebody it has yet to get to know, once a day, and for no enemy or kin.
    """
    met = person.last_talk is not None and day_of(person.last_talk) == day_of(prompt.now)
    fits = _together(prompt) or are_strangers(person)
    return fits and not met and not person.lives_with and closeness_of(person, me.pack) >= 0


def _is_friend(person: Acquaintance) -> bool:
    """Tell the people whom the agent is fond of."""
    return person.closeness >= FRIENDLY


def _at_home_with(person: Acquaintance, prompt: React) -> bool:
    """Tell when the agent is at home, with somebody close."""
    return place_of(prompt.place) == place_of(prompt.persona.home) and _is_friend(person)


def _together(prompt: React) -> bool:
    """Tell when the agent is at the place of an engagement of about now."""
    return any(
        memory.when is not None
        and memory.when - AT_THE_DOOR <= prompt.now
        and place_of(memory.place) == place_of(prompt.place)
        for memory in prompt.engagements
    )


def _news_for(person: Acquaintance, prompt: React, me: Speaker[React]) -> list[Memory]:
    """Return the memories worth telling a person: not told to or by them, nor of them, and not over."""
    return [
        memory
        for memory in (*prompt.recalled, *prompt.engagements)
        if memory.importance >= WORTH_TELLING
        and memory.kind in ("seed", "talk", "plan", "observation")
        and person.agent not in memory.about
        and (memory.id, person.agent) not in prompt.told
        and (person.last_talk is None or memory.minute > person.last_talk)
        and not (memory.kind == "seed" and person.lives_with)  # which they know
        and _is_still_news(memory, me.name_of(person.agent), me)
        and not is_stale(memory, me)
    ]


def _is_still_news(memory: Memory, hearer: Name, me: Speaker[React]) -> bool:
    """Tell what may be news to somebody from what is of them, from them, or over."""
    pack, text = me.pack, memory.text[:400]
    if memory.when is not None and memory.when - COMES_EARLY <= me.now:
        return False
    says = understand(text, me.everybody, pack)
    if memory.kind == "observation":
        return is_worth_telling(memory, says, me.now, pack)
    if memory.kind == "talk" and says.source in (None, me.name):
        return False  # what was talked about, or what one has told oneself
    for_the_host = bool(says.occasion) and says.host != me.name  # to tell of
    return hearer not in says.people and hearer != says.source and not for_the_host


def _ground(person: Acquaintance, prompt: React, me: Speaker[React]) -> str:
    """Return the frame of the reason for speaking to a person."""
    if prompt.seeking:
        return "talk_way"
    if closeness_of(person, me.pack) < 0:
        return "talk_rival"
    news = _news_for(person, prompt, me)
    if any(understand(memory.text[:400], me.everybody, me.pack).host == me.name for memory in news):
        return "talk_invite"
    if news:
        return "talk_news"
    if not person.kind and person.last_talk is None:
        return "talk_stranger"
    return "talk_friend" if person.closeness >= FRIENDLY else "talk_long"
