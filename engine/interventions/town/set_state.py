"""Set: give an object a new state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import BadInput, NotFound, worded
from engine.interventions.intervention import Asked, Intervention, said
from engine.records import Event, Intervened, Path, ThingState

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class SetState(Intervention):
    """Give an object a new state."""

    verb: ClassVar[str] = "set"
    title: ClassVar[str] = worded("Set an object's state")
    icon: ClassVar[str] = ":material/switch:"
    button: ClassVar[str] = worded("Set")
    summary: ClassVar[str] = worded("Set the state of an object.")
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(
            name="thing",
            kind="thing",
            label=worded("Object"),
            metavar="OBJECT",
            help='"place/room/object", or an unambiguous ending of this path',
        ),
        Asked(
            name="state",
            kind="state",
            label=worded("New state"),
            metavar="STATE",
            help="the new state",
        ),
    )

    thing: Path
    state: str

    def before(self, hand: Hand) -> Mapping[str, str]:
        """Return the state before."""
        return {"state": self._state(hand)}

    @property
    def gives(self) -> frozenset[tuple[str, ...]]:
        """Return the key of the object's state that it sets."""
        return frozenset({("state", self.thing)})

    def take_effect(self, hand: Hand) -> Path:
        """Set the state, seen by those in the room.

        An urgent state is noticed all over its place and next to it, and wakes sleepers.
        """
        self._check(hand)
        world, phrases = hand.town.world, hand.town.phrases
        new = said(self.state, worded("a state"))
        thing, room = world.things[self.thing], self.thing.rpartition("/")[0]
        remedy = world.urgent(self.thing, new)
        text = phrases.say(
            "state_urgent" if remedy else "state",
            thing=phrases.the(thing.name),
            room=phrases.room(world.rooms[room]),
            state=new,
            remedy=remedy,
        )
        hand.add(ThingState(id=hand.next_id(), thing=self.thing, state=new))
        hand.add(
            Event(
                id=hand.next_id(), room=room, kind="author", text=text, thing=self.thing, urgent=bool(remedy)
            )
        )
        near = [one.path for place in world.near(room) for one in place.rooms] if remedy else [room]
        for path in near:
            hand.wake(hand.present(path), asleep=bool(remedy), after=world.walk(room, path))
        return room

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Restore the state before. Raises BadInput if it has another by now."""
        now = self._state(hand)
        if now != said(self.state, worded("a state")):
            raise BadInput(
                worded(
                    "{thing} is now {now} and no longer {state}, so there is nothing to undo; set "
                    "its state instead",
                    thing=self.thing,
                    now=now,
                    state=self.state,
                )
            )
        if not entry.before["state"]:
            hand.add(ThingState(id=hand.next_id(), thing=self.thing, state=""))
            return self.thing.rpartition("/")[0]
        return SetState(thing=self.thing, state=entry.before["state"]).take_effect(hand)

    def _state(self, hand: Hand) -> str:
        self._check(hand)
        return hand.state.rooms[self.thing.rpartition("/")[0]].before(hand.rows.last).thing_state(self.thing)

    def _check(self, hand: Hand) -> None:
        if self.thing not in hand.town.world.things:
            raise NotFound(
                worded("there is no object {thing!r}; write objects as place/room/object", thing=self.thing)
            )

    def outcome(self, town: Town) -> str:
        """Return a sentence on the object's state."""
        return f"{self.thing} is {self.state}"

    def remark(self, town: Town) -> str:
        """Return a hint that a state is not among the object's known ones, and which of those are urgent."""
        thing = town.world.things[self.thing]
        if len(thing.states) < 2 or self.state in thing.states:
            return ""
        urgent = f"; people react only to {' or '.join(thing.urgent)}" if thing.urgent else ""
        return f"{self.state!r} is a new state; the scenario has {', '.join(thing.states)}{urgent}"
