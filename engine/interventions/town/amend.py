"""Amend: change what the town says of someone or something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import BadInput, worded
from engine.interventions.intervention import LONGEST_PERSONA, Asked, Intervention
from engine.interventions.minds.tie import how_they_stand, stand, stand_again
from engine.interventions.town.clearing import clear
from engine.interventions.town.taking_in import facts_of, take_in
from engine.language.names.suggesting import shown
from engine.records import AgentId, Fact, Intervened, Path
from engine.world.former import is_in

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand

_TIE, _LONGEST = "tie to ", 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend(Intervention):
    """Change a field of a person, a place, a room, an object or a fact."""

    verb: ClassVar[str] = "amend"
    title: ClassVar[str] = worded("Change the town")
    icon: ClassVar[str] = ":material/edit_square:"
    button: ClassVar[str] = worded("Apply")
    summary: ClassVar[str] = worded("Change a field of a person, place, object or fact from now on.")
    at_rest: ClassVar[bool] = True
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(
            name="about",
            kind="text",
            label=worded("Person, place, object or fact"),
            metavar="ABOUT",
            help="a person's id, a place, place/room, place/room/object, or a fact's id",
            example="nell",
        ),
        Asked(
            name="field",
            kind="text",
            label=worded("Field"),
            metavar="FIELD",
            help="the field: traits, home, usual day, open, on the map, path, fact, tie to ID, …",
            example="traits",
        ),
        Asked(
            name="value",
            kind="text",
            label=worded("Value from now on"),
            metavar="VALUE",
            help="the new value, as in a scenario; for a list, one item per line",
            optional=True,
        ),
    )

    about: str
    field: str
    value: str = ""

    def before(self, hand: Hand) -> Mapping[str, str]:
        """Return the value before and, for a bond, the relation before."""
        from engine.scenario.meaning.amending import said_of  # reading takes its time, as below

        said = {"value": said_of(hand.town.scenario, self.about, self.field)}
        return said | (how_they_stand(hand, self.about, self._other) if self._other else {})

    @property
    def gives(self) -> frozenset[tuple[str, ...]]:
        """Return the keys of the fields that it amends; for a bond, that of the relation, as in `tie`."""
        from engine.scenario.meaning.amending import UP, UP_AT

        if self._other:
            return frozenset({("tie", self.about, self._other)})
        fields = UP if self.field == UP_AT else (self.field,)
        return frozenset(("amend", self.about, field) for field in fields)

    def writes_over(self, other: Intervention) -> bool:
        """Return whether it amends the same field, or one of the two changes the path the other is about."""
        if not self.gives.isdisjoint(other.gives):
            return True
        return isinstance(other, Amend) and (self._repaths(other) or other._repaths(self))

    def _repaths(self, other: Amend) -> bool:
        """Return whether it changes a path that another amendment names, or adds or removes its subject."""
        from engine.scenario.meaning.amending import OBJECT, PATH, PLACE, ROOM

        if self.field == PATH:
            ends = (self.about, self.value.strip())
            return any(is_in(other.about, end) or end in other.value for end in ends)
        return self.field in (PLACE, ROOM, OBJECT) and is_in(other.about, self.about)

    def take_effect(self, hand: Hand) -> Path:
        """Have those concerned remember what is new, and forget what is gone.

        Raises BadInput if nothing would change, or if the relation is locked.
        """
        from engine.scenario.meaning.amending import FACT, PATH, amended, said_of
        from engine.scenario.meaning.difference import field_words

        if len(self.value) > LONGEST_PERSONA:
            raise BadInput(
                worded(
                    "a field can have at most {most:,} characters, but this one has {count:,}; shorten it",
                    most=LONGEST_PERSONA,
                    count=len(self.value),
                )
            )
        old = said_of(hand.town.scenario, self.about, self.field)
        if self.field == FACT:
            self._check_fact(old)
        self._check_lock(hand)
        scenario = amended(hand.town.scenario, self.about, self.field, self.value)
        new = self.value.strip() if self.field == PATH else said_of(scenario, self.about, self.field)
        if old == new and self._stand_so(hand, new):
            raise BadInput(
                worded(
                    "{field} of {about} already has this value; enter a different value",
                    field=field_words(self.field),
                    about=self.about,
                )
            )
        self._clear(hand, self.about, self.field, self.value)
        return self._remembered(hand, old, new)

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Restore the value and, for a bond, the relation before.

        Raises BadInput if it was amended again since, if the relation is locked, or if a fact in use or an
        inhabited place would be removed.
        """
        from engine.scenario.meaning.amending import FACT, PATH, amended, said_of, says_so
        from engine.scenario.meaning.difference import field_words

        town, was = hand.town.scenario, entry.before["value"]
        if not says_so(town, self.about, self.field, self.value):
            raise BadInput(
                worded(
                    "{field} of {about} was changed again later; undo the latest change first",
                    field=field_words(self.field),
                    about=self.about,
                )
            )
        if self.field == FACT and not was and any(map(_is_taken_up, facts_of(hand, self.about))):
            raise BadInput(
                worded(
                    "people or key words were added to the fact {about} later; undo those changes first",
                    about=shown(self.about),
                )
            )
        self._check_lock(hand)
        if self.field == PATH:
            amended(town, self.value.strip(), PATH, self.about)
            return self._room(hand)
        self._clear(hand, self.about, self.field, was)
        new = said_of(amended(town, self.about, self.field, was), self.about, self.field)
        if self._other and "closeness" in entry.before:
            stand_again(hand, self.about, self._other, entry.before)
            return self._room(hand)
        return self._remembered(hand, said_of(town, self.about, self.field), new)

    def outcome(self, town: Town) -> str:
        """Return a sentence with the field and its value."""
        from engine.scenario.meaning.amending import is_of_somebody, value_words
        from engine.scenario.meaning.difference import field_words

        somebody, names = is_of_somebody(town.scenario, self.about, self.field), town.cast.names
        value = value_words(self.field, ", ".join(self.value.splitlines())) or worded("nothing")
        return worded(
            "{called}, {field}: {value}",
            called=names[self.about] if somebody else self.about,
            field=field_words(f"{_TIE}{names.get(self._other, self._other)}" if self._other else self.field),
            value=value if len(value) <= _LONGEST else value[:_LONGEST] + "…",
        )

    def _clear(self, hand: Hand, about: str, field: str, value: str) -> None:
        """Clear a part of the world that is removed as a whole."""
        from engine.scenario.meaning.amending import paths_become

        path = paths_become(hand.town.scenario, about, field, value)
        if path is not None and not path[1]:
            clear(hand, about)

    def _check_lock(self, hand: Hand) -> None:
        """Raise BadInput if the relation is locked by an author."""
        if self._other and hand.mind(self.about).is_held_to(self._other):
            one, other = (hand.town.cast.names.get(each, each) for each in (self.about, self._other))
            raise BadInput(
                worded(
                    "the relationship of {one} to {other} is locked; undo the lock first, or use "
                    "`tie` to set it anyway",
                    one=one,
                    other=other,
                )
            )

    def _check_fact(self, old: str) -> None:
        """Raise BadInput if a fact would be removed, or added under an invalid id."""
        from engine.scenario.lint.town import is_id

        if old and not self.value:
            raise BadInput(
                worded(
                    "the fact {about} cannot be removed because people remember it; change who "
                    "knows it, or `undo` the change that added it",
                    about=shown(self.about),
                )
            )
        if not old and not is_id(self.about):
            raise BadInput(
                worded(
                    "{about} is not a valid fact id; use up to 40 letters, digits, - and _, such "
                    "as lantern-party",
                    about=shown(self.about),
                )
            )

    def _remembered(self, hand: Hand, old: str, new: str) -> Path:
        """Have memories and relations follow the new value, and return the room where that is seen."""
        if self._other:
            kind, closeness = _bond(self._other, new)
            stand(hand, self.about, self._other, kind, closeness)
        else:
            take_in(hand, self.about, self.field, old, new)
        return self._room(hand)

    def _room(self, hand: Hand) -> Path:
        if self.about in hand.state.minds:
            mind = hand.mind(self.about)
            return mind.presence.room if mind.presence is not None else mind.persona.home
        world = hand.town.world
        parts = (self.about, self.about.rpartition("/")[0], self.value.strip())
        known = (one for one in parts if one in world.things or one in world.rooms or one in world.places)
        return next(map(world.entry, known), next(iter(world.rooms)))

    @property
    def _other(self) -> AgentId:
        """Return the id of the other agent of an amended bond; empty for any other field."""
        return self.field.removeprefix(_TIE) if self.field.startswith(_TIE) else ""

    def _stand_so(self, hand: Hand, said: str) -> bool:
        """Return whether the relation is as a bond says; true for any other field."""
        held = hand.mind(self.about).relations.get(self._other) if self._other else None
        return held is None or (held.kind, held.closeness) == _bond(self._other, said)


def _is_taken_up(fact: Fact) -> bool:
    """Return whether a fact has people who know it, or key words."""
    return bool(fact.known_by or fact.key_words)


def _bond(other: AgentId, said: str) -> tuple[str, float]:
    """Return the kind and closeness of a bond, from its text."""
    from engine.scenario.meaning.amending import bond_read

    bond = bond_read(other, said)
    return (bond.kind, bond.closeness) if bond is not None else ("", 0.0)
