"""Moves made by an author: an agent leaves, is in another room, or comes to live in the town."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.clock import DAY, day_of
from engine.cognition.feeling.feel import feel_at_first
from engine.cognition.intending.understand import Reading, known_at_first
from engine.cognition.knowing import room_words
from engine.cognition.rest import wakes_at
from engine.cognition.thinker import Thinker
from engine.cognition.wayfinding.places import discover
from engine.records import AgentId, Event, Joined, Path, Persona, Presence, Step
from engine.simulation.founding import acquaint, recollect
from engine.world.room import is_walking

if TYPE_CHECKING:
    from engine.interventions.hand import Hand

_STAYS = 60  # minutes; then the plan of the day goes on


def leave(hand: Hand, agent: AgentId, phrase: str, goal: Path = "") -> None:
    """Log that an agent is seen to leave its room, if it is in one, in the words of a phrase."""
    thinker = hand.thinker(agent)
    here = thinker.mind.presence
    if here is not None and here.inside:
        text = thinker.say(phrase, goal=room_words(thinker, goal) if goal else "")
        hand.add(Event(id=hand.next_id(), room=here.room, kind="leave", actor=thinker.id, text=text))


def come_in(hand: Hand, agent: AgentId, room: Path) -> None:
    """Log that an agent enters a room, seen by those there, with a free hour before its day goes on.

    An agent that comes to the town, or back to it on another day, plans its day first.
    """
    mind, now = hand.mind(agent), hand.minute
    here = mind.presence
    comes_back = here is None or (is_walking(here) and here.reason == "away")
    asleep = here is not None and here.asleep
    wakes = here.next if here is not None and asleep else now
    if comes_back and (mind.plan.day != day_of(now) or now >= mind.plan.bedtime):
        asleep, wakes = True, _gets_up(mind.persona, now)  # the day is planned on waking
    hand.add(
        Presence(
            id=hand.next_id(),
            agent=agent,
            room=room,
            inside=True,
            asleep=asleep,
            next=wakes,
            reason="wake" if asleep else "arrive",
            doing=hand.town.phrases.say("asleep") if asleep else "",
            emoji="💤" if asleep else "",
            seen=hand.next_id(),
        )
    )
    thinker = hand.thinker(agent)
    hand.add(Event(id=hand.next_id(), room=room, kind="arrive", actor=agent, text=thinker.say("arrives")))
    discover(thinker, room, "entered")
    if mind.plan.made and now < mind.plan.bedtime and not asleep:
        hand.add(
            Step(
                id=hand.next_id(),
                agent=agent,
                level="block",
                start=now,
                end=min(now + _STAYS, mind.plan.bedtime),
                activity="",
                room=room,
            )
        )
    hand.wake(one for one in hand.present(room) if one.agent != agent)


def settle(hand: Hand, persona: Persona, text: str, room: Path = "") -> Path:
    """Let a new agent come in at a room, or at home, with all that its persona file (`text`) says."""
    where = room or persona.home
    hand.add(Joined(id=hand.next_id(), agent=persona.id, persona=text))
    acquaint(hand.town, persona.id, hand.rows)
    come_in(hand, persona.id, where)
    hand.have_taken_in(persona.id, known_at_first(hand.town.scenario, persona), _recollect)
    return where


def _recollect(thinker: Thinker, reading: Reading) -> None:
    recollect(thinker, reading)
    feel_at_first(thinker)


def _gets_up(persona: Persona, now: int) -> int:
    """Return the minute at which an agent that comes back gets up: at once by day, else at its usual hour."""
    of_day, bedtime = now % DAY, persona.sleep
    up = persona.wake <= of_day < bedtime or of_day + DAY < bedtime
    return now if up else wakes_at(persona.wake, now)
