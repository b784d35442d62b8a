"""Who is who: names, ids and numbers of a town's agents, and who a text speaks of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from engine.errors import NotFound
from engine.language.any_word import any_word
from engine.language.phrases import Phrases
from engine.records import AgentId, Name, Names, Persona


class Cast:
    """The people of a scenario. Their numbers count from 1 as the scenario lists them; 0 is the author."""

    def __init__(self, personas: Iterable[Persona], phrases: Phrases) -> None:
        self.personas: Mapping[AgentId, Persona] = {persona.id: persona for persona in personas}
        self.agent_numbers: Mapping[AgentId, int] = {agent: i + 1 for i, agent in enumerate(self.personas)}
        self.names: Mapping[AgentId, str] = {p.id: p.name for p in self.personas.values()}
        self.known_as = Names({p.id: _known_as(p, phrases) for p in self.personas.values()})
        self._ids = {name: agent for agent, name in self.names.items()}
        self._called = _called(self.known_as)
        self._mention = re.compile(any_word(self._called))

    def named(self, name: str) -> AgentId:
        """Return the id of an agent from its full name, as answers give it; KeyError when nobody is called
        that.
        """
        return self._ids[name]

    def find(self, who: str) -> AgentId:
        """Return the agent a person means by an id, a full name or an unambiguous short one; NotFound
        otherwise.
        """
        wanted = who.strip().casefold()
        for agent, name in self.names.items():
            if wanted in (agent.casefold(), name.casefold()):
                return agent
        for word, agent in self._called.items():
            if word.casefold() == wanted:
                return agent
        raise NotFound(f"nobody here is called {who!r}; there are {', '.join(self.names.values())}")

    def mentioned(self, text: str) -> tuple[AgentId, ...]:
        """Return the agents a text names, each once, in the order of their numbers."""
        found = {self._called[word] for word in self._mention.findall(text)}
        return tuple(sorted(found, key=self.agent_numbers.__getitem__))


def _known_as(persona: Persona, phrases: Phrases) -> Name:
    called = persona.called or phrases.short_name(persona.name)
    return Name(full=persona.name, called=called, pronouns=persona.pronouns)


def _called(names: Mapping[AgentId, Name]) -> dict[str, AgentId]:
    """Full names, and short ones that only one agent has."""
    shared = Counter(name.called for name in names.values())
    short = {name.called: agent for agent, name in names.items() if shared[name.called] == 1}
    return short | {name.full: agent for agent, name in names.items()}
