"""The technical words: each explained once, in words.toml beside this file."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, Field

from studio.catalogue.pseudo import PSEUDO
from studio.catalogue.read import ENGLISH
from studio.catalogue.tr import reads, tr

_FILE = Path(__file__).with_name("words.toml")


class FieldWord(BaseModel):
    """A word: what it is, what is reckoned, where the paper has it, and the page on which one meets it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    word: str = Field(min_length=2)
    group: str = Field(min_length=2)
    plain: str = Field(min_length=20)
    page: str
    also: tuple[str, ...] = ()
    formula: str = ""
    paper: str = ""
    see: tuple[str, ...] = ()
    english: tuple[str, ...] = ()  # how it is called there, for whoever has read of it in English

    @property
    def source(self) -> str:
        """Return the source of the word, in words."""
        return (
            tr("Paper, section {section}", section=self.paper)
            if self.paper
            else tr("Used only in Townwright")
        )

    def fits(self, words: str) -> bool:
        """Return whether the word matches a search."""
        said = " ".join((self.word, *self.also, *self.english, self.plain, self.formula)).casefold()
        return all(part in said for part in words.casefold().split())


def field_words() -> Mapping[str, FieldWord]:
    """Return all words by id, in the order of the file, in the reader's language."""
    return _words(reads())


def forms() -> Mapping[str, str]:
    """Return the id of a word by each of its forms in a sentence, in lower case."""
    return _forms(reads())


def any_form() -> re.Pattern[str]:
    """Return the pattern that finds the words in a sentence, the longer ones first."""
    return _any_form(reads())


@functools.cache
def _words(language: str) -> Mapping[str, FieldWord]:
    read = tomllib.loads(_FILE.read_text("utf-8"))
    if language not in (ENGLISH, PSEUDO):
        translated = tomllib.loads(_FILE.with_name(f"words_{language}.toml").read_text("utf-8"))
        read = {
            name: {**said, "also": (), **translated[name], "english": (said["word"], *said.get("also", ()))}
            for name, said in read.items()
        }
    return MappingProxyType({name: FieldWord.model_validate(said) for name, said in read.items()})


@functools.cache
def _forms(language: str) -> Mapping[str, str]:
    words = _words(language).items()
    return MappingProxyType({form.casefold(): name for name, one in words for form in (one.word, *one.also)})


@functools.cache
def _any_form(language: str) -> re.Pattern[str]:
    """Build the pattern for a language. Chinese has no spaces around words, so that they match anywhere."""
    longest = sorted(_forms(language), key=len, reverse=True)
    one = f"(?:{'|'.join(map(re.escape, longest))})"
    return re.compile(rf"(?<![\w-]){one}(?![\w-])" if language in (ENGLISH, PSEUDO) else one, re.IGNORECASE)
