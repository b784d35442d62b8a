"""Names, ids and numbers of a town's agents, and the agents named in a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engine.errors import NotFound, with_commas, worded
from engine.language.any_word import any_word, but_within
from engine.language.phrases import Phrases
from engine.records import AgentId, Name, Names, Persona, Place, is_visitor, visitor, visitor_name


class Cast:
    """The people of a scenario.

    Their numbers count from 1 in the order of the scenario; 0 is the author. The last `joined` of them are
    newcomers. In the names of `places` no agent is named.
    """

    def __init__(
        self, personas: Iterable[Persona], phrases: Phrases, joined: int = 0, places: Iterable[Place] = ()
    ) -> None:
        self.personas: Mapping[AgentId, Persona] = {persona.id: persona for persona in personas}
        self.agent_numbers: Mapping[AgentId, int] = {agent: i + 1 for i, agent in enumerate(self.personas)}
        self.homes = frozenset(persona.home for persona in self.personas.values())
        self.newcomers = frozenset(list(self.personas)[len(self.personas) - joined :])
        self.names: Mapping[AgentId, str] = _FullNames({p.id: p.name for p in self.personas.values()})
        self.known_as: Names = _KnownAs(self.personas.values(), phrases, joined, places)
        self._ids = {name: agent for agent, name in self.names.items()}
        self._called = _called(self.known_as)
        self._mention = re.compile(any_word(self._called, ending=but_within(self.known_as.of_places)))
        self._known_with: dict[tuple[AgentId, ...], Names] = {}

    def known_with(self, visitors: tuple[AgentId, ...]) -> Names:
        """Return the names of everyone and of some visitors; the same object for the same visitors."""
        if not visitors:
            return self.known_as
        if visitors not in self._known_with:
            called = {one: self.known_as[one] for one in visitors}
            among = self.known_as.among + len(visitors)
            self._known_with[visitors] = Names({**self.known_as, **called}, among, self.known_as.of_places)
        return self._known_with[visitors]

    def named(self, name: str) -> AgentId:
        """Return the id of an agent from its full name; for an unknown name, the id of a visitor."""
        return self._ids.get(name) or visitor(name)

    def find(self, who: str) -> AgentId:
        """Return the id of the agent meant by an id, a full name or an unambiguous short one.

        Raises NotFound otherwise.
        """
        wanted = who.strip().casefold()
        for agent, name in self.names.items():
            if wanted in (agent.casefold(), name.casefold()):
                return agent
        for word, agent in self._called.items():
            if word.casefold() == wanted:
                return agent
        raise NotFound(
            worded(
                "nobody here is called {who!r}; use one of: {values}",
                who=who,
                values=with_commas(self.names.values()),
            )
        )

    def mentioned(self, text: str) -> tuple[AgentId, ...]:
        """Return the agents named in a text, each once, in the order of their numbers."""
        found = {self._called[word] for word in self._mention.findall(text)}
        return tuple(sorted(found, key=self.agent_numbers.__getitem__))


class _FullNames(Mapping[AgentId, str]):
    """The full names of a cast by id. Looking up a visitor works too; iteration yields the cast only."""

    def __init__(self, names: Mapping[AgentId, str]) -> None:
        self._names = dict(names)

    def __contains__(self, agent: object) -> bool:
        return agent in self._names

    def __getitem__(self, agent: AgentId) -> str:
        return visitor_name(agent) if is_visitor(agent) else self._names[agent]

    def __iter__(self) -> Iterator[AgentId]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class _KnownAs(Names):
    """The names used for a cast, by id.

    As with full names, visitors can be looked up but are not iterated.
    """

    def __init__(
        self, personas: Iterable[Persona], phrases: Phrases, joined: int, places: Iterable[Place]
    ) -> None:
        names = {persona.id: _known_as(persona, phrases) for persona in personas}
        words = tuple(word for name in names.values() for word in (name.called, name.full))
        within = frozenset(name for name in _names_of(places) if any(word in name for word in words))
        super().__init__(names, len(names) - joined, within - frozenset(words))
        self._phrases = phrases

    def __contains__(self, agent: object) -> bool:
        return agent in self._names

    def __getitem__(self, agent: AgentId) -> Name:
        if is_visitor(agent):
            name = visitor_name(agent)
            return Name(full=name, called=self._phrases.short_name(name))
        return super().__getitem__(agent)


def _names_of(places: Iterable[Place]) -> Iterator[str]:
    """Yield the names of places, their rooms, and the objects in them."""
    for place in places:
        yield place.name
        for room in place.rooms:
            yield room.name
            yield from (thing.name for thing in room.things)


def _known_as(persona: Persona, phrases: Phrases) -> Name:
    called = persona.called or phrases.short_name(persona.name)
    return Name(full=persona.name, called=called, pronouns=persona.pronouns)


def _called(names: Mapping[AgentId, Name]) -> dict[str, AgentId]:
    """Return ids by full names, and by short ones that only one agent has."""
    shared = Counter(name.called for name in names.values())
    short = {name.called: agent for agent, name in names.items() if shared[name.called] == 1}
    return short | {name.full: agent for agent, name in names.items()}
