"""Address: what one calls another to their face, by age, family name and what they are to the speaker."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.language.any_word import NEVER
from engine.prompts.known import Acquaintance
from engine.records import Name

PEERS = 5  # years between people of one age


@dataclass(frozen=True, slots=True)
class Addressing:
    """How a language addresses people.

    `kin` is what children call those of their family, by the word for what they are to the speaker. Of who
    lives with them, `kin_in` finds it in a longer description: others also have a mother. `of_kin` is the
    possessive of that (`my mum's`), and `of_yours` of what the hearer calls so (`your mum's`, politely in
    `kin_of_others`). `rank` finds a word for what somebody is to the speaker that follows the
    family name (`冯老师`). `older` are pairs of years and the form by pronouns for who is so much older;
    a `sibling` gets the last of them at most, and who is `related` none. Age replaces only a name (in full,
    the given one, or a `nickname` of it), and an `honoured` name for those who are younger: any other short
    name is a title. `titles` are first words that are no nicknames.
    """

    family: re.Pattern[str]
    rank: re.Pattern[str]
    kin: Mapping[str, str]
    kin_in: re.Pattern[str]
    of_kin: str
    of_yours: str
    kin_of_others: Mapping[str, str]
    related: re.Pattern[str]
    sibling: re.Pattern[str]
    nickname: re.Pattern[str]
    honoured: re.Pattern[str]
    older: Sequence[tuple[int, Mapping[str, str]]]
    titles: frozenset[str]

    def of(self, name: Name, person: Acquaintance, age: int) -> str:
        """Return what a speaker of an age calls a person."""
        if kin := self._kin(person.kind, at_home=person.lives_with):
            return kin
        plain = self._without_family(name)
        family = found[0] if (found := self.family.match(name.full)) else ""
        if not family:
            return plain
        if rank := self.rank.search(person.kind):
            return f"{family}{rank[0]}"
        known = age and person.age and not self.related.search(person.kind)
        return self._by_age(name, person, family, person.age - age) if known else plain

    def whose_kin(self, kind: str, *, yours: bool = False) -> str:
        """Return the possessive of somebody of the family (`my mum's`), or an empty string for others.

        With `yours`, it is the hearer's family, who lives with them: `your mum's`.
        """
        kin = self._kin(kind, at_home=yours)
        if yours:
            return self.of_yours.format(kin=self.kin_of_others.get(kin, kin).lower()) if kin else ""
        return self.of_kin.format(kin=kin.lower()) if kin else ""

    def _kin(self, kind: str, *, at_home: bool) -> str:
        found = self.kin_in.search(kind.lower()) if at_home else None
        return self.kin.get(found[0] if found else kind.lower(), "")

    def _by_age(self, name: Name, person: Acquaintance, family: str, older: int) -> str:
        """Return the form for somebody so many years older than the speaker (younger, if negative)."""
        given = name.full.removeprefix(family)
        if older < -PEERS and len(given) > 1 and self.honoured.search(name.called):
            return given
        nickname = self.nickname.match(name.called)
        is_name = name.called in (name.full, given) or (nickname and nickname["of"] in name.full)
        for years, forms in self.older[-1:] if self.sibling.search(person.kind) else self.older:
            if is_name and older >= years and name.pronouns in forms:
                return forms[name.pronouns].format(family=family, given=given)
        return name.called

    def _without_family(self, name: Name) -> str:
        """Return a short name without the family name behind a nickname: `Dee`, for `Dee Lavery`."""
        first, _, rest = name.called.partition(" ")
        nickname = rest and name.full.endswith(f" {rest}") and name.full.split()[0] != first
        return first if nickname and first.lower().rstrip(".") not in self.titles else name.called


def read_addressing(data: Mapping[str, Any]) -> Addressing:
    """Read how a language addresses people. What a language does not distinguish is left out of its file."""
    kin = data.get("kin", {})
    words = "|".join(sorted(map(re.escape, kin), key=len, reverse=True)) or NEVER
    patterns = {
        name: re.compile(data.get(name, NEVER))
        for name in ("family", "rank", "related", "sibling", "nickname", "honoured")
    }
    return Addressing(
        **patterns,
        kin=kin,
        kin_in=re.compile(data.get("kin_in", NEVER).replace("{kin}", f"(?:{words})")),
        of_kin=data.get("of_kin", ""),
        of_yours=data.get("of_yours", ""),
        kin_of_others=data.get("kin_of_others", {}),
        older=tuple((int(each["years"]), each["forms"]) for each in data.get("older", ())),
        titles=frozenset(data.get("titles", ())),
    )
