"""Where the words of a sentence mean: a place or room by its name, or by its last word if only one has it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from engine.intentions.tagging import Found
from engine.intentions.words import Words
from engine.language.any_word import any_word, names_any
from engine.records import Path, Persona
from engine.world.tree import World


class PlacesHere:
    """The places of a town, and how they are spoken of; and whose homes they are."""

    def __init__(self, world: World, words: Words, personas: Sequence[Persona]) -> None:
        self.world, self.words = world, words
        names = _names(world, words) | _homes(personas, words, ways=words.home_of)
        self.found = _Finder(names, words)
        alone = _homes(personas, words, ways=words.home_alone)
        self.homes_alone = _Finder(alone, words, ends=words.home_ends)
        full = {words.without_article(name): place.rooms[0].path for name, place in world.places.items()}
        self._bare = _Finder(full, words, at="")
        self._with_article = _Finder(names, words, at=words.article if words.spaced else "")
        self._things = _Finder(_things(world), words, at="")

    def spoken_of(self, text: str) -> Path:
        """Return the place that a text names in any way: itself, or by an object that stands there."""
        return self.named(text) or next((str(one.meant) for one in self._things(text)), "")

    def named(self, text: str) -> Path:
        """Return the place that a text names itself, though nothing leads to it."""
        found = [*self._bare(text)] or [*self._with_article(text)]
        return str(found[0].meant) if found else ""

    def of_name(self, text: str) -> Path:
        """Return the place of which a text is the name, or another word for it."""
        bare = self.words.without_article(text)
        return self._bare.of_name(bare) or self.found.of_name(bare) or self.found.of_name(text)


class WhereIsMeant:
    """The places of a town as one of its people speaks of them: also "at home", and one's own kitchen."""

    def __init__(self, here: PlacesHere, me: Persona) -> None:
        self._here = here
        self._own = _Finder(_own(here.world, me, here.words), here.words)

    def __call__(self, text: str) -> Sequence[Found]:
        """Return where a text speaks of places, each with the words that lead to it."""
        own = self._own(text) if self._own.may_find_in(text) else ()
        return [*self._here.found(text), *self._here.homes_alone(text), *own]

    def spoken_of(self, text: str) -> Path:
        """Return the place that a text names in any way, though nothing leads to it."""
        return self._here.spoken_of(text)

    def is_whole(self, room: Path, text: str) -> bool:
        """Return whether a text that leads to a room means all of its place."""
        return self._here.world.is_whole(room, text)

    def named(self, text: str) -> Path:
        """Return the place that a text names itself, and not only by an object that stands there."""
        return self._here.named(text)

    def of_name(self, text: str) -> Path:
        """Return the place of which a text is the name, or another word for it; nothing of any other text."""
        return self._here.of_name(text)


class _Finder:
    def __init__(
        self, paths: Mapping[str, Path], words: Words, *, at: str | None = None, ends: str | None = None
    ) -> None:
        self._paths, self._words, self._at = paths, words, words.at if at is None else at
        self._ends = words.place_ends if ends is None else ends
        self._lowered = {said.lower(): path for said, path in paths.items()}

    @cached_property
    def _any(self) -> re.Pattern[str]:
        words, named = self._words, any_word(self._paths, any_case=True)
        return re.compile(f"(?i:{self._at})(?i:{words.article})?(?P<place>{named}){self._ends}")

    def may_find_in(self, text: str) -> bool:
        """Return whether a name of a place stands in a text, wherever: worth asking first of a few names."""
        return names_any(self._lowered, text)

    def of_name(self, text: str) -> Path:
        """Return the path that a name is of."""
        return self._lowered.get(text.lower(), "")

    def __call__(self, text: str) -> Iterator[Found]:
        for match in self._any.finditer(text):
            if path := self._lowered.get(match["place"].lower()):
                yield Found(match.start(), match.end(), path)


def _names(world: World, words: Words) -> dict[str, Path]:
    """Return the path that is meant by each name: a place by its first room."""
    said = _by_sort(world, words) | _only(world.rooms)
    for path in world.rooms:
        of, _, room = path.rpartition("/")
        if of and room:
            said |= {way.format(place=words.without_article(of), room=room): path for way in words.room_of}
    lasts = Counter(words.last_word(name).lower() for name in world.places)
    public = Counter(
        words.last_word(name).lower() for name, place in world.places.items() if not place.private
    )
    for name, place in world.places.items():
        first, last = place.rooms[0].path, words.last_word(name)
        if lasts[last.lower()] == 1 or (public[last.lower()] == 1 and not place.private):
            said.setdefault(last, first)
        said[words.without_article(name)] = said[name] = first
    return said


def _by_sort(world: World, words: Words) -> dict[str, Path]:
    """Return what places are of a sort that only one of them is of: `the pub`, by its name or description."""
    texts = {place.rooms[0].path: f"{place.name} {place.about}".lower() for place in world.places.values()}
    found = {word: [path for path, text in texts.items() if words.has(word, text)] for word in words.places}
    public = {place.rooms[0].path for place in world.places.values() if not place.private}
    only = {word: [path for path in paths if path in public] or paths for word, paths in found.items()}
    return {word: paths[0] for word, paths in only.items() if len(paths) == 1}


def _homes(personas: Sequence[Persona], words: Words, ways: Sequence[str]) -> dict[str, Path]:
    """Return how one speaks of where others live: `Ann's house`, `the Reeds' place`, and alone `Ann's`."""
    said: dict[str, Path] = {}
    firsts = Counter(words.first_name(persona.name) for persona in personas)
    for persona in personas:
        first = words.first_name(persona.name)
        names = {persona.name, persona.called or persona.name, *([first] if firsts[first] == 1 else [])}
        said |= {way.format(name=name): persona.home for name in names for way in ways}
    return said


def _things(world: World) -> dict[str, Path]:
    """Return the rooms of the objects of which there is but one of that name."""
    rooms = {path: path.rpartition("/") for path in world.things}
    often = Counter(name.lower() for _, _, name in rooms.values())
    return {name: room for room, _, name in rooms.values() if often[name.lower()] == 1}


def _own(world: World, me: Persona, words: Words) -> dict[str, Path]:
    here = [room.path for room in world.place_of[me.home].rooms]
    homely = dict.fromkeys(words.home, me.home)
    return _only(here) | homely | (dict.fromkeys(words.work, me.work) if me.work in world.rooms else {})


def _only(rooms: Iterable[Path]) -> dict[str, Path]:
    """Return the rooms by their own names, where but one is called so."""
    names = [(room.rpartition("/")[2], room) for room in rooms]
    often = Counter(name.lower() for name, _ in names)
    return {name: room for name, room in names if often[name.lower()] == 1}
