"""The words of the field: each explained once, in words.toml beside this, for whoever meets it anywhere."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, Field

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

    @property
    def source(self) -> str:
        """Return where it comes from, in words."""
        return f"Paper, section {self.paper}" if self.paper else "A word of Townwright's own"

    def fits(self, words: str) -> bool:
        """Return whether somebody who types these words may look for it."""
        said = " ".join((self.word, *self.also, self.plain, self.formula)).casefold()
        return all(part in said for part in words.casefold().split())


@functools.cache
def field_words() -> Mapping[str, FieldWord]:
    """Return all words by their ids, in the order of the file."""
    read = tomllib.loads(_FILE.read_text("utf-8"))
    return MappingProxyType({name: FieldWord.model_validate(said) for name, said in read.items()})


@functools.cache
def forms() -> Mapping[str, str]:
    """Return the id of a word by every form in which it stands in a sentence, in small letters."""
    return MappingProxyType(
        {form.casefold(): name for name, one in field_words().items() for form in (one.word, *one.also)}
    )


@functools.cache
def any_form() -> re.Pattern[str]:
    """Return what finds a word in a sentence, the longer one first."""
    longest = sorted(forms(), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)
