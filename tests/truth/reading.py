"""Matches a sentence to the claim it makes: patterns with gaps for people and for whatever else is said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.records import AgentId, Name

_GAP = re.compile(r"\{(\w+)\}")
ONE = ("me", "other", "a", "b", "who", "host")
"""The gaps that stand for one person; `people` stands for several, any other gap for a text."""


@dataclass(frozen=True)
class Said:
    """What a sentence says: the people in its gaps, and the texts in the others."""

    claim: str
    one: Mapping[str, AgentId]
    people: tuple[AgentId, ...]
    text: Mapping[str, str]


class Reader:
    """Reads sentences of a town by patterns, each under the name of its claim."""

    def __init__(self, names: Mapping[AgentId, Name], patterns: Mapping[str, list[str]]) -> None:
        self._agents: dict[str, list[AgentId]] = {}
        for agent, name in names.items():
            for called in {name.full, name.called}:
                self._agents.setdefault(called, []).append(agent)
        every = sorted(self._agents, key=len, reverse=True)
        self._person = "|".join(map(re.escape, every)) or "(?!)"
        self._patterns = [
            (claim, self._compiled(text)) for claim, all_of in patterns.items() for text in all_of
        ]

    def read(self, text: str, me: AgentId) -> list[Said]:
        """Return all that a sentence may say of the agent `me`, one for each pattern it matches."""
        found = (self._said(claim, pattern.fullmatch(text), me) for claim, pattern in self._patterns)
        return [said for said in found if said]

    def _compiled(self, text: str) -> re.Pattern[str]:
        pattern, at = "", 0
        for number, gap in enumerate(_GAP.finditer(text)):
            pattern += re.escape(text[at : gap.start()]) + self._gap(gap[1], number)
            at = gap.end()
        return re.compile(pattern + re.escape(text[at:]).replace(r"\|", "|"), re.IGNORECASE)

    def _gap(self, name: str, number: int) -> str:
        group = f"(?P<{name}__{number}>"
        if name in ONE:
            return f"{group}{self._person})"
        if name == "people":
            between = r"(?:, | and |、|和)"
            return f"{group}(?:{self._person})(?:{between}(?:{self._person}))*)"
        if name == "their":
            return "(?:his|her|their)"
        return group + ".+?)"

    def _said(self, claim: str, match: re.Match[str] | None, me: AgentId) -> Said | None:
        if match is None:
            return None
        one: dict[str, AgentId] = {}
        people: tuple[AgentId, ...] = ()
        text: dict[str, str] = {}
        for group, value in match.groupdict().items():
            gap = group.split("__")[0]
            if gap in ONE:
                agent = self._whom(value, one.get(gap) or (me if gap == "me" else ""))
                if not agent:
                    return None
                one[gap] = agent
            elif gap == "people":
                people = tuple(
                    self._whom(each, "") for each in re.findall(self._person, value, re.IGNORECASE)
                )
            else:
                text[gap] = value
        return Said(claim, one, people, text)

    def _whom(self, called: str, expected: AgentId) -> AgentId:
        """Return who is called so: the one expected, if that is a name of theirs; empty if it is not."""
        found = self._agents.get(called, [])
        if expected:
            return expected if expected in found else ""
        return found[0] if found else ""
