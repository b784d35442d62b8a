"""The rules in a language's pack (`plain.yaml`) that rewrite a sentence into its plain form.

Each rule has a pattern `found` and a replacement `put`, for sentences that are `told`, `written`, or both. In
a pattern `{me}` is a mark of the agent, `{other}` of somebody else, `{who}` of either, `{place}` and `{time}`
of those, and a word in braces that the file defines stands for that definition. In a replacement,
`{base:name}` is the base form of the verb in the group of that name, `{no}` the word that forbids, if the
group of that name matched, `{last}` the other person named last, `{there}` the last place, and `{self}` the
agent.

A language without spaces defines under `clause` the roles of a clause, which are put in order before any rule
is tried.
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
    """One way of embedding a deed in a sentence, and its plain form."""

    found: re.Pattern[str]
    put: str
    told: bool
    written: bool

    def unfolded(self, sentence: str, named: Mapping[str, str]) -> str:
        """Return a sentence with the matches of this rule rewritten.

        A match stays as it is if one of its verbs is no verb, or if the `last`, `there` or `self` that it
        needs is unknown.
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
    """All rules of a language in the order of trying, and the words that separate parallel clauses."""

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
    """Return the rules of a town's language, or None if it has none."""
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
