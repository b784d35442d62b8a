"""Who is who: names, ids and orders of a town's agents, and who a text speaks of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from engine.errors import NotFound
from engine.records import AgentId, Persona


class Cast:
    """The people of a scenario. Orders count from 1 in the scenario's order; 0 is the author."""

    def __init__(self, personas: Iterable[Persona]) -> None:
        self.personas: Mapping[AgentId, Persona] = {persona.id: persona for persona in personas}
        self.order: Mapping[AgentId, int] = {agent: i + 1 for i, agent in enumerate(self.personas)}
        self.names: Mapping[AgentId, str] = {p.id: p.name for p in self.personas.values()}
        self._ids = {name: agent for agent, name in self.names.items()}
        self._called = _called(self.names)
        words = sorted(self._called, key=len, reverse=True)
        self._mention = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words) or r"(?!)")

    def named(self, name: str) -> AgentId:
        """The id of an agent from its full name, as answers give it; KeyError when nobody is called that."""
        return self._ids[name]

    def find(self, who: str) -> AgentId:
        """The agent a person means by an id, a full name or an unambiguous first name; NotFound otherwise."""
        wanted = who.strip().casefold()
        for agent, name in self.names.items():
            if wanted in (agent.casefold(), name.casefold()):
                return agent
        for word, agent in self._called.items():
            if word.casefold() == wanted:
                return agent
        raise NotFound(f"nobody here is called {who!r}; there are {', '.join(self.names)}")

    def mentioned(self, text: str) -> tuple[AgentId, ...]:
        """The agents a text names, each once, in the order of their numbers."""
        found = {self._called[word] for word in self._mention.findall(text)}
        return tuple(agent for agent in self.personas if agent in found)


def _called(names: Mapping[AgentId, str]) -> dict[str, AgentId]:
    """Full names, and first names that only one agent has."""
    firsts = Counter(name.split()[0] for name in names.values() if name.split())
    called = {
        name.split()[0]: agent
        for agent, name in names.items()
        if name.split() and firsts[name.split()[0]] == 1
    }
    return called | {name: agent for agent, name in names.items()}
