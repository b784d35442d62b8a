"""The forms a model fills in: small, bounded, and able to name only what exists.

A field typed `PlaceName`, `PersonName` or `ThingName` accepts nothing but the choices of the prompt it
answers, so an answer with an invented room is refused before it can become an action.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator


class Choice:
    """Marks a field that may only hold one of the prompt's choices of a kind (or nothing, if empty is
    allowed).
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __call__(self, value: str, info: ValidationInfo) -> str:
        """Refuse a value that is not among the choices handed in as validation context."""
        choices: Mapping[str, tuple[str, ...]] = info.context or {}
        if value and self.kind in choices and value not in choices[self.kind]:
            raise ValueError(f"{value!r} is no {self.kind} here")
        return value


PlaceName = Annotated[
    str, Field(max_length=200, json_schema_extra={"choice": "place"}), AfterValidator(Choice("place"))
]
PersonName = Annotated[
    str, Field(max_length=100, json_schema_extra={"choice": "person"}), AfterValidator(Choice("person"))
]
ThingName = Annotated[
    str, Field(max_length=200, json_schema_extra={"choice": "thing"}), AfterValidator(Choice("thing"))
]
Clock = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Sentence = Annotated[str, Field(min_length=1, max_length=400)]
Remark = Annotated[str, Field(max_length=400)]
Emoji = Annotated[str, Field(max_length=16)]


class Form(BaseModel):
    """What every answer is: closed, unchangeable, nothing in it that was not asked for."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    most_tokens: ClassVar[int] = 400  # that a language model may spend on it
    aloud: ClassVar[str] = ""  # the field, if any, that somebody may hear while it is being said


class Block(Form):
    """One broad stroke of a day; it lasts until the next one starts. `place` is a room path. `doing` is the
    activity as it would be said of who is at it; a short block that has it is not taken apart any further.
    """

    start: Clock
    activity: Sentence
    place: PlaceName
    doing: Remark = ""
    emoji: Emoji = ""


class Skip(Form):
    """An engagement, by its number, that will not be kept, and why: what is remembered instead of it."""

    engagement: int = Field(ge=1, le=100)
    why: Sentence


class DayPlan(Form):
    """A day in broad strokes: the gist in one sentence, then its blocks in order of time, and what of the
    engagements there is no room for.
    """

    most_tokens: ClassVar[int] = 1400

    gist: Sentence
    blocks: list[Block] = Field(min_length=1, max_length=16)
    skips: list[Skip] = Field(default_factory=list, max_length=8)


class Piece(Form):
    """A 5 to 60 minute piece of a block: where, with which object (path or empty), its state meanwhile."""

    minutes: int = Field(ge=5, le=60)
    activity: Sentence
    place: PlaceName
    thing: ThingName = ""
    thing_state: Annotated[str, Field(max_length=60)] = ""
    emoji: Emoji = ""


class Pieces(Form):
    """A block taken apart just in time. They need not fill the block; the last one is stretched or cut."""

    most_tokens: ClassVar[int] = 1400

    pieces: list[Piece] = Field(min_length=1, max_length=24)


class Ratings(Form):
    """How much each observation matters to this agent: 1 a toothbrush, 10 a proposal. Same order, same
    number.
    """

    most_tokens: ClassVar[int] = 200

    ratings: list[Annotated[int, Field(ge=1, le=10)]] = Field(max_length=50)


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


class Utterance(Form):
    """One line of a conversation. `thought` stays private; `tells` is the number of the recalled memory it
    passes on (0: none); `ends` means the speaker takes their leave with this line.
    """

    thought: Remark = ""
    says: Sentence
    ends: bool = False
    tells: int = Field(0, ge=0, le=200)


class Learned(Form):
    """Something the agent heard in a conversation and did not know; `line` is the number of the line that
    said it.
    """

    text: Sentence
    importance: int = Field(ge=1, le=10)
    line: int = Field(ge=1, le=100)


class Engagement(Form):
    """Something the agent now means to do: on which day, at what time, where."""

    text: Sentence
    day: int = Field(ge=1, le=9_999)
    time: Clock
    place: PlaceName = ""


class Feeling(Form):
    """A change in how the agent stands to a member of the conversation, in twentieths of the way from
    indifference to love.
    """

    person: PersonName
    change: int = Field(ge=-5, le=5)
    note: Remark = ""


class Aftermath(Form):
    """What one member takes away from a conversation."""

    most_tokens: ClassVar[int] = 1000

    summary: Sentence
    importance: int = Field(ge=1, le=10)
    learned: list[Learned] = Field(default_factory=list, max_length=6)
    engagements: list[Engagement] = Field(default_factory=list, max_length=3)
    feelings: list[Feeling] = Field(default_factory=list, max_length=4)


class FocalQuestions(Form):
    """The most salient questions that the recent memories can answer (paper, section 4.2)."""

    questions: list[Sentence] = Field(min_length=1, max_length=3)


class Insight(Form):
    """A high-level statement and the numbers of the memories it rests on."""

    text: Sentence
    because: list[Annotated[int, Field(ge=1, le=200)]] = Field(min_length=1, max_length=12)
    importance: int = Field(ge=1, le=10)


class Insights(Form):
    """What the agent concludes from the memories it was shown."""

    most_tokens: ClassVar[int] = 900

    insights: list[Insight] = Field(max_length=5)


class Spoken(Form):
    """An interview answer, in the agent's own voice; `because` are the numbers of the memories it rests
    on.
    """

    most_tokens: ClassVar[int] = 800
    aloud: ClassVar[str] = "answer"

    answer: Annotated[str, Field(min_length=1, max_length=2_000)]
    because: list[Annotated[int, Field(ge=1, le=200)]] = Field(default_factory=list, max_length=20)


class Intention(Form):
    """What a whisper becomes in the agent's own mind: a resolve, and when and where it will be acted on, if
    it says.
    """

    resolve: Sentence
    importance: int = Field(ge=1, le=10)
    engagement: Engagement | None = None


class DayNote(Form):
    """What the agent makes of the day, in two to five sentences."""

    most_tokens: ClassVar[int] = 500

    text: Annotated[str, Field(min_length=1, max_length=1_200)]
