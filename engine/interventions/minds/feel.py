"""Feel: set an agent's wellbeing, which affects what it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import BadInput, worded
from engine.interventions.intervention import Asked, Intervention, number, said
from engine.language.scales import MOST
from engine.records import AgentId, Intervened, Path, Status

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand

_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Feel(Intervention):
    """Set one of an agent's status values."""

    verb: ClassVar[str] = "feel"
    title: ClassVar[str] = worded("Set a person's status")
    icon: ClassVar[str] = ":material/mood:"
    button: ClassVar[str] = worded("Set")
    summary: ClassVar[str] = worded("Set a person's energy, mood or other status value, from 0 to 100.")
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label=worded("Who"), metavar="AGENT", help="a person's id or name"),
        Asked(
            name="name",
            kind="text",
            label=worded("Status value"),
            metavar="VALUE",
            help="the status value: energy, mood, or another value in the persona's file",
            example="energy",
        ),
        Asked(
            name="value",
            kind="number",
            label=worded("New value, from 0 to 100"),
            metavar="NUMBER",
            help="the new value, from 0 to 100; a person with energy below 12 has to rest",
            example="5",
        ),
    )

    agent: AgentId
    name: str
    value: str

    def before(self, hand: Hand) -> Mapping[str, str]:
        """Return the value before; empty if the agent had none of that name."""
        was = hand.mind(self.agent).wellbeing.values(hand.minute).get(self._known(hand))
        return {} if was is None else {"value": repr(was)}

    @property
    def gives(self) -> frozenset[tuple[str, ...]]:
        """Return the key of the agent's value that it sets."""
        return frozenset({("status", self.agent, self.name.strip())})

    def take_effect(self, hand: Hand) -> Path:
        """Set the value; the agent notices at once, unless it sleeps."""
        return self._set(hand, _value(self.value))

    def can_go_back(self, entry: Intervened) -> bool:
        """Return whether the agent had such a value before."""
        return "value" in entry.before

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Restore the value before. Raises BadInput if there was none."""
        if "value" not in entry.before:
            raise BadInput(
                worded(
                    "{name!r:.60} had no value before, so this change cannot be undone; set the value "
                    "you want",
                    name=self.name,
                )
            )
        return self._set(hand, float(entry.before["value"]))

    def outcome(self, town: Town) -> str:
        """Return a sentence with the value in a word of the town's language."""
        word = town.phrases.status(self.name.strip(), _value(self.value))
        return f"{town.cast.names[self.agent]} is {word}"

    def _set(self, hand: Hand, value: float) -> Path:
        mind = hand.mind(self.agent)
        hand.add(
            Status(
                id=hand.next_id(),
                agent=self.agent,
                name=self._known(hand),
                value=value,
                because=hand.town.phrases.say("because_author"),
            )
        )
        hand.wake([mind.presence] if mind.presence else [])
        return mind.presence.room if mind.presence else mind.persona.home

    def _known(self, hand: Hand) -> str:
        """Return the name of the value as the persona's file spells it."""
        mind = hand.mind(self.agent)
        name = said(self.name, worded("the name of a status value"), _LONGEST_NAME)
        known = next((one for one in mind.persona.status if one.lower() == name.lower()), name)
        being = mind.wellbeing
        return {"energy": being.energy, "mood": being.mood}.get(hand.town.phrases.status_kind(known), known)


def _value(text: str) -> float:
    return round(number(text, worded("value"), 0, MOST), 1)
