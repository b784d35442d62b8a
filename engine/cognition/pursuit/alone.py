"""Intentions that an agent carries out by itself: deeds, errands, visits, habits and moves."""

from __future__ import annotations

from collections.abc import Iterator

from typing_extensions import override

from engine.clock import DAY, day_of, minute_at
from engine.cognition.intending.barred import is_within
from engine.cognition.pursuit.pursuit import EARLY, Pursuit, Standing
from engine.cognition.wayfinding.places import knows_way
from engine.records import EVERYBODY, IntentionState, Path
from engine.row_ids import minute_of

_LONG_ENOUGH = 20  # minutes of doing a deed after which it is done
_LATE = 120  # minutes after its hour during which being at the place still counts as doing it


class Alone(Pursuit):
    """An intention that the agent carries out by itself."""

    def rooms(self) -> Iterator[Path]:
        """Yield the rooms where the intention can be carried out."""
        if self.intention.place:
            yield self.intention.place
        else:
            named = self.thinker.town.world.named(self.intention.deed)
            yield from (place.rooms[0].path for place in named)

    @override
    def changes_the_day(self, until: int) -> bool:
        return self.intention.when is None or self.intention.when < until

    @override
    def over_tonight(self) -> Standing | None:
        intention, today = self.intention, self.mind.plan.day
        wake = minute_at(today, self.thinker.persona.wake)
        tomorrow = minute_at(today + 1, self.thinker.persona.wake)
        if intention.state == "begun":
            return Standing("done")
        deadline = intention.until if intention.until is not None else intention.when
        obstacle = self._obstacle()
        if deadline is not None and deadline < tomorrow:
            return Standing("failed", obstacle or self.why_not())
        held_all_day = deadline is None and minute_of(intention.first) <= wake
        return Standing("failed", obstacle) if obstacle and held_all_day else None

    def why_not(self) -> str:
        """Return the reason for failing at the deadline when nothing prevented the agent."""
        return self.thinker.say("no_time_for_it")

    def is_there(self, path: Path) -> bool:
        """Check whether the agent is inside the place that a room belongs to."""
        presence, place = self.mind.presence, self.thinker.town.world.place_of[path].name
        return presence is not None and presence.inside and is_within(place, self.thinker.room.path)

    def _obstacle(self) -> str:
        """Return the reason the agent could not get in all day, such as a closed place; empty if none."""
        if not self.intention.place:
            return ""
        thinker, room, hour = self.thinker, self.intention.place, self.intention.when
        place = thinker.town.world.place_of[room]
        name = thinker.town.phrases.place(place.name)
        if not knows_way(thinker, room):
            return thinker.say("sought_in_vain", place=name)
        awake = range(thinker.persona.wake, min(thinker.persona.sleep, DAY))
        hours = awake if hour is None or self.intention.until is not None else (hour,)
        if place.open and not thinker.belongs(room) and not any(map(place.open.covers, hours)):
            return thinker.say("was_closed", place=name)
        if place.private and not thinker.belongs(room):
            return thinker.say("private", room=name)
        return ""


class Deed(Alone):
    """A deed or an errand, done once: begun while the agent is doing it, done after a while."""

    @override
    def stage(self) -> IntentionState:
        state = self.intention.state
        if self.intention.when is not None and day_of(self.intention.when) > self.thinker.day:
            return state
        if state == "begun" and self.thinker.now - minute_of(self.intention.id) >= _LONG_ENOUGH:
            return "done"
        if self.is_at_it() != (state == "begun"):
            return "held" if state == "begun" else "begun"
        return state

    def is_at_it(self) -> bool:
        """Check whether the agent is doing it now: at the place, and at the hour or in activity."""
        presence, place = self.mind.presence, self.intention.place
        if presence is None or not presence.inside or presence.asleep:
            return False
        if (place and not self.is_there(place)) or not self.is_with_them():
            return False
        if place and (
            self._is_its_hour() if self.intention.when is not None else self.is_done_by_being_there
        ):
            return True
        block = self.mind.plan.at("block", self.thinker.now)
        return self._describes_deed(f"{presence.doing} {block.activity if block else ''}")

    @property
    def is_done_by_being_there(self) -> bool:
        """Check whether being at the place counts as doing it, at any hour."""
        return False

    def is_with_them(self) -> bool:
        """Check whether the people it cannot be done without are here."""
        return True

    def _is_its_hour(self) -> bool:
        hour = self.intention.when
        return hour is not None and hour - EARLY <= self.thinker.now <= hour + _LATE

    def _describes_deed(self, activity: str) -> bool:
        """Match an activity with the deed: it has more than half of the deed's words."""
        lexicon = self.mind.stream.lexicon
        deed_terms = lexicon.asked(self.intention.deed)
        terms = lexicon.terms(activity)
        return bool(deed_terms) and 2 * sum(term in terms for term in deed_terms) > len(deed_terms)


class Visit(Deed):
    """A visit to a place or to people: it counts only if one of those people is there."""

    @property
    @override
    def is_done_by_being_there(self) -> bool:
        return True

    @override
    def is_with_them(self) -> bool:
        others, here = set(self.intention.others), set(self.thinker.room.inside()) - {self.thinker.id}
        return not others or bool(here if EVERYBODY in others else here & others)

    @override
    def why_not(self) -> str:
        others = self.intention.others
        return self.thinker.say("did_not_meet", others=self.named(others)) if others else super().why_not()


class Habit(Alone):
    """Something the agent does every day: it is never done, and does not end with the day."""

    @override
    def changes_the_day(self, until: int) -> bool:
        return True

    @override
    def over_tonight(self) -> Standing | None:
        return None


class Move(Alone):
    """A move to a new home, for good or for a night: done once the agent is there."""

    @property
    @override
    def is_put_into_words(self) -> bool:
        return True

    @override
    def stage(self) -> IntentionState:
        since = self.intention.when is None or self.intention.when <= self.thinker.now
        there = bool(self.intention.place) and self.is_there(self.intention.place)
        return "done" if since and there else self.intention.state

    @override
    def over_tonight(self) -> Standing | None:
        return None if self.intention.until is None else super().over_tonight()
