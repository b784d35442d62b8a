"""A story: a town, one deed of its author, and what must come of it. Read from `tests/stories/*.yaml`.

A file is a kind; each story in it has a name. One that is `like` another takes over what it does not say
itself: the town, the days, the outcomes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BeforeValidator, ConfigDict, model_validator

from engine.clock import clock_words
from engine.errors import BadInput
from engine.records import Scenario, TownEvent
from engine.scenario import load
from engine.scenario.build import town_event
from engine.scenario.newcomer import places_of
from engine.scenario.reading.stated.events import EventPart
from engine.scenario.stating.stating import intentions_read
from tests.bench.stories.outcome import (
    PEOPLE_FIELDS,
    PLACE_FIELDS,
    THING_FIELDS,
    Form,
    Moment,
    Outcome,
    People,
)
from tests.bench.stories.vocabulary import VOCABULARY

FOLDER = Path(__file__).resolve().parents[2] / "stories"
TOWNS = FOLDER / "towns"
STRANGERS = FOLDER.parent / "strangers"
BEGINNERS = FOLDER.parent / "beginners"
STATED = FOLDER.parent / "stated"
BUNDLED = FOLDER.parents[1] / "scenarios"

DeedKind = Literal["seed", "fact", "whisper", "set", "intends", "event"]


_MOMENTS = ("at", "by", "every", "until")


def _fields(value: object) -> str:
    """Return what is stated in fields as text; YAML takes 19:00 for a number to the base of 60."""
    if not isinstance(value, dict):
        raise ValueError(f"what somebody intends is stated in fields, not as {value!r}")
    clocks = {name: clock_words(value[name]) for name in _MOMENTS if isinstance(value.get(name), int)}
    return yaml.safe_dump(value | clocks, allow_unicode=True, sort_keys=False)


class Seed(Form):
    """One more seed memory of somebody."""

    who: str
    text: str


class TownFact(Form):
    """One more fact of the town, known to some from the beginning."""

    text: str
    known_by: People
    key_words: People


class Whispered(Form):
    """An instruction that somebody hears at a moment: a text, or what it asks in fields."""

    who: str
    text: str = ""
    intend: Annotated[str, BeforeValidator(_fields)] = ""
    at: Moment = 9 * 60

    @model_validator(mode="after")
    def _either(self) -> Whispered:
        if bool(self.text) == bool(self.intend):
            raise ValueError("a whisper is a text, or what it asks in fields (`intend`)")
        return self


class Meant(Form):
    """What somebody means to do from the beginning, in the fields of an `intends:` entry."""

    model_config = ConfigDict(extra="allow", frozen=True)

    who: str

    @property
    def fields(self) -> str:
        """Return the fields as a file states them."""
        return _fields(dict(self.model_extra or {}))


class PlannedEvent(Form):
    """An event of the town, in the fields of an `events:` entry."""

    model_config = ConfigDict(extra="allow", frozen=True)

    kind: str

    def event(self, town: Scenario) -> TownEvent:
        """Return the event as its town takes it. Raises ValueError for fields that make none."""
        part = EventPart.model_validate({"kind": self.kind, **(self.model_extra or {})})
        return town_event(part, places_of(town))


class Set(Form):
    """An object that gets another state at a moment."""

    thing: str
    state: str
    at: Moment


def _list(value: object) -> object:
    return [value] if isinstance(value, dict) else value


def _outcomes(value: object) -> object:
    if not isinstance(value, list):
        return value
    return tuple(one if isinstance(one, Outcome) else _outcome(one) for one in value)


def _outcome(written: Mapping[str, object]) -> Outcome:
    if len(written) != 1:
        raise ValueError(f"an outcome is one word of the vocabulary and what it needs, not {written!r}")
    [(word, values)] = written.items()
    if word not in VOCABULARY:
        raise ValueError(f"{word!r} is no word of the vocabulary: {', '.join(VOCABULARY)}")
    return VOCABULARY[word].model_validate(values)


class Written(Form):
    """A story as its file has it."""

    town: str
    days: int = 2
    seed: Seed | None = None
    fact: TownFact | None = None
    whisper: Annotated[tuple[Whispered, ...], BeforeValidator(_list)] = ()
    set: Set | None = None
    intends: Annotated[tuple[Meant, ...], BeforeValidator(_list)] = ()
    event: Annotated[tuple[PlannedEvent, ...], BeforeValidator(_list)] = ()
    outcomes: Annotated[tuple[Outcome, ...], BeforeValidator(_outcomes)]

    @model_validator(mode="after")
    def _one_deed(self) -> Written:
        if len(self.deeds()) != 1:
            raise ValueError(
                "a story has one deed (a seed, a fact, a whisper, a set, intends or an event), not "
                f"{self.deeds()}"
            )
        return self

    def deeds(self) -> list[DeedKind]:
        """Return the kinds of deed it has."""
        kinds: tuple[DeedKind, ...] = ("seed", "fact", "whisper", "set", "intends", "event")
        return [kind for kind in kinds if getattr(self, kind)]


@dataclass(frozen=True)
class Story:
    """A story, and where it was read."""

    name: str
    kind: str
    written: Written
    folder: Path = FOLDER

    @property
    def deed(self) -> DeedKind:
        """Return the kind of its deed."""
        return self.written.deeds()[0]

    @property
    def town(self) -> Scenario:
        """Return its town as it is without the deed."""
        return town(self.written.town, self.folder)

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the author's words in it."""
        of_deed = [self.written.seed, self.written.fact, *self.written.whisper]
        return tuple(one.text for one in of_deed if one is not None and one.text)

    @property
    def stated(self) -> frozenset[tuple[str, str]]:
        """Return who means what kind of thing that it states as data."""
        stated = [(one.who, one.fields) for one in self.written.intends]
        stated += [(one.who, one.intend) for one in self.written.whisper if one.intend]
        return frozenset((who, str(yaml.safe_load(fields)["kind"])) for who, fields in stated)

    def problems(self) -> Iterator[str]:
        """Return every name in it that its town does not have."""
        people = {persona.id for persona in self.town.personas}
        places, things = _paths(self.town)
        for one in (*self.written.outcomes, *self._parts()):
            for fields, known in ((PEOPLE_FIELDS, people), (PLACE_FIELDS, places), (THING_FIELDS, things)):
                for name in _named(one, fields):
                    if name not in known:
                        yield f"{self.name}: {name!r} is not in {self.written.town}"
        for fields in self._fields():
            try:
                intentions_read(fields, self.town)
            except BadInput as error:
                yield f"{self.name}: {error}"
        yield from self._wrong_events()

    def _fields(self) -> Iterator[str]:
        yield from (one.fields for one in self.written.intends)
        yield from (one.intend for one in self.written.whisper if one.intend)

    def _wrong_events(self) -> Iterator[str]:
        for planned in self.written.event:
            try:
                planned.event(self.town)
            except (ValueError, KeyError, AssertionError) as error:
                yield f"{self.name}: {error}"

    def _parts(self) -> Iterator[Form]:
        written = self.written
        yield from (one for one in (written.seed, written.set, *written.whisper) if one is not None)
        yield from (Seed(who=one.who, text=one.fields) for one in written.intends)
        if written.fact is not None:
            yield from (Seed(who=who, text=written.fact.text) for who in written.fact.known_by)


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def town(name: str, folder: Path = FOLDER) -> Scenario:
    """Return one of the towns that were written for stories, or of those that come with the product."""
    written = (one / "towns" / name for one in (folder, BEGINNERS, FOLDER, STRANGERS))
    return load(next((one for one in written if one.is_dir()), BUNDLED / name))


@cache
def stories(folder: Path = FOLDER) -> tuple[Story, ...]:
    """Return every story, kind by kind. Raises ValueError, with its name, for one that makes no sense."""
    found: dict[str, Story] = {}
    for file in sorted(folder.glob("*.yaml")):
        text = file.read_text("utf-8")
        raw = yaml.load(text, Loader=_LOADER)
        for name in _names(text):
            if name in found:
                raise ValueError(f"there are two stories {name!r}; give the one in {file.name} another name")
            found[name] = read_story(name, file.stem, raw, folder)
    return tuple(found.values())


def _names(text: str) -> list[str]:
    # A name that a file holds twice is one key of what YAML makes of it, and its first story would never
    # be lived; the nodes still have both.
    top = yaml.compose(text, Loader=_LOADER)
    return [key.value for key, _ in top.value] if isinstance(top, yaml.MappingNode) else []


def read_story(name: str, kind: str, raw: Mapping[str, Mapping[str, object]], folder: Path = FOLDER) -> Story:
    """Return one story of a file."""
    own = dict(raw[name])
    model = own.pop("like", None)
    if model is not None:
        if not isinstance(model, str) or model not in raw:
            raise ValueError(f"{name}: there is no story {model!r} in its file")
        other = {key: raw[model][key] for key in ("town", "days", "outcomes") if key in raw[model]}
        own = other | own
    try:
        return Story(name, kind, Written.model_validate(own), folder)
    except ValueError as error:
        raise ValueError(f"{kind}.yaml, {name}: {error}") from error


def _paths(scenario: Scenario) -> tuple[set[str], set[str]]:
    rooms = [room for place in scenario.places for room in place.rooms]
    places = {place.name for place in scenario.places} | {room.path for room in rooms}
    return places, {thing.path for room in rooms for thing in room.things}


def _named(form: Form, fields: tuple[str, ...]) -> Iterator[str]:
    for name in fields:
        value = getattr(form, name, ())
        yield from ([value] if value else []) if isinstance(value, str) else value
