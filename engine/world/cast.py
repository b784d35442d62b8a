"""Who is who: names, ids and orders of a town's agents, and who a text speaks of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from engine.errors import NotFound
from engine.language.phrases import Phrases
from engine.language.unspaced import has_unspaced
from engine.records import AgentId, Name, Persona


class Cast:
    """The people of a scenario. Orders count from 1 in the scenario's order; 0 is the author."""

    def __init__(self, personas: Iterable[Persona], phrases: Phrases) -> None:
        self.personas: Mapping[AgentId, Persona] = {persona.id: persona for persona in personas}
        self.order: Mapping[AgentId, int] = {agent: i + 1 for i, agent in enumerate(self.personas)}
        self.names: Mapping[AgentId, str] = {p.id: p.name for p in self.personas.values()}
        self.known_as: Mapping[AgentId, Name] = {p.id: _known_as(p, phrases) for p in self.personas.values()}
        self._ids = {name: agent for agent, name in self.names.items()}
        self._called = _called(self.known_as)
        self._mention = mention(self._called)

    def named(self, name: str) -> AgentId:
        """The id of an agent from its full name, as answers give it; KeyError when nobody is called that."""
        return self._ids[name]

    def find(self, who: str) -> AgentId:
        """The agent a person means by an id, a full name or an unambiguous short one; NotFound otherwise."""
        wanted = who.strip().casefold()
        for agent, name in self.names.items():
            if wanted in (agent.casefold(), name.casefold()):
                return agent
        for word, agent in self._called.items():
            if word.casefold() == wanted:
                return agent
        raise NotFound(f"nobody here is called {who!r}; there are {', '.join(self.names.values())}")

    def mentioned(self, text: str) -> tuple[AgentId, ...]:
        """The agents a text names, each once, in the order of their numbers."""
        found = {self._called[word] for word in self._mention.findall(text)}
        return tuple(agent for agent in self.personas if agent in found)


def mention(words: Iterable[str]) -> re.Pattern[str]:
    """Where any of these names stands in a text by itself, the longest first; names in scripts that write no
    spaces stand between any letters.
    """
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile("|".join(map(_by_itself, longest_first)) or r"(?!)")


def _by_itself(word: str) -> str:
    return re.escape(word) if has_unspaced(word) else rf"(?<!\w){re.escape(word)}(?!\w)"


def _known_as(persona: Persona, phrases: Phrases) -> Name:
    called = persona.called or phrases.short_name(persona.name)
    return Name(full=persona.name, called=called, pronouns=persona.pronouns)


def _called(names: Mapping[AgentId, Name]) -> dict[str, AgentId]:
    """Full names, and short ones that only one agent has."""
    shared = Counter(name.called for name in names.values())
    short = {name.called: agent for agent, name in names.items() if shared[name.called] == 1}
    return short | {name.full: agent for agent, name in names.items()}
