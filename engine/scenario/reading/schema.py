"""The shape of the three parts of a scenario, with the descriptions that an editor shows."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    PrivateAttr,
    RootModel,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from engine.clock import parse_clock
from engine.errors import BadInput, worded
from engine.records import Hours, Pronouns
from engine.scenario.reading.stated.events import EventPart
from engine.scenario.reading.stated.fields import one_line
from engine.scenario.reading.stated.intents import IntentPart, TownIntentPart
from engine.settings import Cognition

Part = Literal["town", "world", "persona"]

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_CLOCK = re.compile(r"\d{1,2}:\d{2}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_AT = re.compile(
    r"(?P<activity>.*\S)\s+[@＠]\s*(?P<place>\S.*)"
)  # the place is what stands behind the last @
_SEMICOLONS = re.compile("[;；]")


def json_schema(part: Part) -> dict[str, object]:
    """Return the JSON schema of one part, for editors that complete and check YAML."""
    models: dict[Part, type[BaseModel]] = {"town": TownPart, "world": WorldPart, "persona": PersonaPart}
    schema = models[part].model_json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def statements(text: str) -> list[str]:
    """Split a text at semicolons (ASCII or full-width) into non-empty statements."""
    return [part for part in (one_line(piece) for piece in _SEMICOLONS.split(text)) if part]


class RoutineLine(BaseModel):
    """One line of a usual day as written: a time, what is done, and where."""

    model_config = ConfigDict(frozen=True)

    start: int
    activity: str
    place: str


def _clock(said: object) -> int:
    if not isinstance(said, str) or not _CLOCK.fullmatch(said.strip()):
        raise ValueError(
            worded("{said!r} is not a time of day", said=said), worded("write it as HH:MM, such as 07:30")
        )
    try:
        return parse_clock(said)
    except BadInput as error:
        raise ValueError(
            worded("{said!r} is not a time of day", said=said), worded("use a time from 00:00 to 24:00")
        ) from error


def _hours(said: object) -> object:
    parts = re.split(r"\s*[-–—]\s*", said.strip()) if isinstance(said, str) else []
    if len(parts) != 2:
        raise ValueError(
            worded("{said!r} is not a range of opening hours", said=said),
            worded("write it as 08:00-20:00, or leave it out if the place is always open"),
        )
    opens, closes = (_clock(part) for part in parts)
    return Hours(opens=opens, closes=closes)


def _date(said: object) -> object:
    if isinstance(said, str) and _DATE.fullmatch(said.strip()):
        try:
            return datetime.date.fromisoformat(said.strip())
        except ValueError as error:
            raise ValueError(
                worded("{said!r} is not a date in the calendar", said=said),
                worded("write it as YYYY-MM-DD, such as 2026-03-02"),
            ) from error
    raise ValueError(
        worded("{said!r} is not a date", said=said), worded("write it as YYYY-MM-DD, such as 2026-03-02")
    )


def _routine(said: object) -> object:
    remedy = worded('write it as "08:00 open up @ place/room"')
    if not isinstance(said, str):
        raise ValueError(worded("a routine line must be text"), remedy)
    time, activity, place = routine_parts(said)
    start = _clock(time)
    if not activity.strip("@ "):
        raise ValueError(worded("{said!r} does not name an activity", said=said), remedy)
    return RoutineLine.model_construct(start=start, activity=activity, place=place)


def routine_parts(said: str) -> tuple[str, str, str]:
    """Split a routine line into time, activity and place, as written."""
    time, _, rest = one_line(said).partition(" ")
    found = _AT.fullmatch(rest)
    return (time, found["activity"], found["place"]) if found else (time, rest, "")


def routine_line(time: str, activity: str, place: str) -> str:
    """Write a routine line from its time, activity and place."""
    return f"{time} {activity}{place and f' @ {place}'}"


def _language(said: str) -> str:
    if not _LANGUAGE.fullmatch(said):
        raise ValueError(
            worded("{said!r} is not a language tag", said=said), worded("write it as en, zh or pt-BR")
        )
    return said


def _seed(said: object) -> object:
    return statements(said) if isinstance(said, str) else said


Words = Annotated[str, AfterValidator(one_line)]
Name = Annotated[Words, Field(min_length=1, max_length=80)]
PathText = Annotated[Words, Field(min_length=1, max_length=170)]
Phrase = Annotated[Words, Field(min_length=1, max_length=200)]
Prose = Annotated[Words, Field(max_length=4_000)]
Statement = Annotated[Words, Field(min_length=1, max_length=1_000)]
Emoji = Annotated[Words, Field(min_length=1, max_length=16)]
Percent = Annotated[float, Field(ge=0, le=100)]
Clock = Annotated[
    int,
    BeforeValidator(_clock),
    WithJsonSchema({"type": "string", "pattern": r"^\d{1,2}:\d{2}$", "examples": ["07:30"]}),
]
OpenHours = Annotated[
    Hours,
    BeforeValidator(_hours),
    WithJsonSchema({"type": "string", "pattern": r"^\d{1,2}:\d{2}\s*[-–—]\s*\d{1,2}:\d{2}$"}),
]
Date = Annotated[datetime.date, BeforeValidator(_date), WithJsonSchema({"type": "string", "format": "date"})]
Routine = Annotated[
    RoutineLine,
    BeforeValidator(_routine),
    WithJsonSchema({"type": "string", "pattern": r"^\d{1,2}:\d{2} .+"}),
]
Seed = Annotated[
    list[Statement],
    BeforeValidator(_seed),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]


class _Part(BaseModel):
    """What all parts have in common: unknown keys are errors."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, allow_inf_nan=False, title=None, use_attribute_docstrings=False
    )


class FactPart(_Part):
    """A piece of news. The people who know it at the start have it as a first memory."""

    id: Name = Field(description=worded("A short id, used in links, such as lantern-party."))
    text: Statement = Field(
        description=worded("One self-contained sentence with full names; write dates as `day 2`.")
    )
    known_by: list[Name] = Field(
        [], max_length=1000, description=worded("Ids of the people who know it at the start.")
    )
    key_words: list[Name] = Field(
        [],
        max_length=200,
        description=worded("Search terms for the fact; they have no effect on who knows it."),
    )


class _Nullable(_Part):
    """A part of which nothing need be said."""

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"anyOf": [{"type": "null"}, handler.resolve_ref_schema(handler(core))]}


class FragmentPart(_Nullable):
    """A part of a persona that several people share; $name stands for the person who includes it."""

    traits: list[Name] = Field(
        [], max_length=100, description=worded("Traits, added after the person's own.")
    )
    seed: Seed = Field(
        [],
        max_length=1000,
        description=worded("First memories; $name stands for the person, as in: $name sings alto."),
    )
    routine: list[Routine] = Field(
        [],
        max_length=200,
        description=worded('Routine of a usual day, such as "19:00 sing in the choir @ Chapel".'),
    )
    knows: list[PathText] = Field(
        [], max_length=1000, description=worded("Additional places that the person knows.")
    )
    facts: list[Name] = Field(
        [], max_length=1000, description=worded("Ids of the facts that the person knows at the start.")
    )


class TownPart(_Part):
    """town.yaml: the town as a whole."""

    town: Name = Field(description=worded("Name of the town."))
    summary: Prose = Field("", description=worded("What kind of town it is, and what is about to happen."))
    language: Annotated[Name, AfterValidator(_language)] = Field(
        "en", description=worded("Language tag, such as en, zh or pt-BR.")
    )
    starts: Date = Field(
        datetime.date(2026, 3, 2), description=worded("Date of day 1; by default Monday, 2026-03-02.")
    )
    seed: int = Field(
        0,
        ge=0,
        lt=2**53,
        description=worded("Random seed; with the rehearsal model, the same seed gives the same days."),
    )
    facts: list[FactPart] = Field(
        [], max_length=1000, description=worded("News that can spread from person to person.")
    )
    fragments: dict[Name, FragmentPart] = Field(
        {},
        max_length=1000,
        description=worded(
            "Named parts of personas that several people share by including them in their files."
        ),
    )
    intends: list[TownIntentPart] = Field(
        [], max_length=1000, description=worded("Intentions that several people share.")
    )
    events: list[EventPart] = Field(
        [], max_length=1000, description=worded("Events that happen regardless of what people intend.")
    )
    cognition: Cognition = Field(Cognition(), description=worded("Settings for how people think."))


class ThingPart(_Part):
    """An object. Its value can be empty, the state as text, or the keys below."""

    about: Prose = Field("", description=worded("What it looks like or what it is for."))
    state: Annotated[Words, Field(max_length=80)] = Field("", description=worded("State at the start."))
    states: list[Name] = Field([], max_length=200, description=worded("States that it can have."))
    urgent: dict[str, Phrase] = Field(
        {}, description=worded("States that people react to, each with what they do about it.")
    )

    @model_validator(mode="before")
    @classmethod
    def _state_alone(cls, said: object) -> object:
        return {"state": said} if isinstance(said, str) else said

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        whole = handler.resolve_ref_schema(handler(core))
        return {"anyOf": [{"type": "null"}, {"type": "string"}, whole]}


class RoomPart(_Nullable):
    """A room. Every key other than `about` and `capacity` is an object in it."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, ThingPart] = Field(init=False)

    about: Prose = Field("", description=worded("What it looks like or what it is for."))
    capacity: int | None = Field(
        None, ge=1, le=999, description=worded("Maximum number of people inside at once.")
    )

    @property
    def things(self) -> dict[str, ThingPart]:
        """Return the objects by name, in the order of the file."""
        return self.__pydantic_extra__ or {}


class MapPart(_Part):
    """Position of a place on the map; one unit is one minute's walk."""

    x: Percent = Field(description=worded("Position from west (0) to east (100)."))
    y: Percent = Field(description=worded("Position from north (0) to south (100)."))


class PlacePart(_Nullable):
    """A building or open space. Without `rooms`, it is a single room."""

    about: Prose = Field("", description=worded("What it looks like, who owns it, and what people do there."))
    emoji: Emoji = Field("📍", description=worded("Emoji on the map."))
    open: OpenHours | None = Field(
        None, description=worded("Opening hours, such as 08:00-20:00; by default always open.")
    )
    map: MapPart | None = Field(
        None, description=worded("Position on the map; one unit is one minute's walk.")
    )
    private: bool | None = Field(
        None,
        description=worded(
            "A private place is not known to strangers, and visitors must be let in. By default, a home is "
            "private unless it is also a workplace that other people go to."
        ),
    )
    capacity: int | None = Field(
        None, ge=1, le=999, description=worded("Maximum number of people inside, if the place has no rooms.")
    )
    objects: dict[str, ThingPart] = Field({}, description=worded("Objects in the place, if it has no rooms."))
    rooms: dict[str, RoomPart] = Field(
        {}, description=worded("Rooms of the place; people enter through the first room.")
    )


class WorldPart(RootModel[dict[str, PlacePart]]):
    """world.yaml: each key is the name of a place, and its value has the keys of a place."""


class DayPart(_Part):
    """The usual day of a person."""

    wake: Clock = Field(7 * 60, description=worded("Time at which the person gets up."))
    sleep: Clock = Field(23 * 60, description=worded("Bedtime; a time before `wake` is after midnight."))
    routine: list[Routine] = Field(
        [], max_length=200, description=worded('Lines such as "08:00 open up @ place/room".')
    )


class VoicePart(_Part):
    """The person's way of speaking."""

    register_: Annotated[Words, Field(max_length=200)] = Field(
        "", alias="register", description=worded("Style of speech: plain, dry, in a hurry, …")
    )
    says: list[Phrase] = Field(
        [], max_length=200, description=worded("Phrases that only this person would say.")
    )


class BondPart(_Part):
    """A relationship to another person at the start."""

    other: Name = Field(alias="with", description=worded("Id of the other person."))
    kind: Phrase = Field(
        alias="as", description=worded("What the other person is to this person: friend, sister, rival, …")
    )
    closeness: float = Field(0.0, ge=-1, le=1, description=worded("From -1 (enemies) to 1 (inseparable)."))


class PersonaPart(_Part):
    """personas/<id>.yaml: one person."""

    name: Name = Field(description=worded("Full name."))
    called: Annotated[Words, Field(max_length=80)] = Field(
        "",
        description=worded(
            "What other people call the person; by default the first name (in Chinese, the given name)."
        ),
    )
    pronouns: Pronouns = Field("they", description=worded("Pronouns of the person: she, he or they."))
    age: int = Field(30, ge=0, le=150, description=worded("Age in years."))
    emoji: Emoji = Field("🙂", description=worded("Emoji of the person on the map."))
    includes: list[Name] = Field(
        [], max_length=100, description=worded("Names of the town's fragments to include.")
    )
    traits: list[Name] = Field(
        [], max_length=100, description=worded("Traits of a few words each: warm, quick, a little proud.")
    )
    home: PathText = Field(
        description=worded(
            "Where the person lives: a room as place/room, or a place, which stands for its first room."
        )
    )
    work: Annotated[Words, Field(max_length=170)] = Field(
        "", description=worded("The room or place where the person works; by default none.")
    )
    seed: Seed = Field(
        [], max_length=1000, description=worded("First memories, as a list or separated by semicolons.")
    )
    intends: list[IntentPart] = Field(
        [], max_length=1000, description=worded("What the person intends to do.")
    )
    currently: Prose = Field(
        "", description=worded("What the person is currently busy with, in the third person.")
    )
    day: DayPart = Field(DayPart(), description=worded("The person's usual day."))
    voice: VoicePart = Field(VoicePart(), description=worded("How the person speaks."))
    relationships: list[BondPart] = Field(
        [], max_length=1000, description=worded("Relationships to other people at the start.")
    )
    knows: list[PathText] | None = Field(
        None, max_length=4000, description=worded("Known places; by default home, work and public places.")
    )
    status: dict[str, Percent] = Field(
        {}, description=worded("Status values from 0 to 100, such as energy or mood.")
    )
    forgetting: float = Field(
        0.0, ge=0, le=1, description=worded("How fast the person forgets, from 0 (not at all) to 1 (fast).")
    )
    _knows_too: tuple[str, ...] = PrivateAttr(())  # by fragments, whatever `knows` says

    @property
    def knows_too(self) -> tuple[str, ...]:
        """Return the places that the person knows by their fragments."""
        return self._knows_too

    def sharing(self, also: Mapping[str, object], knows_too: tuple[str, ...]) -> PersonaPart:
        """Return the person with fields taken from fragments, and the places known by them."""
        part = self.model_copy(update=dict(also))
        part._knows_too = knows_too
        return part
