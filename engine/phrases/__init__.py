"""The engine's own sentences (who came in, what is closed), one data file a language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from string import Template

import yaml

FALLBACK = "en"


class Phrases:
    """Sentences of one language. Each names its subject in full, since it may become a memory."""

    def __init__(self, language: str, templates: dict[str, str]) -> None:
        self.language = language
        self._templates = {name: Template(text) for name, text in templates.items()}
        self._comma, self._last = templates["list_comma"], templates["list_last"]

    def say(self, name: str, /, **values: object) -> str:
        """The sentence `name` with its values; KeyError names a missing value or sentence."""
        return self._templates[name].substitute(values)

    def pattern(self, name: str) -> str:
        """A regular expression of the language, as it is written in its pack."""
        return self._templates[name].template

    def list(self, names: Sequence[str]) -> str:
        """`A`, `A and B`, `A, B and C`."""
        if len(names) < 2:
            return "".join(names)
        return self._comma.join(names[:-1]) + self._last + names[-1]


@cache
def phrases(language: str) -> Phrases:
    """The phrases of a town's language; English where there is no pack for it yet."""
    folder = files("engine.phrases")
    for code in (language, language.split("-")[0], FALLBACK):
        pack = folder / f"{code.lower()}.yaml"
        if pack.is_file():
            return Phrases(code, yaml.safe_load(pack.read_text(encoding="utf-8")))
    raise FileNotFoundError(f"the phrase pack {FALLBACK}.yaml is missing from the installation")
