"""Languages: each is a folder of `packs`, by its tag, and all there is to it is data in there.

No other file names a language. In a folder are `language.yaml` (its name, how its words are stemmed, what the
studio suggests), and as far as they are written `phrases.yaml` (the engine's own sentences), `times.yaml`
(how people say when), `care.yaml` (what stands above an answer) and `rehearsal/` (every word of the rehearsal
model). What is not there is said in English. A town whose language has no `phrases.yaml` is written in
English throughout, since engine and people would otherwise mix two languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field

PACKS = Path(__file__).parent / "packs"
FALLBACK = "en"
PHRASES = "phrases.yaml"


class DayWords(BaseModel):
    """The words of a language for days.

    They are: days relative to today, weekdays (Monday is 0), parts of a day with their first and last hour,
    and months; and the patterns of a day that is written as a `number`, or as `month` and `day`. `near` are
    yesterday, today and tomorrow. In texts of the engine, `numbered` finds the number of a day, `on` a
    preposition if there is one, and `on_weekday` says both by the weekday.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    seen_from_today: Mapping[str, int] = Field(default_factory=dict)
    weekdays: Mapping[str, int] = Field(default_factory=dict)
    parts: Mapping[str, tuple[int, int]] = Field(default_factory=dict)
    months: Mapping[str, int] = Field(default_factory=dict)
    patterns: tuple[re.Pattern[str], ...] = ()
    near: tuple[str, str, str] | None = None
    numbered: re.Pattern[str] | None = None
    on_weekday: str = "{weekday}"


class AskedOfAll(BaseModel):
    """A question that may be put to everybody, and the answers to choose from."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    question: str = ""
    choices: tuple[str, ...] = ("yes", "no")


class About(BaseModel):
    """Facts about a language, other than its phrases. `told` is its name in a prompt."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    told: str = ""
    stemmer: str = ""
    asking: frozenset[str] = frozenset()
    questions: Mapping[str, str] = Field(default_factory=dict)
    ask_about: Mapping[str, str] = Field(default_factory=dict)
    whisper: str = ""
    survey: AskedOfAll = AskedOfAll()
    days: DayWords = DayWords()


class _Words(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A YAML loader that keeps words as strings: `no`, `off` and `on` are not booleans."""

    yaml_implicit_resolvers = {  # noqa: RUF012  PyYAML's own way
        first: [row for row in rows if row[0].endswith((":int", ":merge"))]
        for first, rows in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def load_words(file: Path) -> Any:  # noqa: ANN401 - the value of any file
    """Load a YAML file of words. Of plain values only whole numbers are not strings."""
    return yaml.load(file.read_text(encoding="utf-8"), Loader=_Words)


@cache
def languages() -> Mapping[str, Path]:
    """Return the folder of every language, by its tag."""
    return MappingProxyType({path.name: path for path in sorted(PACKS.iterdir()) if path.is_dir()})


def folders_for(language: str) -> Iterator[Path]:
    """Yield the folders that serve a language, nearest first: its own, `pt` for `pt-BR`, then English."""
    tags = dict.fromkeys((language, language.lower(), base(language), FALLBACK))
    yield from (languages()[tag] for tag in tags if tag in languages())


def base(language: str) -> str:
    """Return a language tag without its region: `pt` for `pt-BR`."""
    return language.split("-")[0].lower()


@cache
def written_in(language: str) -> str:
    """Return the tag of the language in which a town is written: its own if it has phrases, else English."""
    return next(folder.name for folder in folders_for(language) if (folder / PHRASES).is_file())


def is_rehearsed(language: str) -> bool:
    """Return whether the rehearsal model speaks a language."""
    folder = languages().get(language) or languages().get(base(language))
    return folder is not None and (folder / "rehearsal").is_dir()


@cache
def about(language: str) -> About:
    """Return the facts about a language; if it has no folder, only its tag as the name."""
    folder = languages().get(language) or languages().get(base(language))
    return _read(folder) if folder is not None else About(name=language)


@cache
def suggested(language: str) -> About:
    """Return the questions and the whisper suggested in a town of a language; in English if it has none."""
    return next(each for each in map(_read, folders_for(language)) if each.questions and each.whisper)


@cache
def questions_about(language: str) -> Mapping[str, str]:
    """Return the questions to fill in with `other`, `event` or `clock`; in English if a language has none."""
    return next(each.ask_about for each in map(_read, folders_for(language)) if each.ask_about)


@cache
def _read(folder: Path) -> About:
    return About(**yaml.safe_load((folder / "language.yaml").read_text(encoding="utf-8")))
