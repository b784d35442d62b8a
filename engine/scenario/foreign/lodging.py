"""Lodging: finds a room in a town for a person from elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.errors import BadInput, worded
from engine.language.phrases import phrases
from engine.scenario.allowed_files import TOWN, WORLD, persona_file, persona_of
from engine.scenario.generating.faces import face
from engine.scenario.lint.world import is_too_large
from engine.scenario.places import gazetteer
from engine.scenario.reading.check import check_file
from engine.scenario.reading.schema import PersonaPart, TownPart, WorldPart
from engine.scenario.reading.stated.fields import one_line


class Lodging:
    """The facts about a town that a newcomer needs: its rooms and residents, its facts and its language.

    Raises BadInput if the town has no room to live in, or no room called `home`.
    """

    def __init__(self, files: Mapping[str, str], home: str) -> None:
        world = check_file(files.get(WORLD, ""), WORLD, WorldPart).part
        town = check_file(files.get(TOWN, ""), TOWN, TownPart).part
        if world is None or not world.root or is_too_large(world):
            raise BadInput(
                worded(
                    "{world} has errors or no place where a person can live; fix the file, then try again",
                    world=WORLD,
                )
            )
        self.index = gazetteer(world)
        self.people = [one for path in files if (one := persona_of(path))]
        self.facts = town.facts if town is not None else []
        words = phrases(town.language if town is not None else "en")
        self.visitor, self.friend = words.say("card_visitor"), words.say("card_friend")
        paths = [persona_file(one) for one in self.people]
        parts = [part for path in paths if (part := check_file(files[path], path, PersonaPart).part)]
        self.names = tuple(part.name for part in parts)
        self._faces = [part.emoji for part in parts]
        homes = (self.index.room(part.home) for part in parts)
        self._lived_in = Counter(home for home in homes if home is not None)
        private = [room for room, place in self.index.place_of.items() if world.root[place].private]
        self._rooms = [*self._lived_in, *private] or self.index.order
        self.wanted = self._room(one_line(home)) if home.strip() else ""
        self.home = self.wanted or self._emptiest()

    def room_of(self, said: str) -> str:
        """Return the room for the next newcomer, and count them there: the room `said` if it exists, else the
        one wanted for all, else the room with the fewest residents.
        """
        room = (self.index.room(one_line(said)) if said.strip() else None) or self.wanted or self._emptiest()
        self._lived_in[room] += 1
        return room

    def work_of(self, said: str) -> str:
        """Return the room that a text names as a workplace, or ""."""
        return (self.index.room(one_line(said)) or "") if said.strip() else ""

    def face_of(self, name: str, pronouns: str, age: int) -> str:
        """Return a face for the next newcomer, an unused one as long as some are left."""
        found = face(name, pronouns, age, self._faces)
        self._faces.append(found)
        return found

    def _room(self, said: str) -> str:
        found = self.index.room(said)
        if found is None:
            _, message, remedy = self.index.remedy(said)
            raise BadInput(worded("{message}; {remedy}", message=message, remedy=remedy))
        return found

    def _emptiest(self) -> str:
        """Return the home with the fewest residents."""
        return min(self._rooms, key=lambda room: self._lived_in[room])
