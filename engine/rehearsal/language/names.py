"""Names: people's short and full names, wherever they stand in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from engine.language.any_word import any_word, but_within
from engine.records import AgentId, Name, Names

LONGEST_NAME = 80


class Everybody:
    """All people whom an agent can name, with patterns that find them in a text.

    As with `Names`, no two share a name.
    """

    def __init__(self, names: Mapping[AgentId, Name]) -> None:
        self.names = names
        self.outside_places = but_within(names.of_places if isinstance(names, Names) else ())

    def __iter__(self) -> Iterator[Name]:
        return iter(self.names.values())

    def __contains__(self, name: Name | None) -> bool:
        return name in self._agents

    def agent_of(self, name: Name) -> AgentId:
        """Return the agent id of a name, or an empty string."""
        return self._agents.get(name, "")

    @cached_property
    def by_full(self) -> Mapping[str, Name]:
        """Return the people by their full names."""
        return {name.full: name for name in self}

    @cached_property
    def full_names(self) -> re.Pattern[str]:
        """Return a pattern that matches any full name."""
        return re.compile(any_word(self.by_full))

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the words of all full names, in lower case."""
        return frozenset(word.lower() for name in self for word in name.full.split())

    def called(self, text: str) -> str:
        """Return a text with short names in place of full names."""
        found, short = self._called
        return found.sub(lambda name: short[name[0]], text)

    def named_once(self, text: str) -> str:
        """Return a text in which a person named again is named only by the first part of the name."""
        seen: set[str] = set()

        def again(found: re.Match[str]) -> str:
            name = self.by_full[found[0]]
            short = name.called if name.full.startswith(f"{name.called} ") else name.full
            if name.full in seen:
                return short if self.in_full(short) == name.full else name.full
            seen.add(name.full)
            return name.full

        return self.full_names.sub(again, text)

    def in_full(self, text: str) -> str:
        """Return a text with full names in place of short names that belong to one person only."""
        found, full = self._in_full
        return found.sub(lambda name: full[name[0]] if name["short"] else name[0], text)

    @cached_property
    def _agents(self) -> Mapping[Name, AgentId]:
        """Return the agent id for each name, the first one if several agents share it."""
        agents: dict[Name, AgentId] = {}
        for agent, name in self.names.items():
            agents.setdefault(name, agent)
        return agents

    @cached_property
    def _called(self) -> tuple[re.Pattern[str], Mapping[str, str]]:
        known = {name.full: name.called for name in self if name.full != name.called}
        return re.compile(any_word(word for word in known if 1 < len(word) <= LONGEST_NAME)), known

    @cached_property
    def _in_full(self) -> tuple[re.Pattern[str], Mapping[str, str]]:
        full: dict[str, str] = {}
        shared: set[str] = set()
        for name in self:
            if name.called in full and full[name.called] != name.full:
                shared.add(name.called)
            full[name.called] = name.full
        usable = {word: long for word, long in full.items() if word not in shared and word != long}
        longs = any_word(name.full for name in self if len(name.full) <= LONGEST_NAME)
        shorts = any_word(usable, ending=self.outside_places)
        return re.compile(rf"(?:{longs})|(?P<short>{shorts})"), usable
