"""Notes above an answer: help where a text speaks of self-harm, and a reminder that no person answers.

The words are data, one file per language, and every text is checked against every language. A workspace may
set its own words in `care/en.yaml` beside its file.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from engine.errors import BadInput, Worded, worded, words_of
from engine.language.languages import FALLBACK, base, languages

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
FOLDER = "care"  # of a workspace
MOST_BYTES = 64_000
_REPEATS = re.compile(r"(?<!\\)[*+{]")
_REPEATS_A_GROUP = re.compile(r"(?<!\\)\)[*+{]")
_MAY_BE = re.compile(r"(?<![\\(*+?}])\?")
_MOST_PATTERNS, _MOST_OF_ONE, _MOST_MAY_BE = 500, 200, 6
Kind = Literal["help", "invented"]

_APOSTROPHES = str.maketrans({"\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{LEFT SINGLE QUOTATION MARK}": "'"})
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")


@dataclass(frozen=True, slots=True)
class Note:
    """A note above an answer, and its kind."""

    kind: Kind
    text: str


class Words(BaseModel):
    """The notes of one language and the patterns that call for them."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    help: str = Field("", max_length=4_000)
    invented: str = Field("", max_length=1_000)
    words: tuple[str, ...] = Field((), strict=False)
    harmless: tuple[str, ...] = Field((), strict=False)
    who_asks: tuple[str, ...] = Field((), strict=False)
    claims: tuple[str, ...] = Field((), strict=False)

    @field_validator("words", "harmless", "who_asks", "claims")
    @classmethod
    def _are_patterns(cls, listed: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in listed:
            try:
                re.compile(pattern)
            except (re.error, OverflowError, RecursionError) as error:
                raise ValueError(f"{pattern!r} is not a valid pattern ({error})") from error
        return listed

    @property
    def patterns(self) -> tuple[str, ...]:
        """Return all patterns, whatever they are for."""
        return (*self.words, *self.harmless, *self.who_asks, *self.claims)

    def speaks_of_harm(self, text: str) -> bool:
        """Return whether a text has a word of self-harm outside the harmless phrases."""
        return _has(self.words, _pattern(self.harmless).sub(" ", text) if self.harmless else text)

    def asks_who(self, text: str) -> bool:
        """Return whether a text asks if a person or a machine is speaking."""
        return _has(self.who_asks, text)

    def claims_to_be_human(self, text: str) -> bool:
        """Return whether a text says that a human being is speaking."""
        return _has(self.claims, text)


class Care:
    """The notes and patterns of every language, as a workspace has them."""

    def __init__(self, by_language: Mapping[str, Words]) -> None:
        self._by_language = by_language

    def help_at(self, text: str) -> tuple[Note, ...]:
        """Return the help notes for a text, one per language in which it speaks of self-harm; mostly none."""
        said = _simple(text)
        found = [words for words in self._by_language.values() if words.speaks_of_harm(said)]
        return tuple(Note("help", words.help) for words in found)

    def notes(self, question: str, answer: str, name: str, language: str) -> tuple[Note, ...]:
        """Return the notes that belong above an answer of the agent `name`, in a town of this language."""
        asked, said = _simple(question), _simple(answer)
        told = [
            code
            for code, words in self._by_language.items()
            if words.asks_who(asked) or words.claims_to_be_human(said)
        ]
        code = base(language)
        own = code if code in self._by_language else FALLBACK
        codes = dict.fromkeys([*told, own]) if told else ()
        who = (Note("invented", self._by_language[each].invented.replace("{name}", name)) for each in codes)
        return (*self.help_at(question), *who)


def asks_who_speaks(text: str) -> bool:
    """Return whether a text asks, in any language, if a person or a machine is speaking."""
    said = _simple(text)
    return any(words.asks_who(said) for words in _packaged().values())


def care_of(workspace: Path | None = None) -> Care:
    """Load the care words for a workspace: the packaged ones, with those of its folder `care` on top.

    Raises BadInput, naming the file, if one cannot be used.
    """
    return Care({code: _own(code, words, workspace) for code, words in _packaged().items()})


@cache
def _packaged() -> Mapping[str, Words]:
    found = {tag: folder / "care.yaml" for tag, folder in languages().items()}
    return {
        tag: Words(**yaml.load(file.read_text(encoding="utf-8"), Loader=_LOADER))
        for tag, file in found.items()
        if file.is_file()
    }


def _own(code: str, words: Words, workspace: Path | None) -> Words:
    path = workspace / FOLDER / f"{code}.yaml" if workspace is not None else None
    if path is None or not path.is_file():
        return words
    own = _read(path)
    return words.model_copy(
        update={
            "help": own.help.strip() or words.help,
            "invented": own.invented.strip() or words.invented,
            "words": (*words.words, *own.words),
            "harmless": (*words.harmless, *own.harmless),
            "who_asks": (*words.who_asks, *own.who_asks),
            "claims": (*words.claims, *own.claims),
        }
    )


def _read(path: Path) -> Words:
    try:
        with path.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise ValueError(worded("it has more than {most:,} bytes", most=MOST_BYTES))
        text = content.decode("utf-8")
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=_LOADER)):
            raise ValueError(worded("it uses an alias (*name); write out the content"))
        said = yaml.load(text, Loader=_LOADER) or {}
        if not isinstance(said, dict):
            raise ValueError(
                worded(
                    "it does not consist of keys with values; write `help: …`, `invented: …`, `words: "
                    "[...]` and `harmless: [...]`"
                )
            )
        own = Words(**{str(name): value for name, value in said.items()})
        _refuse_endless(own)
        return own
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise _bad(path, f"{where}: {first['msg']}") from error
    except (OSError, ValueError, yaml.YAMLError, RecursionError) as error:
        why = words_of(error)
        raise _bad(path, why if isinstance(why, Worded) else " ".join(why.split())[:200]) from error


def _refuse_endless(own: Words) -> None:
    """Raise ValueError if a workspace adds too many patterns, or one that is too long or may never end."""
    ours = {pattern for words in _packaged().values() for pattern in words.patterns}
    added = [pattern for pattern in own.patterns if pattern not in ours]
    if len(added) > _MOST_PATTERNS:
        raise ValueError(
            worded("it adds {n:,} patterns; use at most {most}", n=len(added), most=_MOST_PATTERNS)
        )
    for pattern in added:
        if len(pattern) > _MOST_OF_ONE:
            raise ValueError(
                worded(
                    "{pattern!r}… has more than {most} characters", pattern=pattern[:40], most=_MOST_OF_ONE
                )
            )
        repeats, may_be = _REPEATS.findall(pattern), _MAY_BE.findall(pattern)
        if len(repeats) > 1 or len(may_be) > _MOST_MAY_BE or _REPEATS_A_GROUP.search(pattern):
            raise ValueError(
                worded(
                    "{pattern!r} could take too long to match; use at most one `*`, `+` or `{{…}}`, none "
                    "after a `)`, and at most {most} `?`",
                    pattern=pattern,
                    most=_MOST_MAY_BE,
                )
            )


def _bad(path: Path, why: str) -> BadInput:
    return BadInput(
        worded(
            "{file!r} of the workspace cannot be used ({why}); fix it or remove it",
            file=f"{FOLDER}/{path.name}",
            why=why,
        )
    )


def _simple(text: str) -> str:
    """Normalise a text for the patterns: case-folded, straight apostrophes, single spaces."""
    plain = unicodedata.normalize("NFKC", _UNSEEN.sub("", text)).casefold().translate(_APOSTROPHES)
    return " ".join(plain.split())


def _has(patterns: Iterable[str], text: str) -> bool:
    listed = tuple(patterns)
    return bool(listed) and _pattern(listed).search(text) is not None


@lru_cache(maxsize=256)
def _pattern(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)
