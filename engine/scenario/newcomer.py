"""Builds the file of a new person with the usual keys, and reads one for a lived town."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from engine.clock import clock_words, parse_clock
from engine.errors import BadInput, worded
from engine.language.names.suggesting import shown
from engine.language.phrases import phrases
from engine.records import Persona, Scenario
from engine.scenario.allowed_files import WORLD, persona_file
from engine.scenario.build import built_persona
from engine.scenario.generating.faces import face, guessed_age
from engine.scenario.lint.people import lint_people
from engine.scenario.lint.town import is_id
from engine.scenario.lint.world import alike
from engine.scenario.places import Gazetteer, gazetteer
from engine.scenario.problems import problems_said
from engine.scenario.reading.check import UNSAID, Source, check_file
from engine.scenario.reading.schema import PersonaPart, WorldPart
from engine.scenario.write import dumped, world_text


def newcomer(
    name: str,
    home: str,
    faces: Collection[str] = (),
    *,
    pronouns: str = "they",
    day: tuple[str, str] = ("07:00", "22:30"),
) -> str:
    """Write the file of a new person of whom little more than the name and home is known: they get up and go
    to bed as `day` says, and have breakfast at home an hour later. Their face differs from `faces` if one is
    left.

    Raises
    ------
    BadInput
        When an hour of the day is invalid.

    """
    wake, sleep = (clock_words(parse_clock(said)) for said in day)
    breakfast = clock_words(parse_clock(wake) + 60)
    said = " ".join(name.split())
    age = guessed_age(said)
    head = dumped(
        {
            "name": said,
            "pronouns": pronouns,
            "age": age,
            "emoji": face(said, pronouns, age, faces),
            "traits": ["curious", "kind"],
            "home": home,
        }
    )
    rest = dumped(
        {
            "seed": [
                f"{said} has lived here for a year.",
                f"{said} knows hardly anybody here yet.",
            ],
            "currently": f"{said} is settling in.",
            "day": {"wake": wake, "sleep": sleep, "routine": [f"{breakfast} have breakfast at home"]},
            "voice": {"register": "plain"},
        }
    )
    return f"{head}# work: a place or a room      # without this key: no job\n{rest}{_MORE}"


def persona_text(
    name: str,
    home: str,
    *,
    pronouns: str = "they",
    age: int = 30,
    currently: str = "",
    seed: Sequence[str] = (),
    day: tuple[str, str] = ("07:00", "22:30"),
    routine: Sequence[str] = (),
    bonds: Sequence[tuple[str, str, float]] = (),
) -> str:
    """Write the file of a person from the most important data: current aim, first memories, times of getting
    up and going to bed, usual day, and relations (id, kind, closeness).
    """
    said: dict[str, object] = {"name": " ".join(name.split()), "pronouns": pronouns, "age": age, "home": home}
    if seed:
        said["seed"] = list(seed)
    if currently.strip():
        said["currently"] = currently.strip()
    said["day"] = {"wake": day[0], "sleep": day[1], **({"routine": list(routine)} if routine else {})}
    if bonds:
        said["relationships"] = [
            {"with": other, "as": kind, "closeness": closeness} for other, kind, closeness in bonds
        ]
    return dumped(said)


def free_id(name: str, files: Mapping[str, str]) -> str:
    """Return an id for a person, from the first name, that no file of the scenario has yet."""
    word = re.sub(r"[^\w-]+", "-", name.split()[0].casefold() if name.split() else "").strip("-_")
    stem = word[:30] or "person"
    taken = {path.casefold() for path in files}
    tried = [stem, *(f"{stem}-{n}" for n in range(2, len(files) + 3))]
    return next(one for one in tried if persona_file(one).casefold() not in taken)


def persona_read(text: str, scenario: Scenario, agent: str = "") -> Persona:
    """Read a persona's file for a town with these people, by the scenario's own reader; without `agent`, the
    id is made from the first name. Raises BadInput with every error and its line.
    """
    read = check_file(text, persona_file(agent or "persona"), PersonaPart)
    name = read.part.name if read.part is not None else ""
    who = agent or free_id(name, {persona_file(one.id): "" for one in scenario.personas})
    source = replace(read, file=persona_file(who))
    world = _world(world_text(scenario))
    index = gazetteer(world)
    found = lint_people({**people_of(scenario), who: source}, index, world)
    shares = [
        read.note(
            "TW431",
            worded("the fragment {name} belongs to another town", name=shown(name)),
            worded("copy its content into this persona"),
            "includes",
            at,
        )
        for at, name in enumerate(read.part.includes if read.part is not None else ())
    ]
    problems = [*read.problems, *shares, *(each for each in found if each.file == source.file)]
    if source.part is None or any(each.severity == "error" for each in problems):
        errors = [each for each in problems if each.severity == "error"]
        raise BadInput(worded("this persona cannot join the town: {why}", why=problems_said(errors)))
    public = frozenset(room.path for place in scenario.places if not place.private for room in place.rooms)
    persona = built_persona(who, source.part, index, public)
    check_called(persona, scenario)
    return persona


def places_of(scenario: Scenario) -> Gazetteer:
    """Return the index of a town's places, which resolves names of rooms."""
    return gazetteer(_world(world_text(scenario)))


def people_of(scenario: Scenario) -> Mapping[str, Source[PersonaPart]]:
    """Return the people of a town as sources, against which references are checked."""
    return {one.id: Source(persona_file(one.id), None, _stub(one), ()) for one in scenario.personas}


def newcomer_read(text: str, scenario: Scenario, agent: str = "") -> Persona:
    """Read the file of a person who does not live in the town yet. Raises BadInput also if the given id is
    invalid or taken.
    """
    taken = {one.id.casefold() for one in scenario.personas}
    if agent and (not is_id(agent) or agent.casefold() in taken):
        raise BadInput(
            worded(
                "{agent} cannot be the id of a new person; use a valid id that is not taken, such as iris",
                agent=shown(agent),
            )
        )
    return persona_read(text, scenario, agent)


def check_called(persona: Persona, scenario: Scenario) -> None:
    """Raise BadInput if a person has the short name or name of another: texts about them would be
    ambiguous.
    """
    words = phrases(scenario.language)
    called = persona.called or words.short_name(persona.name)
    for one in scenario.personas:
        if alike(called) in (alike(one.called or words.short_name(one.name)), alike(one.name)):
            raise BadInput(
                worded(
                    "{name} would be called {called}, like {other}; add `called:` with a different "
                    "short name",
                    name=persona.name,
                    called=shown(called),
                    other=one.name,
                )
            )


def name_in(text: str) -> str:
    """Return the name in a persona's file, or ""."""
    part = check_file(text, persona_file("persona"), PersonaPart).part
    return part.name if part is not None and part.name != UNSAID else ""


def with_newcomer(scenario: Scenario, agent: str, text: str) -> Scenario:
    """Return a scenario with a persona added at the end. Raises BadInput if the file has errors."""
    return replace(scenario, personas=(*scenario.personas, persona_read(text, scenario, agent)))


def _stub(persona: Persona) -> PersonaPart:
    """Return the minimal part of an existing persona that references are checked against."""
    return PersonaPart(name=persona.name, home=persona.home)


@lru_cache(maxsize=4)
def _world(text: str) -> WorldPart:
    part = check_file(text, WORLD, WorldPart).part
    assert part is not None  # it was written from a world that was read
    return part


_MORE = """\
# relationships:
#   - {with: id of the other person, as: friend, closeness: 0.5}    # -1 to 1
# knows: [a place, another place]      # by default: home, work, usual and public places
"""


def renamed(text: str, name: str) -> str:
    """Return a persona's file with a new name: in its `name`, and where the old one appears in full, unless
    the new one would need quotes there.
    """
    said = " ".join(name.split())
    found = _NAME.search(text)
    if found is None:
        return dumped({"name": said}) + text
    old = found[1].strip().strip("\"'")
    head = text[: found.start()] + dumped({"name": said}).rstrip("\n")
    rest = text[found.end() :]
    return head + (rest.replace(old, said) if old and _PLAIN.fullmatch(said) else rest)


_PLAIN = re.compile(r"\w[\w .’'-]*", re.UNICODE)
_NAME = re.compile(r"^name:[ \t]*(.*?)[ \t]*(?:#.*)?$", re.MULTILINE)
