"""Where the words of a sentence mean: a place or room by its name, or by the last word of it if only one has it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from engine.intentions.tagging import Found
from engine.intentions.words import Words
from engine.language.any_word import any_word
from engine.records import Path, Persona
from engine.world.tree import World


class WhereIsMeant:
    """The places of a town as one of its people may speak of them."""

    def __init__(self, world: World, me: Persona | None, words: Words) -> None:
        self._paths = _names(world, me, words)
        before, article = words.at, words.article
        self._any = re.compile(f"(?i:{before})(?i:{article})?(?P<place>{any_word(self._paths, any_case=True)}){words.place_ends}")
        self._lowered = {said.lower(): path for said, path in self._paths.items()}

    def __call__(self, text: str) -> Sequence[Found]:
        """Return where a text speaks of places, each with the words that lead to it."""
        found = self._any.finditer(text)
        return [Found(m.start(), m.end(), self._lowered[m["place"].lower()]) for m in found]


def _names(world: World, me: Persona | None, words: Words) -> dict[str, Path]:
    """Return the path that is meant by each name: a place by its first room."""
    said: dict[str, Path] = {}
    rooms = Counter(room.rpartition("/")[2].lower() for room in world.rooms)
    for room in world.rooms:
        own = room.rpartition("/")[2]
        if rooms[own.lower()] == 1 or (me is not None and world.place_of[room].name in me.home):
            said[own] = room
    lasts = Counter(words.last_word(name).lower() for name in world.places)
    for name, place in world.places.items():
        last = words.last_word(name)
        if lasts[last.lower()] == 1:
            said.setdefault(last, place.rooms[0].path)
        said[words.without_article(name)] = said[name] = place.rooms[0].path
    if me is not None:
        said.update({word: me.home for word in words.home} | {word: me.work for word in words.work if me.work})
    return said
