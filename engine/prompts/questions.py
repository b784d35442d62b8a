"""Every question that is put to a model, as a typed record: its fields are what the template may use.

A language model reads the rendered text of `<name>.md`; the rehearsal model reads the fields. Numbers in an
answer (`tells`, `because`) count the memories of `recalled` from 1.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Generic, TypeVar

from engine.prompts import forms
from engine.records import AgentId, Event, Line, Memory, Names, Path, Persona, Step

A = TypeVar("A", bound=forms.Form)


@dataclass(frozen=True, slots=True, kw_only=True)
class Acquaintance:
    """Another agent as this one knows them. `name` is what answers call them by."""

    agent: AgentId
    name: str
    kind: str = ""
    closeness: float = 0.0
    note: str = ""
    doing: str = ""
    free: bool = True
    last_talk: int | None = None
    last_said: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownThing:
    """An object as the agent last saw it; `urgent` says what its present state calls for, if anything."""

    path: Path
    state: str = ""
    states: tuple[str, ...] = ()
    urgent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRoom:
    """A room as the agent knows it: what it is, when it opens, how far it is, what stands in it."""

    path: Path
    about: str = ""
    open: tuple[int, int] | None = None
    walk: int = 0
    things: tuple[KnownThing, ...] = ()
    private: bool = False


@dataclass(frozen=True, kw_only=True)
class Prompt(Generic[A]):
    """What every question carries: who is asked, when, which names an answer may use, what everybody in town
    is called (to read texts by; it is shown to no model), and the town's own wordings of prompts, by name.

    `identity` is the stable part and comes first in every template, so that servers can cache it. A town goes
    on without an answer that may be left out; without another one it waits until there is one.
    """

    name: ClassVar[str]
    form: ClassVar[type[forms.Form]]
    may_be_left_out: ClassVar[bool] = True

    persona: Persona
    town: str
    language: str
    starts: datetime.date
    now: int
    seed: int
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Names = field(default_factory=lambda: Names({}))
    wordings: Mapping[str, str] = field(default_factory=dict)

    def fault(self, answer: A) -> str:
        """Return what is wrong with an answer that fits its form, in words; nothing when it can be used."""
        return ""

    def exactly(self) -> Mapping[str, int]:
        """Return how many entries a list of the answer has to have, by its name."""
        return {}


@dataclass(frozen=True, kw_only=True)
class PlanDay(Prompt[forms.DayPlan]):
    """The rest of today in broad strokes, from `now` on. `earlier` is today's plan so far, when it is being
    redone; `engagements` are those due today, then what was resolved without a time. `unknown` are rooms that
    the agent has heard of and may name, but does not know the way to.
    """

    name = "plan_day"
    form = forms.DayPlan
    may_be_left_out = False
    yesterday: str = ""
    earlier: tuple[Step, ...] = ()
    engagements: tuple[Memory, ...] = ()
    recalled: tuple[Memory, ...] = ()
    rooms: tuple[KnownRoom, ...] = ()
    unknown: tuple[Path, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PlanBlock(Prompt[forms.Pieces]):
    """A block taken apart, from `now` to its end. `because` is the reaction that cut the block short, if
    any.
    """

    name = "plan_block"
    form = forms.Pieces
    block: Step
    gist: str = ""
    because: str = ""
    recalled: tuple[Memory, ...] = ()
    rooms: tuple[KnownRoom, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Rate(Prompt[forms.Ratings]):
    """How much each of these new observations matters to the agent."""

    name = "rate"
    form = forms.Ratings
    observations: tuple[str, ...]

    def fault(self, answer: forms.Ratings) -> str:
        """There must be one rating an observation."""
        return _miscounted(len(self.observations), len(answer.ratings))

    def exactly(self) -> Mapping[str, int]:
        """Return one rating an observation."""
        return {"ratings": len(self.observations)}


@dataclass(frozen=True, kw_only=True)
class React(Prompt[forms.Reaction]):
    """Whether to leave the plan for what was just perceived. `obstacle` is set at a door that does not
    open, `seeking` when it is time to be at a place that the agent does not know the way to.
    """

    name = "react"
    form = forms.Reaction
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

    def fault(self, answer: forms.Reaction) -> str:
        """There must be one rating an event."""
        return _miscounted(len(self.events), len(answer.ratings))

    def exactly(self) -> Mapping[str, int]:
        """Return one rating an event."""
        return {"ratings": len(self.events)}


@dataclass(frozen=True, kw_only=True)
class Speak(Prompt[forms.Utterance]):
    """The agent's next line in a conversation with `people`. `told` are (memory, agent) pairs already passed
    on; `ahead` is what the agent has planned next, `here` the room as it looks. `seeking` is a place of
    today's plan that the agent does not know the way to, `ways` are rooms it knows that others spoke of.
    """

    name = "speak"
    form = forms.Utterance
    place: Path
    doing: str
    people: tuple[Acquaintance, ...]
    here: KnownRoom | None = None
    ahead: tuple[Step, ...] = ()
    lines: tuple[Line, ...] = ()
    recalled: tuple[Memory, ...] = ()
    engagements: tuple[Memory, ...] = ()
    told: frozenset[tuple[int, AgentId]] = frozenset()
    seeking: str = ""
    ways: tuple[KnownRoom, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TakeAway(Prompt[forms.Aftermath]):
    """What the agent takes away from a conversation that has just ended."""

    name = "take_away"
    form = forms.Aftermath
    place: Path
    people: tuple[Acquaintance, ...]
    lines: tuple[Line, ...]
    engagements: tuple[Memory, ...] = ()


@dataclass(frozen=True, kw_only=True)
class AskOneself(Prompt[forms.FocalQuestions]):
    """The salient questions about the agent's newest memories (paper, section 4.2)."""

    name = "ask_oneself"
    form = forms.FocalQuestions
    recent: tuple[Memory, ...]


@dataclass(frozen=True, kw_only=True)
class Conclude(Prompt[forms.Insights]):
    """Insights that answer the questions, each citing the recalled memories it rests on."""

    name = "conclude"
    form = forms.Insights
    questions: tuple[str, ...]
    recalled: tuple[Memory, ...]
    people: tuple[Acquaintance, ...] = ()
    held: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Interview(Prompt[forms.Spoken]):
    """A question asked off the record. `earlier` are (question, answer) pairs of the same interview."""

    name = "interview"
    form = forms.Spoken
    may_be_left_out = False
    question: str
    earlier: tuple[tuple[str, str], ...] = ()
    doing: str = ""
    place: Path = ""
    plan: tuple[Step, ...] = ()
    people: tuple[Acquaintance, ...] = ()
    recalled: tuple[Memory, ...] = ()
    engagements: tuple[Memory, ...] = ()
    rooms: tuple[KnownRoom, ...] = ()
    diary: str = ""


@dataclass(frozen=True, kw_only=True)
class Heed(Prompt[forms.Intention]):
    """A whisper heard as one's own inner voice, to be turned into a resolve."""

    name = "heed"
    form = forms.Intention
    may_be_left_out = False
    whisper: str
    recalled: tuple[Memory, ...] = ()
    rooms: tuple[KnownRoom, ...] = ()


@dataclass(frozen=True, kw_only=True)
class KeepDiary(Prompt[forms.DayNote]):
    """What the agent makes of the day at bedtime."""

    name = "keep_diary"
    form = forms.DayNote
    day: int
    memories: tuple[Memory, ...]


def _miscounted(wanted: int, given: int) -> str:
    return "" if wanted == given else f"ratings: {wanted} are asked for, one each and in order, not {given}"


PROMPTS: tuple[type[Prompt[forms.Form]], ...] = (
    PlanDay, PlanBlock, Rate, React, Speak, TakeAway, AskOneself, Conclude, Interview, Heed, KeepDiary,
)  # type: ignore[assignment]  # fmt: skip
