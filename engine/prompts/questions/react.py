"""Whether to leave the plan for what was just noticed, or for a door that does not open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from engine.prompts.forms import Emoji, Form, PersonName, PlaceName, Remark, ThingName
from engine.prompts.known import Acquaintance, KnownRoom
from engine.prompts.prompt import Prompt
from engine.records import AgentId, Event, Memory, Path


class Reaction(Form):
    """What to do about what was just perceived, and how much each of it matters (`ratings`, in the order
    shown).

    `continue`: carry on. `talk`: speak to `person`, and with them to `others`. `act`: do `activity` for
    `minutes` in `place`, with `thing` brought to `thing_state`. `wait`: stand by for `minutes`. `reason` is
    remembered with whatever is not `continue`.
    """

    ratings: list[Annotated[int, Field(ge=1, le=10)]] = Field(default_factory=list, max_length=50)
    decision: Literal["continue", "talk", "act", "wait"]
    reason: Remark = ""
    person: PersonName = ""
    others: tuple[PersonName, ...] = Field((), max_length=2)
    activity: Remark = ""
    place: PlaceName = ""
    thing: ThingName = ""
    thing_state: Annotated[str, Field(max_length=60)] = ""
    minutes: int = Field(10, ge=1, le=60)
    emoji: Emoji = ""

    @field_validator("others")
    @classmethod
    def _each_once(cls, names: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        """Nobody is spoken to twice: a name given again, `person` among them, says nothing new."""
        return tuple(name for name in dict.fromkeys(names) if name and name != info.data.get("person"))


@dataclass(frozen=True, kw_only=True)
class React(Prompt[Reaction]):
    """Whether to leave the plan for what was just perceived. `obstacle` is set at a door that does not
    open, `seeking` when it is time to be at a place that the agent does not know the way to.
    """

    name = "react"
    form = Reaction
    doing: str
    place: Path
    events: tuple[Event, ...] = ()
    obstacle: str = ""
    waited: int = 0
    people: tuple[Acquaintance, ...] = ()
    recalled: tuple[Memory, ...] = ()
    engagements: tuple[Memory, ...] = ()
    told: frozenset[tuple[int, AgentId]] = frozenset()
    rooms: tuple[KnownRoom, ...] = ()
    seeking: str = ""

    def exactly(self) -> Mapping[str, int]:
        """Return one rating an event."""
        return {"ratings": len(self.events)}
