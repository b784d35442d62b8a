"""Places in a sentence: a place or room by its name, or by its last word if only one has it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from engine.language.any_word import NEVER, any_word, names_any
from engine.records import AgentId, Path, Persona
from engine.rehearsal.reading.people import ties
from engine.rehearsal.reading.tagging import Found
from engine.rehearsal.reading.words import Words
from engine.world.tree import World

_WORD = re.compile(r"[a-z]+")
_SHORT = 3  # letters: "old", "big"


class PlacesHere:
    """The places of a town and what they are called, and whose homes they are."""

    def __init__(self, world: World, words: Words, personas: Sequence[Persona]) -> None:
        self.world, self.words = world, words
        self.found_at = {one.id: one.work if one.work in world.rooms else one.home for one in personas}
        names = (
            _names(world, words)
            | _homes(personas, words, ways=words.home_of)
            | _homes(personas, words, ways=words.found_at, whose=self.found_at)
        )
        self.found = _Finder(names, words)
        self.met_at = _Finder(names, words, at=words.right_after_time, ends=words.before_meeting)
        alone = _homes(personas, words, ways=words.home_alone)
        self.homes_alone = _Finder(alone, words, ends=words.home_ends)
        self.by_first = _Finder(_firsts(world, words, personas), words, ends=words.home_ends)
        full = {words.without_article(name): place.rooms[0].path for name, place in world.called.items()}
        self._bare = _Finder(full, words, at="")
        self._with_article = _Finder(names, words, at=words.article if words.spaced else "")
        self._things = _Finder(_things(world), words, at="")
        self.homes = {persona.id: persona.home for persona in personas}

    def nowhere(self, text: str) -> Mapping[str, bool]:
        """Find capitalised names after place words, in a text whose known names are marked.

        Return each name, which belongs to no place here, with whether it has an article. Without one it may
        not be a place: `written in French`, `by Mozart`.
        """
        return {found["name"]: bool(found["article"]) for found in self._unmarked.finditer(text)}

    @cached_property
    def _unmarked(self) -> re.Pattern[str]:
        if not self.words.spaced:
            return re.compile(NEVER)
        name, article = r"[A-Z][\w'’-]*", f"(?P<article>(?i:{self.words.article}))?"
        return re.compile(f"(?i:{self.words.at}){article}(?P<name>{name}(?: {name})*)")

    def spoken_of(self, text: str) -> Path:
        """Return the place that a text mentions in any way, or an empty path.

        It may be named, or known by an object there or by its description.
        """
        named = self.named(text) or next((str(one.meant) for one in self._things(text)), "")
        return named or next(filter(None, map(self._known_by, self.words.landmark.finditer(text))), "")

    def _known_by(self, found: re.Match[str]) -> Path:
        """Return the only place whose description has the landmark found, or an empty path."""
        said = found["thing"].split() if self.words.spaced else [found["thing"]]
        for many in range(len(said), 0, -1):
            thing = " ".join(said[:many])
            places = self.world.places.values()
            where = [place for place in places if self.words.has(thing, place.about.lower())]
            if len(where) == 1 and len(thing) > 1:
                return where[0].rooms[0].path
        return ""

    def named(self, text: str) -> Path:
        """Return the place that a text names, with or without a preposition, or an empty path."""
        found = [*self._bare(text)] or [*self._with_article(text)]
        return str(found[0].meant) if found else ""

    def of_name(self, text: str) -> Path:
        """Return the place that a text is a name of, or an empty path."""
        bare = self.words.without_article(text)
        return self._bare.of_name(bare) or self.found.of_name(bare) or self.found.of_name(text)


class WhereIsMeant:
    """The places of a town as one of its people refers to them: also "at home", and their own kitchen."""

    def __init__(self, here: PlacesHere, me: Persona) -> None:
        self._here = here
        theirs = _of_ties(me, here)
        self._own = _Finder(theirs | _own(here.world, me, here.words), here.words)

    def __call__(self, text: str) -> Sequence[Found]:
        """Return the positions at which a text refers to places, including prepositions."""
        own = self._own(text) if self._own.may_find_in(text) else ()
        here = self._here
        met = () if here.words.spaced else here.met_at(text)
        firsts = here.by_first(text) if here.by_first.may_find_in(text) else ()
        return [*here.found(text), *met, *here.homes_alone(text), *firsts, *own]

    def home_of(self, someone: AgentId) -> Path:
        """Return the home of an agent, or an empty path."""
        return self._here.homes.get(someone, "")

    def found_at(self, someone: AgentId) -> Path:
        """Return the place to look for an agent: its work, or its home."""
        return self._here.found_at.get(someone, "")

    def nowhere(self, text: str) -> Mapping[str, bool]:
        """Return the names of unknown places in a marked text, and whether each has an article."""
        return self._here.nowhere(text)

    def spoken_of(self, text: str) -> Path:
        """Return the place that a text mentions in any way, or an empty path."""
        return self._here.spoken_of(text)

    def is_whole(self, room: Path, text: str) -> bool:
        """Return whether a text that refers to a room means the whole place."""
        return self._here.world.is_whole(room, text)

    def named(self, text: str) -> Path:
        """Return the place that a text names itself, not only by an object there, or an empty path."""
        return self._here.named(text)

    def of_name(self, text: str) -> Path:
        """Return the place that a text is a name of, or an empty path."""
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
        """Return whether a name of a place occurs anywhere in a text. This is fast for a few names."""
        return names_any(self._lowered, text)

    def of_name(self, text: str) -> Path:
        """Return the path that a name belongs to, or an empty path."""
        return self._lowered.get(text.lower(), "")

    def __call__(self, text: str) -> Iterator[Found]:
        for match in self._any.finditer(text):
            if path := self._lowered.get(match["place"].lower()):
                yield Found(match.start(), match.end(), path)


def _names(world: World, words: Words) -> dict[str, Path]:
    """Return the path that each name means. A place is represented by its first room."""
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
        for inner in place.rooms if not words.spaced and said.get(last) == first else ():
            of_it = inner.path.rpartition("/")[2]
            said |= {way.format(place=last, room=of_it): inner.path for way in words.room_of}
    for name, place in world.called.items():
        said.setdefault(name, place.rooms[0].path)
    return said


def _firsts(world: World, words: Words, personas: Sequence[Persona]) -> dict[str, Path]:
    """Return the places by the first of two words in their name, if no other name has it.

    Example: "along the canal" means the Canal Bank.
    """
    if not words.spaced:
        return {}
    named = [*world.rooms, *world.things, *(one.name for one in personas), *words.titles]
    often = Counter(word for name in dict.fromkeys(named) for word in set(_WORD.findall(name.lower())))
    firsts = {}
    for name, place in world.places.items():
        first, *others = words.without_article(name).lower().split()
        if len(others) == 1 and often[first] == len(place.rooms) and len(first) > _SHORT:
            firsts[first] = place.rooms[0].path
    return firsts


def _by_sort(world: World, words: Words) -> dict[str, Path]:
    """Return the places by their sort, if only one is of it: `the pub`, by its name or description."""
    texts = {place.rooms[0].path: f"{place.name} {place.about}".lower() for place in world.places.values()}
    found = {
        word: [path for path, text in texts.items() if any(words.has(one, text) for one in (word, *alike))]
        for word, alike in words.places.items()
    }
    public = {place.rooms[0].path for place in world.places.values() if not place.private}
    only = {word: [path for path in paths if path in public] or paths for word, paths in found.items()}
    return {word: paths[0] for word, paths in only.items() if len(paths) == 1}


def _homes(
    personas: Sequence[Persona],
    words: Words,
    ways: Sequence[str],
    whose: Mapping[AgentId, Path] = MappingProxyType({}),
) -> dict[str, Path]:
    """Return phrases for people's homes, or other places of theirs, with the path of each.

    Examples: `Ann's house`, `the Reeds' place`, and only `Ann's`.
    """
    said: dict[str, Path] = {}
    firsts = Counter(words.first_name(persona.name) for persona in personas)
    families = Counter(words.family_name(persona.name) for persona in personas)
    for persona in personas:
        first, family = words.first_name(persona.name), words.family_name(persona.name)
        alone = [name for name, often in ((first, firsts[first]), (family, families[family])) if often == 1]
        names = {persona.name, persona.called or persona.name, *alone}
        place = whose.get(persona.id) or persona.home
        said |= {way.format(name=name): place for name in names for way in ways}
    return said


def _of_ties(me: Persona, here: PlacesHere) -> dict[str, Path]:
    """Return phrases for the homes of people with a relation to a persona: `your aunt's flat`."""
    return {
        way.format(name=said): here.homes[agents[0]]
        for said, agents in ties(me, here.words).items()
        for way in here.words.home_of
        if agents[0] in here.homes
    }


def _things(world: World) -> dict[str, Path]:
    """Return the rooms of objects with a unique name, by that name."""
    rooms = {path: path.rpartition("/") for path in world.things}
    often = Counter(name.lower() for _, _, name in rooms.values())
    return {name: room for room, _, name in rooms.values() if often[name.lower()] == 1}


def _own(world: World, me: Persona, words: Words) -> dict[str, Path]:
    home = world.place_of[me.home]
    here = [room.path for room in home.rooms]
    called = words.last_word(home.name).lower()  # who lives in one of the tents has a tent of their own
    homely = dict.fromkeys((*(way.format(home=called) for way in words.own_home), *words.home), me.home)
    return _only(here) | homely | (dict.fromkeys(words.work, me.work) if me.work in world.rooms else {})


def _only(rooms: Iterable[Path]) -> dict[str, Path]:
    """Return the rooms whose own name is unique, by that name."""
    names = [(room.rpartition("/")[2], room) for room in rooms]
    often = Counter(name.lower() for name, _ in names)
    return {name: room for name, room in names if often[name.lower()] == 1}
