"""Matches a sentence to the claim it makes: patterns with gaps for people and for whatever else is said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.records import AgentId, Name

_GAP = re.compile(r"\{(\w+)\}")
ONE = ("me", "other", "a", "b", "who", "host", "by", "keeper")
SEVERAL = ("people", "no", "crowd")
"""The gaps that stand for one person, and for several; any other gap stands for a text."""

_BETWEEN = r"(?:, | and |、|和)"
_MORE = r"(?P<{group}>(?: and |和|、)(?:另外)?(?P<{group}_n>\d+)(?: more|个人)|{etc})?"
_ETC = r"(?P<{group}_etc> and others|等人)"
_TIME = r"half an hour|an hour(?: and a half)?|\w+(?: and a half)? hours|(?:半|\w{1,2})个半?小时"
_SHAPES = {
    "clock": r"\d\d:\d\d", "hours": _TIME, "again": _TIME,
}  # fmt: skip
_PRONOUNS = {
    "she": {"she", "her", "herself", "她", "她的"},
    "he": {"he", "him", "his", "himself", "他", "他的"},
    "they": {"they", "them", "their", "themselves", "对方", "对方的"},
}


@dataclass(frozen=True)
class Said:
    """What a sentence says: the people in its gaps, and the texts in the others.

    `more` is the number of people that are counted and not named, `others` says that there are more of them
    without a number, and `pronouns` are those of its subject.
    """

    claim: str
    one: dict[str, AgentId] = field(default_factory=dict)
    several: dict[str, tuple[AgentId, ...]] = field(default_factory=dict)
    more: int = 0
    others: bool = False
    text: dict[str, str] = field(default_factory=dict)
    pronouns: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[AgentId, ...]:
        """Return the people in its gap `people` or `crowd`."""
        return self.several.get("people") or self.several.get("crowd", ())

    def speaks_of(self, name: Name) -> bool:
        """Return whether its pronouns are those of a person."""
        return all(each.lower() in _PRONOUNS[name.pronouns] for each in self.pronouns)


class Reader:
    """Reads sentences of a town by patterns, each under the name of its claim."""

    def __init__(
        self, names: Mapping[AgentId, Name], places: Iterable[str], patterns: Mapping[str, list[str]]
    ) -> None:
        self._agents: dict[str, list[AgentId]] = {}
        for agent, name in names.items():
            for called in {name.full, name.called}:
                self._agents.setdefault(called, []).append(agent)
        every = sorted(self._agents, key=len, reverse=True)
        self._person = "|".join(map(re.escape, every)) or "(?!)"
        place = f"[^，。,.：:]*?(?:{'|'.join(map(re.escape, sorted(places, key=len, reverse=True)))})"
        self._shapes = _SHAPES | {"place": place, "places": f"{place}(?:{_BETWEEN}{place})*"}
        self._patterns = [
            (claim, self._compiled(text)) for claim, all_of in patterns.items() for text in all_of
        ]

    def read(self, text: str, me: AgentId = "") -> list[Said]:
        """Return all that a sentence may say of the agent `me`, one for each pattern it matches."""
        found = (self._said(claim, pattern.fullmatch(text), me) for claim, pattern in self._patterns)
        return [said for said in found if said]

    def people_in(self, text: str) -> tuple[AgentId, ...]:
        """Return the people named in a list."""
        return tuple(self._whom(each, "") for each in re.findall(self._person, text))

    def _compiled(self, text: str) -> re.Pattern[str]:
        pattern, at = "", 0
        for number, gap in enumerate(_GAP.finditer(text)):
            pattern += re.escape(text[at : gap.start()]) + self._gap(gap[1], f"{gap[1]}__{number}")
            at = gap.end()
        return re.compile(pattern + re.escape(text[at:]), re.IGNORECASE)

    def _gap(self, name: str, group: str) -> str:
        several = f"(?P<{group}>(?:{self._person})(?:{_BETWEEN}(?:{self._person}))*)"
        if name in ONE:
            return f"(?P<{group}>{self._person})"
        if name in SEVERAL:
            return several + (
                _MORE.format(group=f"more__{group}", etc=_ETC.format(group=f"more__{group}"))
                if name == "crowd"
                else ""
            )
        if name == "they":
            return f"(?P<{group}>{'|'.join(sorted(set().union(*_PRONOUNS.values()), key=len, reverse=True))})"
        if name == "their":
            return "(?:his|her|their)"
        return f"(?P<{group}>{self._shapes.get(name, '.+?')})"

    def _said(self, claim: str, match: re.Match[str] | None, me: AgentId) -> Said | None:
        if match is None:
            return None
        said = Said(claim)
        more, others, pronouns = 0, False, []
        for group, value in match.groupdict().items():
            gap = group.split("__")[0]
            if gap in ONE:
                agent = self._whom(value, said.one.get(gap) or (me if gap == "me" else ""))
                if not agent:
                    return None
                said.one[gap] = agent
            elif gap in SEVERAL:
                said.several[gap] = self.people_in(value)
            elif gap == "more":
                more = int(value) if value and group.endswith("_n") else more
                others = others or bool(value and group.endswith("_etc"))
            elif gap == "they":
                pronouns.append(value)
            else:
                said.text[gap] = value
        return replace(said, more=more, others=others, pronouns=tuple(pronouns))

    def _whom(self, called: str, expected: AgentId) -> AgentId:
        """Return who is called so: the one expected, if that is a name of theirs; empty if it is not."""
        found = self._agents.get(called, [])
        if expected:
            return expected if expected in found else ""
        return found[0] if found else ""
