"""Set: an object gets a new state, whoever may be near."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import NotFound
from engine.interventions.intervention import Asked, Intervention, said
from engine.records import Event, Path, ThingState

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class SetState(Intervention):
    """An object gets a new state, whoever may be near."""

    verb: ClassVar[str] = "set"
    title: ClassVar[str] = "Set an object's state"
    icon: ClassVar[str] = ":material/switch:"
    button: ClassVar[str] = "Set it"
    summary: ClassVar[str] = "give an object a state"
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(
            name="thing",
            kind="thing",
            label="Object",
            metavar="OBJECT",
            help='"place/room/object", or as much of its end as is clear',
        ),
        Asked(
            name="state",
            kind="state",
            label="New state",
            metavar="STATE",
            help="the state it has from now on",
        ),
    )

    thing: Path
    state: str

    def take_effect(self, hand: Hand) -> Path:
        """Let the object change before the eyes of whoever is there; what is urgent is noticed all over its
        place and next to it, and wakes those who sleep.
        """
        world, phrases = hand.town.world, hand.town.phrases
        if self.thing not in world.things:
            raise NotFound(f"there is no object {self.thing!r}; objects are named as place/room/object")
        new = said(self.state, "a state")
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

    def outcome(self, town: Town) -> str:
        """Return how the object is."""
        return f"{self.thing} is {self.state}"

    def remark(self, town: Town) -> str:
        """Return that a state is new, where the scenario gives the object others."""
        states = town.world.things[self.thing].states
        if len(states) < 2 or self.state in states:
            return ""
        return f"{self.state!r} is new; its scenario gives it {', '.join(states)}"
