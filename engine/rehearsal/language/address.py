"""Address: what one calls another to their face, by age, family name and what they are to the speaker."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.prompts.known import Acquaintance
from engine.records import Name

UNKNOWN = 0  # age
PEERS = 5  # years between people of one age


@dataclass(frozen=True, slots=True)
class Addressing:
    """How a language addresses people.

    `kin` is what children call their family, by what they are to the speaker, and `of_kin` what is theirs.
    `ranks` are words for what somebody is to the speaker that follow the family name (`冯老师`). `older` are
    pairs of years and the form by pronouns for those who are so much older, unless their short name is
    `titled`. A short name that is `junior` is not used for older people, nor one that is `honoured` for
    younger ones. `family` finds the family name; `titles` are no nicknames.
    """

    titled: re.Pattern[str]
    junior: re.Pattern[str]
    honoured: re.Pattern[str]
    family: re.Pattern[str]
    ranks: Sequence[str]
    older: Sequence[tuple[int, Mapping[str, str]]]
    titles: frozenset[str]
    kin: Mapping[str, str]
    of_kin: str

    def of(self, name: Name, person: Acquaintance, age: int) -> str:
        """Return what a speaker of an age calls a person."""
        if kin := self.kin.get(person.kind.lower()):
            return kin
        plain = self._without_family(name)
        family = found[0] if (found := self.family.match(name.full)) else ""
        rank = next((rank for rank in self.ranks if rank in person.kind), "")
        if rank and family:
            return f"{family}{rank}"
        if UNKNOWN in (age, person.age) or not family:
            return plain
        older, given = person.age - age, name.full.removeprefix(family)
        if self.titled.search(plain) and not (older > 0 and self.junior.search(plain)):
            return given if older < -PEERS and self.honoured.search(plain) and len(given) > 1 else plain
        for years, forms in self.older:
            if older >= years and name.pronouns in forms:
                return forms[name.pronouns].format(family=family, given=given, called=plain)
        return plain

    def whose_kin(self, kind: str) -> str:
        """Return the possessive of somebody of the family (`my mum's`), or an empty string for others."""
        kin = self.kin.get(kind.lower(), "")
        return self.of_kin.format(kin=kin.lower()) if kin else ""

    def _without_family(self, name: Name) -> str:
        """Return a short name without the family name behind a nickname: `Dee`, for `Dee Lavery`."""
        first, _, rest = name.called.partition(" ")
        nickname = rest and name.full.endswith(f" {rest}") and name.full.split()[0] != first
        return first if nickname and first.lower().rstrip(".") not in self.titles else name.called


def read_addressing(data: Mapping[str, Any]) -> Addressing:
    """Read how a language addresses people. What a language does not distinguish is left out of its file."""
    return Addressing(
        titled=re.compile(data.get("titled", "(?!)")),
        junior=re.compile(data.get("junior", "(?!)")),
        honoured=re.compile(data.get("honoured", "(?!)")),
        family=re.compile(data.get("family", "(?!)")),
        ranks=tuple(data.get("ranks", ())),
        older=tuple((int(each["years"]), each["forms"]) for each in data.get("older", ())),
        titles=frozenset(data.get("titles", ())),
        kin=data.get("kin", {}),
        of_kin=data.get("of_kin", ""),
    )
