"""The rules of a language's pack (`plain.yaml`) by which a sentence that folds what is asked into others is
put plainly.

Each rule has what is `found` and what is `put` in its place, for sentences that are `told`, `written`, or
both. In a pattern `{me}` is a mark of oneself, `{other}` of somebody else, `{who}` of either, `{place}` and
`{time}` of those, and a word in braces that the file defines stands for that; in what is put, `{base:name}`
is the base form of the verb that a group of that name has found, `{no}` the word that forbids, where
a group of that name has found one, `{last}` whoever else was named last, `{there}` the place that was, and
`{self}` oneself.
A language that does not part its words says under `clause` what the roles of a clause are made of, which
are put in order before any rule is tried.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from engine.language.languages import folders_for
from engine.language.verb_forms import base_form
from engine.rehearsal.reading.plain.arranging import Arranging, arranging

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MARKS = {
    "me": "[\ue700-\ue8ff]",  # see unfolding.py
    "other": "[\ue000-\ue1ff]",
    "who": "[\ue000-\ue1ff\ue700-\ue8ff]",
    "place": "[\ue200-\ue3ff]",
    "time": "[\ue400-\ue5ff]",
}
_NAMED = re.compile(r"\{([a-z_]+)\}")
_BASE = re.compile(r"\{base:([a-z]+)\}")
_NEVER = "(?!)"


@dataclass(frozen=True)
class Rule:
    """One way of folding a deed into a sentence, and what it is plainly."""

    found: re.Pattern[str]
    put: str
    told: bool
    written: bool

    def unfolded(self, sentence: str, named: Mapping[str, str]) -> str:
        """Return a sentence with what this finds put plainly; as it is, where a verb of it is none, or
        nobody was named to be the `last`, no place to be `there`, nor oneself to be the `self`.
        """
        return self.found.sub(lambda found: self._plain(found, named), sentence)

    def _plain(self, found: re.Match[str], named: Mapping[str, str]) -> str:
        if any(f"{{{who}}}" in self.put and not mark for who, mark in named.items()):
            return found[0]
        verbs = [base_form(found[name]) for name in _BASE.findall(self.put)]
        if not all(verbs):
            return found[0]
        forms = iter(verbs)
        put = _BASE.sub(lambda _: next(forms), self.put)
        put = put.replace("{no}", "not " if found.groupdict().get("no") else "")
        for who, mark in named.items():
            put = put.replace(f"{{{who}}}", mark)
        return found.expand(put)


@dataclass(frozen=True)
class PlainRules:
    """All rules of a language, in the order in which they are tried, and the words by which clauses that
    stand side by side are told apart.
    """

    rules: tuple[Rule, ...]
    joint: re.Pattern[str]
    goes_with: re.Pattern[str]
    moves: frozenset[str]
    no_verbs: frozenset[str]
    no_deed_yet: re.Pattern[str]
    leads: re.Pattern[str]
    swollen: re.Pattern[str]
    bars: re.Pattern[str]
    arranging: Arranging | None


@cache
def plain_rules(language: str) -> PlainRules | None:
    """Return the rules of a town's language; None where it has none."""
    folder = next(one for one in folders_for(language) if (one / "intentions.yaml").is_file())
    pack = folder / "plain.yaml"
    return _read(yaml.load(pack.read_text(encoding="utf-8"), Loader=_LOADER)) if pack.is_file() else None


def _read(data: Mapping[str, Any]) -> PlainRules:
    words = _MARKS | {name: f"(?:{said})" for name, said in data["words"].items()}

    def pattern(said: str) -> re.Pattern[str]:
        while _NAMED.search(said):
            said = _NAMED.sub(lambda named: words[named[1]], said)
        return re.compile(said, re.IGNORECASE)

    rules = [
        Rule(
            found=pattern(each["found"]),
            put=each["put"],
            told=each.get("of", "told") == "told",
            written=each.get("of", "written") == "written",
        )
        for each in data["rules"]
    ]
    return PlainRules(
        rules=tuple(rules),
        joint=pattern(data["joint"]),
        goes_with=pattern(data["goes_with"]),
        moves=frozenset(data["moves"]),
        no_verbs=frozenset(data["no_verbs"]),
        no_deed_yet=pattern(data["no_deed_yet"]),
        leads=pattern(data["leads"]),
        swollen=pattern(data["swollen"]),
        bars=pattern(data.get("bars", _NEVER)),
        arranging=arranging(data["clause"], pattern) if "clause" in data else None,
    )
