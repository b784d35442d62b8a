"""Decide whether to leave the plan for what was just noticed, or for a door that does not open."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from engine.errors import worded
from engine.prompts import words
from engine.prompts.aims import people_to_speak_to, rank_in_company, unshown_in_company
from engine.prompts.fields import (
    AIMS,
    DOING,
    OTHER_ENGAGEMENTS,
    PARTNERS,
    PLACE,
    RECALLED,
    SEEKING,
    TOLD,
)
from engine.prompts.forms import (
    Cases,
    Doing,
    Emoji,
    Form,
    ObjectState,
    PersonName,
    PlaceName,
    Remark,
    ThingName,
)
from engine.prompts.known import Acquaintance, Aim, KnownRoom
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as, most_shown, near
from engine.records import AgentId, Event, Memory, Path

_CASES = Cases(
    by="decision",
    needed={
        "continue": (),
        "talk": ("person", "others", "reason"),
        "act": ("activity", "place", "thing", "thing_state", "minutes", "reason", "emoji"),
        "wait": ("minutes", "reason", "emoji"),
    },
    must={"talk": "person", "act": "activity"},
)


class Reaction(Form):
    """What to do about what was just perceived, and how much each of it matters (`ratings`, in the order
    shown).

    `continue`: carry on. `talk`: speak to `person`, and with them to `others`. `act`: do `activity` for
    `minutes` in `place`, with `thing` brought to `thing_state`. `wait`: stand by for `minutes`. `reason` is
    remembered with whatever is not `continue`.
    """

    cases: ClassVar[Cases | None] = _CASES

    decision: Literal["continue", "talk", "act", "wait"]
    ratings: list[Annotated[int, Field(ge=1, le=10)]] = Field(
        default_factory=list,
        max_length=50,
        description="how much each thing noticed matters, 1 to 10, in order",
    )
    reason: Remark = Field("", description="a short clause on why")
    person: PersonName = ""
    others: tuple[PersonName, ...] = Field((), max_length=2, description="who may join")
    activity: Doing = Field("", description="what you do, as said of you meanwhile")
    place: PlaceName = ""
    thing: ThingName = ""
    thing_state: ObjectState = ""
    minutes: int = Field(10, ge=1, le=60, description="how long it takes")
    emoji: Emoji = ""

    @model_validator(mode="before")
    @classmethod
    def _needed(cls, data: Any) -> Any:  # noqa: ANN401 - any JSON
        """Drop the fields that the decision does not need."""
        decision = data.get(_CASES.by) if isinstance(data, dict) else None
        if not isinstance(decision, str) or decision not in _CASES.needed:
            return data
        unused = _CASES.fields - {_CASES.by, *_CASES.needed[decision]}
        return {name: value for name, value in data.items() if name not in unused}

    @field_validator("others")
    @classmethod
    def _each_once(cls, names: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        """Return the names each once, without empty ones and `person`."""
        return tuple(name for name in dict.fromkeys(names) if name and name != info.data.get("person"))


def _to_speak_to(prompt: Prompt[Any], name: str) -> str:
    """Return the people who may be spoken to, first those to whom something is to be said."""
    return words.partners(islice(people_to_speak_to(prompt), most_shown(prompt, name)), prompt.days)


def _to_act_in(prompt: Prompt[Any], name: str) -> str:
    """Return the rooms near by, where something calls for a deed."""
    return words.rooms(near(prompt, name)) if getattr(prompt, "may_act", False) else words.NOTHING


@dataclass(frozen=True, kw_only=True)
class React(Prompt[Reaction]):
    """Ask whether to leave the plan for what was just perceived.

    `obstacle` is set at a door that does not open, `seeking` when it is time to be at a place that the agent
    does not know the way to. `events` are without everyday sights. `heard` is what the agent has heard of
    late in talks; rules use it.
    """

    name = "react"
    form = Reaction
    purpose = worded("Whether to leave the plan because of an observation or a door that does not open.")
    aim = worded("decide whether to leave the plan")
    essential = ("events", "obstacle", "people")
    draws = ("doing", "place", "obstacle", "waited", "recalled", "events", "engagements")

    doing: Annotated[str, DOING]
    place: Annotated[Path, PLACE]
    events: Annotated[
        tuple[Event, ...],
        Shown(worded("what they notice, with urgent things marked"), field_as(words.events)),
    ] = ()
    obstacle: Annotated[str, Shown(worded("if they are at a door that does not open, the reason"))] = ""
    waited: Annotated[
        int, Shown(worded("how many minutes they have waited there"), field_as(words.unless_zero))
    ] = 0
    people: Annotated[tuple[Acquaintance, ...], replace(PARTNERS, words=_to_speak_to, most=5)] = ()
    recalled: Annotated[tuple[Memory, ...], RECALLED.at_most(2)] = ()
    engagements: Annotated[tuple[Memory, ...], OTHER_ENGAGEMENTS.at_most(2)] = ()
    told: Annotated[frozenset[tuple[int, AgentId]], TOLD] = frozenset()
    rooms: Annotated[
        tuple[KnownRoom, ...],
        Shown(
            worded("where there is something to do: the rooms there and near, with objects"), _to_act_in, 3
        ),
    ] = ()
    seeking: Annotated[str, SEEKING] = ""
    aims: Annotated[tuple[Aim, ...], AIMS] = ()
    heard: tuple[str, ...] = ()

    @property
    def may_act(self) -> bool:
        """Check whether something urgent, an author's event or a shut door calls for a deed."""
        calls = any(event.urgent or event.kind == "author" for event in self.events)
        return calls or bool(self.obstacle)

    def possible(self, decision: str) -> bool:
        """Check whether there is anything to act on, or to wait for."""
        return {"act": self.may_act, "wait": bool(self.obstacle)}.get(decision, True)

    def unshown(self, name: str) -> Collection[int]:
        """Return the ids of memories that are said elsewhere, or must not be said to those who are here."""
        return unshown_in_company(self, name)

    def rank(self, memory: Memory) -> int:
        """Return 0 for what is to be brought up, 1 for what may be, 2 for small talk and old glimpses."""
        return rank_in_company(self, memory)

    def exactly(self) -> Mapping[str, int]:
        """Return one rating per event."""
        return {"ratings": len(self.events)}

    def nonsense(self, answer: Reaction) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield what is wanted of decisions that lack the person to talk to, or the activity."""
        if answer.decision == "talk" and not answer.person:
            yield ("decision",), "to talk needs a `person` who is listed as here"
        if answer.decision == "act" and not answer.activity:
            yield ("decision",), "to act needs an `activity`"
