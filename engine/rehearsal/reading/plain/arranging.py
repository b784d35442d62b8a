"""Arranging: puts the parts of a clause in a fixed order, in a language without spaces between words.

Authors say when, where, with whom and how a thing is to be done in any order and in many words. For example,
你可得好好地跟她在后院谈一谈 becomes 你要在后院跟她谈谈.

The patterns of the parts are data, under `clause` in a pack's `plain.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

_MOST_ROLES = 12
_ORDER = ("topic", "time", "subject", "modal", "negation", "place", "coverb")
_ONCE = ("topic", "subject", "modal", "negation")


@dataclass(frozen=True)
class Arranging:
    """The patterns of the roles of a clause. What is `aside` is left out.

    `light` are ways of softening a deed, each with its plain form. `ends` are words that only soften a
    clause, and `pause` is what separates two clauses.
    """

    roles: tuple[tuple[str, re.Pattern[str]], ...]
    light: tuple[tuple[re.Pattern[str], str], ...]
    ends: re.Pattern[str]
    pause: re.Pattern[str]
    kept_as_it_is: re.Pattern[str]

    def arranged(self, sentence: str) -> str:
        """Return a sentence with the roles of each clause in a fixed order."""
        return "".join(
            part if self.pause.fullmatch(part) else self._clause(part) for part in self.pause.split(sentence)
        )

    def _clause(self, clause: str) -> str:
        if not clause.strip() or self.kept_as_it_is.search(clause):
            return clause
        found: dict[str, str] = {}
        rest = clause.strip()
        for _ in range(_MOST_ROLES):
            taken = self._role(rest, found)
            if taken is None:
                break
            name, match = taken
            if name != "aside":
                found[name] = found.get(name, "") + match[0]
            rest = rest[match.end() :]
        rest = self.ends.sub("", rest)
        for pattern, plainly in self.light:
            rest = pattern.sub(plainly, rest)
        return "".join(found.get(name, "") for name in _ORDER) + rest

    def _role(self, rest: str, found: Mapping[str, str]) -> tuple[str, re.Match[str]] | None:
        """Return the role at the start of the rest of a clause with its match, or None."""
        for name, pattern in self.roles:
            match = pattern.match(rest)
            if match and match.end() and not (name in _ONCE and name in found):
                return name, match
        return None


def arranging(data: Mapping[str, Any], pattern: Callable[[str], re.Pattern[str]]) -> Arranging:
    """Read the patterns of the roles of a clause from a pack."""
    return Arranging(
        roles=tuple((name, pattern(said)) for name, said in data["roles"].items()),
        light=tuple((pattern(said), plainly) for said, plainly in data["light"].items()),
        ends=pattern(data["ends"]),
        pause=pattern(data["pause"]),
        kept_as_it_is=pattern(data["kept_as_it_is"]),
    )
