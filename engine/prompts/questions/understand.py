"""Find what texts ask of an agent: to do, want, feel, keep secret or avoid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, ConfigDict, Field

from engine.clock import DAY, day_of, minute_at, moment_words
from engine.errors import worded
from engine.intentions.stated import read_moment
from engine.intentions.understood import Understood
from engine.practices.practice import intent_kinds, practices
from engine.prompts import words
from engine.prompts.forms import MOST_DAYS_AHEAD, Form, Meant, PersonName, PlaceName, TextNumber, tag
from engine.prompts.known import Acquaintance, Told
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as
from engine.records import EVERYBODY, Scenario, StatedMoment
from engine.world.former import Former

ALL = "everybody"  # in place of a name
_MOMENTS = ("at", "by", "every", "until")


def _kind(kind: str) -> str:
    if kind not in intent_kinds():
        raise ValueError(f"{kind!r} is no kind of intention")
    return kind


Kind = Annotated[
    str,
    AfterValidator(_kind),
    Field(json_schema_extra=lambda schema: schema.update(enum=list(intent_kinds()), are_words=True)),
]
Words = Annotated[str, Field(max_length=500, json_schema_extra={"maxLength": 160}), Meant.CLAUSE]
Moment = Annotated[
    str,
    Field(
        max_length=40,
        json_schema_extra={"pattern": r"^(day [0-9]{1,4} ?)?([0-9]{2}:[0-9]{2}(-[0-9]{2}:[0-9]{2})?)?$"},
    ),
]
People = Annotated[list[PersonName], Field(max_length=1_000, json_schema_extra={"maxItems": 8})]


SinglePeople = Annotated[
    list[Annotated[str, Field(max_length=100, json_schema_extra={"choice": "single person"})]],
    Field(max_length=1_000, json_schema_extra={"maxItems": 8}),
]
"""People by name; a server is not offered "everybody"."""


class Ask(Form):
    """One thing that a text asks of somebody, in the fields in which authors state what people mean to do."""

    model_config = ConfigDict(populate_by_name=True)

    text: TextNumber = Field(description="the tag of the text")
    kind: Kind
    deed: Words = Field("", description="what you are to do, in a few words")
    what: Words = Field("", description="what is held, done, told, asked or kept secret")
    with_: People = Field(default_factory=list, alias="with", description="with, to or of whom")
    except_: SinglePeople = Field(default_factory=list, alias="except", description="who is left out")
    kept_from: People = Field(default_factory=list, description="who must not learn of it")
    where: PlaceName = ""
    at: Moment = Field("", description="day N HH:MM, or HH:MM-HH:MM; empty unless the text says when")
    by: Moment = Field("", description="the latest time, if there is one: day N HH:MM")
    every: Moment = Field("", description="of a habit: HH:MM, every day")
    until: Moment = Field("", description="when it ends, if the text says so: day N HH:MM")
    closeness: float = Field(0, ge=-1, le=1, description="of a feeling: -1 to 1")

    def moment(self, name: str) -> StatedMoment | None:
        """Return the moment in a field; None if it has none that can be read."""
        try:
            return read_moment(getattr(self, name))
        except ValueError:
            return None

    @property
    def lacks(self) -> str:
        """Return the field that its kind needs and that is missing; empty if none is."""
        missing = {
            "with": ("whom", not (self.with_ or self.kept_from) and self.kind != "question"),
            "what": ("content", not self.what),
            "at": ("when", not (self.at or self.by or self.every)),
        }
        needs = practices()[self.kind].needs
        return next((name for name, (slot, lacking) in missing.items() if lacking and slot in needs), "")


class Read(Form):
    """One thing that rules read in a text. They tell more apart than the fields of `Ask` can say."""

    text: TextNumber
    asks: Understood


class Understanding(Form):
    """What texts ask of somebody, and which of them ask nothing. A language model fills in `asks`, in any
    language; the rules of the rehearsal model answer with `reads`, which no server is told of.
    """

    most_tokens: ClassVar[int] = 1500

    asks: list[Ask] = Field(default_factory=list, max_length=200, json_schema_extra={"maxItems": 12})
    nothing: list[TextNumber] = Field(
        default_factory=list, max_length=9_999, json_schema_extra={"is_told_to_servers": False}
    )
    reads: list[Read] = Field(
        default_factory=list, max_length=9_999, json_schema_extra={"is_told_to_servers": False}
    )


def _texts(prompt: Prompt[Any], name: str) -> str:
    texts: tuple[Told, ...] = getattr(prompt, name)
    return words.told({tag(name, number): text for number, text in enumerate(texts, 1)})


@dataclass(frozen=True, kw_only=True)
class Understand(Prompt[Understanding]):
    """Ask what each of some texts asks of the agent.

    `written` is the town as its author wrote it, and `former` has the former paths of its parts, by which
    rules read; neither is shown to a model.
    """

    name = "understand"
    form = Understanding
    purpose = worded(
        "Asked when a run starts and when you whisper: what memories, facts or a whisper ask people to do."
    )
    aim = worded("understand what a text asks")
    essential = ("texts",)
    draws = ("texts",)
    day_style = "number"
    is_for_people = False  # its answer is in fields

    texts: Annotated[tuple[Told, ...], Shown(worded("the texts, each with its source"), _texts)]
    people: Annotated[
        tuple[Acquaintance, ...],
        Shown(
            worded("the people they know or the texts mention, with the relationship to each"),
            field_as(words.relations),
        ),
    ] = ()
    written: Scenario | None = None
    former: Former = field(default_factory=Former)

    def fault(self, answer: Understanding) -> str:
        """Return the fault that rules read an unknown text, person or place; else an empty text."""
        if not answer.reads:
            return ""
        here, places = self._here
        for read in answer.reads:
            if read.text > len(self.texts):
                return f"reads: there is no text {read.text}"
            if unknown := set(read.asks.others) - here:
                return f"reads: nobody is called {', '.join(sorted(unknown))}"
            if read.asks.place and read.asks.place not in places:
                return f"reads: there is no place {read.asks.place}"
        return ""

    @property
    def _here(self) -> tuple[set[str], set[str]]:
        """Return the ids of the people and the paths of the places in the town."""
        if self.written is None:
            return {EVERYBODY}, set()
        rooms = {room.path for place in self.written.places for room in place.rooms}
        places = {place.name for place in self.written.places}
        return {EVERYBODY, *(persona.id for persona in self.written.personas)}, rooms | places

    def nonsense(self, answer: Understanding) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield what is wanted of entries that lack a field, and of past, distant or unreadable moments."""
        for number, ask in enumerate(answer.asks):
            if ask.lacks:
                yield ("asks", number), f"a {ask.kind} needs `{ask.lacks}`"
            if ALL in ask.except_:
                yield ("asks", number, "except_"), "must name single people"
            for name in _MOMENTS:
                stated, moment = getattr(ask, name), ask.moment(name)
                if stated and moment is None:
                    yield ("asks", number, name), "must be written like day 2 19:00"
                elif moment is not None and self._is_out_of_reach(moment):
                    yield (
                        ("asks", number),
                        f"`{name}` must be in the near future; it is now {moment_words(self.now)}",
                    )

    def _is_out_of_reach(self, moment: StatedMoment) -> bool:
        """Return whether a moment is past or distant; one without a day never is."""
        if moment.day is None:
            return False
        over = minute_at(moment.day, moment.last or moment.first or DAY) < self.now
        return over or moment.day > day_of(self.now) + MOST_DAYS_AHEAD


def person_ids(prompt: Understand) -> Mapping[str, str]:
    """Return the ids of the people whom an answer may name, by their names."""
    return {ALL: EVERYBODY} | {person.name: person.agent for person in prompt.people}
