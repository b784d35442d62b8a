"""Words the events of a town in its language: what is known beforehand, how they begin and end."""

from __future__ import annotations

from collections.abc import Mapping

from engine.clock import clock_words, day_of
from engine.events.kinds import EVENT_KINDS
from engine.events.outcome import Outcome
from engine.language.phrases import Phrases
from engine.records import AgentId, TownEvent
from engine.world.tree import World


class EventWords:
    """Sentences about the events of a town. `names` are the full names of all agents by id."""

    def __init__(self, phrases: Phrases, world: World, names: Mapping[AgentId, str]) -> None:
        self._phrases, self._world, self._names = phrases, world, names

    def known(self, event: TownEvent) -> str:
        """Return the sentence that an agent remembers who knows of an event beforehand."""
        if event.text:
            return event.text
        phrase = event.kind if event.kind in ("arrival", "closing", "state", "happening") else "held"
        say = self._phrases.say
        sentence = say(
            f"event_{phrase}",
            what=event.what,
            where=self._place(event),
            thing=self._thing(event),
            state=event.state,
            day=day_of(event.begins),
            clock=clock_words(event.begins),
            ends=clock_words(event.ends),
            options=self._options(event),
            why=say("means_because", because=event.because) if event.because else "",
        )
        return _capitalized(sentence)

    def begins(self, event: TownEvent) -> str:
        """Return the sentence seen by those present when an event begins."""
        if not EVENT_KINDS[event.kind].decided:
            return event.what
        phrase = "event_arrives" if event.kind == "arrival" else "event_begins"
        options = self._options(event)
        return _capitalized(self._phrases.say(phrase, what=event.what, options=options))

    def ends(self, event: TownEvent, outcome: Outcome) -> str:
        """Return the sentence seen by those present when an event ends; empty if nothing is announced."""
        phrase = self._ending(event, outcome)
        if not phrase:
            return ""
        values: dict[str, object] = {
            "what": event.what,
            "choice": self._phrases.list(outcome.chosen),
            "votes": outcome.votes,
            "n": outcome.present,
            "name": self._names.get(outcome.winner, outcome.winner),
        }
        return _capitalized(self._phrases.say(phrase, **values))

    def deed(self, event: TownEvent) -> str:
        """Return the deed of an agent who intends to be there, as it is worded after "to"."""
        phrase = "event_meet" if event.kind == "arrival" else "event_attend"
        return self._phrases.say(phrase, what=event.what)

    def choice(self, event: TownEvent, name: str, choice: str, reason: str) -> str:
        """Return the sentence that an agent remembers of its own choice or abstention."""
        phrase = {"auction": "event_bid", "verdict": "event_decided"}.get(event.kind, "event_voted")
        sentence = self._phrases.say(
            phrase if choice else "event_abstained",
            name=name,
            what=event.what,
            choice=choice,
        )
        return _capitalized(
            self._phrases.say("event_reason", deed=sentence, reason=reason) if reason else sentence
        )

    def _ending(self, event: TownEvent, outcome: Outcome) -> str:
        match EVENT_KINDS[event.kind].decided:
            case "most":
                if not outcome.votes:
                    return "event_no_vote"
                return "event_won" if outcome.is_decided else "event_level"
            case "one":
                return "event_ruled" if outcome.is_decided else "event_not_ruled"
            case "highest":
                return "event_sold" if outcome.is_decided else "event_no_bid"
        return "event_counted" if event.kind == "count" else ""

    def _options(self, event: TownEvent) -> str:
        return (
            self._phrases.say("event_options", options=self._phrases.list(event.options))
            if event.options
            else ""
        )

    def _place(self, event: TownEvent) -> str:
        rooms = self._world.rooms
        if event.place not in rooms:
            return event.place
        place = self._world.place_of[event.place]
        whole = place.rooms[0].path == event.place
        return self._phrases.place(place.name) if whole else self._phrases.room(rooms[event.place])

    def _thing(self, event: TownEvent) -> str:
        return self._phrases.the(event.thing.rpartition("/")[2]) if event.thing else ""


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
