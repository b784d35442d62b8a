"""Importing a save: the scenario and the days it would make, and a report on the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.clock import worded_moment
from engine.errors import with_commas, worded
from engine.language.languages import FALLBACK, languages
from engine.language.phrases import phrases
from engine.language.sense import sense_of
from engine.language.unspaced import has_unspaced
from engine.scenario.allowed_files import TOWN, WORLD, persona_file
from engine.scenario.foreign.notes import (
    CHANGES,
    FIRST_MEMORIES,
    LINKS,
    MEMORIES,
    OBJECTS,
    OBSERVATIONS,
    OF_TALKS,
    PEOPLE,
    PLACES,
    PLANS,
    REFLECTIONS,
    ROOMS,
    TALKS,
    VOICES,
    WHISPERS,
    ImportNote,
    count,
    note,
)
from engine.scenario.foreign.pack import Pack
from engine.scenario.problems import Problem
from engine.scenario.reading.checked import read_scenario
from engine.scenario.smallville.lived import Lived, lived_in
from engine.scenario.smallville.people import Person, back_stories, people_of
from engine.scenario.smallville.save import Save, plain, read_save
from engine.scenario.smallville.world import World, world_of
from engine.scenario.write import Folded, dumped

_MOST_NAMED = 5
_KINDS = {
    "observation": OBSERVATIONS, "plan": PLANS, "reflection": REFLECTIONS, "seed": VOICES,
    "talk": OF_TALKS, "whisper": WHISPERS,
}  # fmt: skip
_OF_A_MODEL = ("embeddings.json", "kw_strength.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveIn:
    """The scenario that a save would make, not stored yet; `lived` are its days, None if it was not lived.
    `notes` are the report, `problems` those that the check of the scenario would find.
    """

    name: str
    files: Mapping[str, str]
    people: tuple[Person, ...]
    lived: Lived | None
    notes: tuple[ImportNote, ...]
    problems: tuple[Problem, ...]


def save_in(pack: Pack) -> SaveIn:
    """Examine the save in a pack as an import. Raises BadInput if there is none, or it cannot be read."""
    save = read_save(pack)
    addresses = [plain(one.get("living_area")) for one in save.people.values()]
    addresses += [plain(one.get("act_address")) for one in save.people.values()]
    world = world_of(save, [one for one in addresses if one and "<" not in one])
    people = people_of(save, world)
    lived = lived_in(save, world, people) if save.minute or save.step else None
    name = plain(save.name, 60) or "Smallville"
    files = {TOWN: _town(save, name), WORLD: dumped(world.content())}
    files |= {persona_file(person.agent): person.text for person in people}
    checked = read_scenario(files, name)
    errors = tuple(one for one in checked.problems if one.severity == "error")
    return SaveIn(
        name=name, files=files, people=people, lived=lived if lived and _has_days(lived) else None,
        notes=tuple(_notes(save, world, people, lived)), problems=errors,
    )  # fmt: skip


def _has_days(lived: Lived) -> bool:
    return lived.minute > 0 and bool(lived.remembered or lived.moved)


def _town(save: Save, name: str) -> str:
    summary = f"Imported from a Smallville save with {count(len(save.people), PEOPLE)}."
    said = "".join(plain(one.get(key)) for one in save.people.values() for key in ("learned", "currently"))
    return dumped(
        {
            "town": name,
            "summary": Folded(summary),
            "language": _language(said),
            "starts": save.starts.isoformat(),
        }
    )


def _language(said: str) -> str:
    """Return the language of people's descriptions.

    If most letters are of a script without spaces, it is the language of such a script whose everyday words
    are most frequent in them.
    """
    if sum(map(has_unspaced, said)) * 2 <= len(said):
        return FALLBACK
    fitting = (sense_of(tag) for tag in languages() if has_unspaced(phrases(tag).say("asleep")))
    senses = [sense for sense in fitting if sense is not None]
    return max(senses, key=lambda sense: sense.common(sense.words(said))).language


def _notes(save: Save, world: World, people: tuple[Person, ...], lived: Lived | None) -> Iterator[ImportNote]:
    yield note(worded("personas"), "came", with_commas(person.name for person in people[:30]))
    yield note("scratch.json", "came", worded("name, age, traits, past, situation, home, hours of sleep"))
    words = worded("weights, thresholds and counters; runs here have their own settings")
    yield note("scratch.json", "dropped", words)
    yield from _of_the_world(world)
    yield from _of_the_people(save, people)
    yield from _of_back_stories(save)
    if save.pack.links:
        yield note(
            worded("links"), "dropped", worded("{links}, not followed", links=count(save.pack.links, LINKS))
        )
    if any(path.endswith(_OF_A_MODEL) for path in save.pack.paths):
        words = worded("made for another model; created again when needed")
        yield note(", ".join(_OF_A_MODEL), "dropped", words)
    if lived is not None:
        yield from _of_the_days(lived)


def _of_the_world(world: World) -> Iterator[ImportNote]:
    things = sum(len(inside) for rooms in world.places.values() for inside in rooms.values())
    rooms = sum(len(one) for one in world.places.values())
    size = [count(len(world.places), PLACES), count(rooms, ROOMS), count(things, OBJECTS)]
    where = (
        worded("with their positions in the maze")
        if world.from_maze
        else worded("according to the spatial memories")
    )
    yield note(worded("world"), "came", with_commas([*size, where]))
    if not world.from_maze:
        yield note(worded("map"), "changed", worded("the save has no maze, so places get new positions"))


def _of_the_people(save: Save, people: tuple[Person, ...]) -> Iterator[ImportNote]:
    if save.missing:
        yield note("persona_names", "dropped", worded("no folder for {names}", names=_listed(save.missing)))
    for what in (worded("home"), worded("pronouns"), worded("hours of sleep")):
        guessed = [person.name for person in people if what in person.guessed]
        if guessed:
            yield note(what, "changed", worded("not stated, so guessed for {names}", names=_listed(guessed)))


def _of_back_stories(save: Save) -> Iterator[ImportNote]:
    stories, strangers = back_stories(save)
    if stories:
        many = count(sum(len(one) for one in stories.values()), FIRST_MEMORIES)
        yield note("agent_history", "came", worded("{memories}, now in the third person", memories=many))
    if strangers:
        yield note(
            "agent_history",
            "dropped",
            worded("entries for {names}, who do not live here", names=_listed(strangers)),
        )


def _of_the_days(lived: Lived) -> Iterator[ImportNote]:
    if not _has_days(lived):
        yield note("associative_memory", "dropped", worded("nothing has been simulated in this save yet"))
        return
    kinds = {one.kind: 0 for one in lived.remembered}
    for one in lived.remembered:
        kinds[one.kind] += 1
    said = with_commas(count(number, _KINDS[kind]) for kind, number in sorted(kinds.items()))
    yield note(
        "associative_memory",
        "came",
        worded("as a run up to {moment} ({said})", moment=worded_moment(lived.minute), said=said),
    )
    if lived.talks:
        yield note(
            "chat",
            "came",
            worded(
                "{talks}, each imported once although both people have a copy",
                talks=count(len(lived.talks), TALKS),
            ),
        )
    yield note("movement", "came" if lived.moved else "dropped", (
        worded(
            "{changes} in what people are doing, one step per minute",
            changes=count(len(lived.moved), CHANGES),
        )
        if lived.moved else worded("missing, so no activities are shown")
    ))  # fmt: skip
    yield note(
        worded("last access"), "changed", worded("not in the save; set to the time the memory was created")
    )
    yield note(
        "f_daily_schedule", "dropped", worded("people plan the rest of the day again when the run continues")
    )
    reasons = {
        "idle": worded("only about idle objects"),
        "blank": worded("empty because of a failed answer"),
        "unread": worded("unreadable or too many"), "undated": worded("without a date"),
        "crowded": worded("too many in one minute"),
    }  # fmt: skip
    for why, number in lived.lost.items():
        lost = worded("{memories} ({why})", memories=count(number, MEMORIES), why=reasons[why])
        yield note("associative_memory", "dropped", lost)


def _listed(names: tuple[str, ...] | list[str]) -> str:
    more = len(names) - _MOST_NAMED
    said = with_commas(names[:_MOST_NAMED])
    return worded("{before}, and {count} more", before=said, count=more) if more > 0 else said
