"""The words of a language by what they do in a sentence, and how its clauses are built, as its pack
(`grammar.yaml`) lists them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import yaml

from engine.language.languages import folders_for

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
ME = "\ue700-\ue8ff"  # what stands for oneself, and for others, while a sentence is put plainly
OTHER = "\ue000-\ue1ff"
_MARKS = {
    "me": ME,
    "other": OTHER,
    "anybody": "\ue000-\ue8ff",
    "place": "\ue200-\ue3ff",
    "time": "\ue400-\ue5ff",
    "setting": "\ue200-\ue5ff",
}
_IN_BRACES = re.compile(r"\{(" + "|".join(_MARKS) + r")\}")


@dataclass(frozen=True)
class Grammar:
    """Words by their class, and by what a verb that helps another says of it: `must`, `will`, `can`; and the
    patterns of clauses by their names.
    """

    classes: Mapping[str, frozenset[str]]
    modals: Mapping[str, str]
    patterns: Mapping[str, re.Pattern[str]]

    def is_a(self, kind: str, word: str) -> bool:
        """Return whether a word is of a class."""
        return word in self.classes[kind]


@cache
def grammar_of(language: str) -> Grammar | None:
    """Return the grammar of a town's language; None where its pack has none."""
    folder = next(one for one in folders_for(language) if (one / "intentions.yaml").is_file())
    pack = folder / "grammar.yaml"
    if not pack.is_file():
        return None
    data = yaml.load(pack.read_text(encoding="utf-8"), Loader=_LOADER)
    return Grammar(
        classes={name: _words(said) for name, said in data["classes"].items()},
        modals={word: says for says, said in data["modals"].items() for word in _words(said)},
        patterns={name: _pattern(said) for name, said in data["patterns"].items()},
    )


def _pattern(said: str) -> re.Pattern[str]:
    return re.compile(_IN_BRACES.sub(lambda found: f"[{_MARKS[found[1]]}]", said))


def _words(said: str) -> frozenset[str]:
    return frozenset(word.replace("_", " ") for word in said.split())
