"""Checks for gaps in a town: beds, access, hours of work, something to do, distinct names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rapidfuzz.distance import OSA

from engine.clock import clock_words
from engine.errors import worded
from engine.language.names.suggesting import shown
from engine.scenario.allowed_files import WORLD
from engine.scenario.document.mends import taken_away, written
from engine.scenario.lint.world import alike
from engine.scenario.places import Gazetteer, sleep_minute
from engine.scenario.problems import Problem
from engine.scenario.reading.check import UNSAID, Source
from engine.scenario.reading.schema import PersonaPart, PlacePart, WorldPart

People = Mapping[str, Source[PersonaPart]]

_SMALL = 12  # people: in a larger town some names are bound to be like others
_MANY = 40  # people: in a larger town nobody is written by hand
_SHORT = 4  # letters of a name that another may differ from in one and be heard as it
_DAY = 1440
_BED = re.compile(r"\b(bed|cot|bunk|mattress|hammock|berth)\b|床|铺", re.IGNORECASE)
_FOR_ANY = re.compile(
    r"\b\w+s\b|\b(bunk|family|big|large|wide|two|three|four)\b|炕|通铺|两|三|四|张", re.IGNORECASE
)
_NO_BED = re.compile(r"\b(flower|river|sea|hot|seed|oyster|day)[ -]?bed|苗床|机床|车床|河床", re.IGNORECASE)
_IN_A_BED = 2


def lint_living(people: People, index: Gazetteer, world: Source[WorldPart]) -> Iterator[Problem]:
    """Yield warnings of things that keep a town from being lived in as intended."""
    if world.part is None:
        return
    yield from _beds(people, index, world.part)
    yield from _unreachable(people, index, world, world.part)
    yield from _shut_work(people, index, world.part)
    if len(people) <= _MANY:
        yield from _nothing_to_do(people)
        yield from _stays_at_home(people, index)
    if len(people) <= _SMALL:
        yield from _heard_alike(people)


def _beds(people: People, index: Gazetteer, world: WorldPart) -> Iterator[Problem]:
    """Yield a warning for each bedroom with too few beds, even with two people in each."""
    living: dict[str, list[str]] = {}
    for agent, source in people.items():
        home = index.room(source.part.home) if source.part is not None else None
        if home is not None:
            living.setdefault(home, []).append(agent)
    for home, those in living.items():
        place = index.place_of[home]
        beds = _beds_in(world.root[place], home[len(place) + 1 :])
        if beds and len(those) > beds * _IN_A_BED:
            last = people[those[-1]]
            few = (
                worded(
                    "{those} people live in {home}, which has {beds} beds",
                    those=len(those),
                    home=shown(home),
                    beds=beds,
                )
                if beds > 1
                else worded(
                    "{those} people live in {home}, which has 1 bed", those=len(those), home=shown(home)
                )
            )
            yield last.note("TW429", few, worded("add beds or choose another home"), "home", warning=True)


def _beds_in(place: PlacePart, room: str) -> int:
    """Return the number of beds in a room; 0 if there is none, or one for any number of people."""
    inside = place.rooms.get(room)
    things = place.objects if inside is None else inside.things
    beds = [name for name in things if _BED.search(name) and not _NO_BED.search(name)]
    return 0 if any(_FOR_ANY.search(name) for name in beds) else len(beds)


def _unreachable(
    people: People, index: Gazetteer, world: Source[WorldPart], part: WorldPart
) -> Iterator[Problem]:
    """Yield a warning for each private place that no persona knows or goes to."""
    parts = [source.part for source in people.values() if source.part is not None]
    if len(parts) < len(people) or not parts:
        return
    known = {index.place_of.get(index.room(said) or "") for one in parts for said in _goes_to(one)}
    for name, place in part.root.items():
        if place.private and name not in known:
            nobody = worded(
                "nobody knows {name}, and strangers cannot find it because it is private", name=shown(name)
            )
            fix = taken_away(WORLD, (name, "private"), worded("make it public"))
            remedy = worded("make it public, or add it to a person's `knows`")
            yield world.note("TW314", nobody, remedy, name, "private", warning=True, fix=fix)


def _goes_to(part: PersonaPart) -> Sequence[str]:
    known = (*(part.knows or ()), *part.knows_too)
    return (part.home, part.work, *known, *(line.place for line in part.day.routine))


def _shut_work(people: People, index: Gazetteer, world: WorldPart) -> Iterator[Problem]:
    """Yield a warning for each workplace that is closed whenever its worker is awake."""
    for source in people.values():
        place = index.place_of.get(index.room(source.part.work) or "") if source.part is not None else None
        if source.part is None or place is None:
            continue
        hours = world.root[place].open
        day = source.part.day
        awake = range(day.wake, sleep_minute(day.wake, day.sleep), 5)
        if hours is not None and awake and not any(hours.covers(minute % _DAY) for minute in awake):
            when = worded("{wake} to {sleep}", wake=clock_words(day.wake), sleep=clock_words(day.sleep))
            shut = worded(
                "{name} works at {place}, which is closed from {when}",
                name=shown(source.part.name),
                place=shown(place),
                when=when,
            )
            fix = taken_away(
                WORLD, (place, "open"), worded("keep {place} open at all hours", place=shown(place))
            )
            yield source.note(
                "TW430",
                shut,
                worded("change the opening hours or the person's day"),
                "work",
                warning=True,
                fix=fix,
            )


def _nothing_to_do(people: People) -> Iterator[Problem]:
    """Yield a warning for each persona with nothing to fill a day."""
    for source in people.values():
        part = source.part
        if part is None or source.problems or len(part.seed) != 1:  # of none there is a word already
            continue
        if not (part.work or part.currently or part.day.routine):
            little = worded("{name} has only one memory and nothing to do", name=shown(part.name))
            remedy = worded(
                "add where they work (`work`), what they are busy with (`currently`) or their "
                "usual day (`day`)"
            )
            yield source.note("TW427", little, remedy, "name", warning=True)


def _stays_at_home(people: People, index: Gazetteer) -> Iterator[Problem]:
    """Yield a warning for each persona who only stays at home, in a town where most go out: nobody meets them
    there.
    """
    those = [(source, source.part) for source in people.values() if source.part is not None]
    goes_out = {source.file for source, part in those if _goes_out(part, index)}
    if len(goes_out) * 2 < len(those):
        return
    for source, part in those:
        if source.file in goes_out or source.problems or index.room(part.home) is None:
            continue
        lacks = worded("goes nowhere on a usual day") if part.day.routine else worded("has no usual day")
        unmet = worded("{name} {lacks} and stays at home", name=shown(part.name), lacks=lacks)
        remedy = worded("add where they go and when (`day: routine`)")
        way = ("day", "routine") if part.day.routine else ("name",)
        yield source.note("TW436", unmet, remedy, *way, warning=True)


def _goes_out(part: PersonaPart, index: Gazetteer) -> bool:
    """Return whether a usual day has a line at another place than home."""
    home = index.place_of.get(index.room(part.home) or "")
    return any(
        line.place and index.place_of.get(index.room(line.place) or "") != home for line in part.day.routine
    )


def _heard_alike(people: People) -> Iterator[Problem]:
    """Yield a warning for each first name that differs from another only by a letter in the middle."""
    seen: list[tuple[str, str]] = []
    for source in people.values():
        part = source.part
        if part is None or part.name == UNSAID or not part.name.isascii():
            continue
        called = alike(part.called or part.name.split()[0])
        other = next((name for first, name in seen if _sounds_like(first, called)), "")
        seen.append((called, part.name))
        if other:
            both = worded(
                "the names {name} and {other} are easy to confuse",
                name=shown(part.name),
                other=shown(other),
            )
            fix = written(source.file, ("called",), part.name)
            yield source.note(
                "TW420",
                both,
                worded("give one of them another short name (`called`)"),
                "name",
                warning=True,
                fix=fix,
            )


def _sounds_like(one: str, other: str) -> bool:
    if min(len(one), len(other)) < _SHORT or one == other or one[0] != other[0]:
        return False
    return OSA.distance(one, other) == 1
