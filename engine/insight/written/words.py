"""The words of a language by which a written sentence is checked against the log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from engine.language.any_word import NEVER, any_word
from engine.language.languages import FALLBACK, folders_for, load_words

_FILE = "paper.yaml"


@dataclass(frozen=True, kw_only=True, eq=False)
class PaperWords:
    """Word lists of a language: for telling and hearing, for negation, and without meaning of their own."""

    telling: Sequence[str]
    hearing: Sequence[str]
    thinking: Sequence[str]
    by_whom: Sequence[str]
    to_whom: Sequence[str]
    denying: Sequence[str]
    momentous: Sequence[str]
    excepting: Sequence[str]
    everybody: Sequence[str]
    knowing: Sequence[str]
    some_of: str
    barring: Sequence[str]
    nearly: Sequence[str]
    ahead: Sequence[str]
    past: str
    neutral: Sequence[str]
    counted: str

    @cached_property
    def tells(self) -> re.Pattern[str]:
        """Return a pattern for words of telling, hearing (group `heard`) or thinking (group `thought`)."""
        heard, thought = any_word(self.hearing), any_word(self.thinking)
        return re.compile(f"(?P<heard>{heard})|(?P<thought>{thought})|{any_word(self.telling)}")

    @cached_property
    def denies(self) -> re.Pattern[str]:
        """Return a pattern for words of negation."""
        apart = [word for word in self.denying if word != "n't"]
        return re.compile(rf"{any_word(apart)}|n't\b")

    @cached_property
    def grave(self) -> re.Pattern[str]:
        """Return a pattern for grave words, which must be in what is cited."""
        return re.compile(any_word(self.momentous))

    @cached_property
    def excepts(self) -> re.Pattern[str]:
        """Return a pattern for words right before the exception from a statement."""
        return re.compile(rf"(?:{any_word(self.excepting)})\s*$")

    @cached_property
    def excepting_words(self) -> re.Pattern[str]:
        """Return a pattern for words of exception anywhere."""
        return re.compile(any_word(self.excepting))

    @cached_property
    def of_all(self) -> re.Pattern[str]:
        """Return a pattern for words that speak of all."""
        return re.compile(any_word(self.everybody))

    @cached_property
    def of_all_but(self) -> re.Pattern[str]:
        """Return a pattern for phrases that make an exception from all."""
        behind = rf"(?:{any_word(self.everybody)})(?:\s+[\w'-]+){{0,4}}?\s+(?:{any_word(self.excepting)})"
        before = rf"(?:{any_word(self.nearly)})\s*(?:{any_word(self.everybody)})"
        return re.compile(f"{any_word(self.barring)}|{behind}|{before}")

    @cached_property
    def knows(self) -> re.Pattern[str]:
        """Return a pattern for words of knowing or hearing."""
        return re.compile(any_word((*self.knowing, *self.hearing)))

    @cached_property
    def of_some(self) -> re.Pattern[str]:
        """Return a pattern for phrases that speak of some of many."""
        return re.compile(self.some_of)

    @cached_property
    def yet_to_come(self) -> re.Pattern[str]:
        """Return a pattern for words of the future."""
        apart = [word for word in self.ahead if word != "'ll"]
        return re.compile(rf"{any_word(apart)}|'ll\b")

    @cached_property
    def has_come(self) -> re.Pattern[str]:
        """Return a pattern for forms of the past."""
        return re.compile(self.past)

    @cached_property
    def from_whom(self) -> re.Pattern[str]:
        """Return a pattern for the words between a word for hearing and the teller."""
        return re.compile(rf"[^,.;:，。；：]{{0,24}}?(?:{any_word(self.by_whom)})\s*")

    @cached_property
    def aside(self) -> re.Pattern[str]:
        """Return a pattern for the words right before who is spoken to, or heard from."""
        return re.compile(rf"(?:{any_word((*self.to_whom, *self.by_whom))})\s*$")

    @cached_property
    def source(self) -> re.Pattern[str]:
        """Return a pattern for the words right before the teller, in front of a word for hearing."""
        return re.compile(rf"(?:{any_word(self.by_whom)})\s*$")

    @cached_property
    def numbers(self) -> re.Pattern[str]:
        """Return a pattern for numbers in a script whose number words are parts of other words."""
        return re.compile(rf"\d+|{self.counted or NEVER}")

    @cached_property
    def longest_first(self) -> re.Pattern[str]:
        """Return a pattern for neutral words of a script without spaces, the longest first."""
        return re.compile("|".join(map(re.escape, sorted(self.neutral, key=lambda word: -len(word)))))


@cache
def paper_words(language: str) -> PaperWords:
    """Return the words of a town's language, in English if there is no pack for it yet."""
    for folder in folders_for(language):
        if (folder / _FILE).is_file():
            return PaperWords(**load_words(folder / _FILE))
    raise FileNotFoundError(f"the paper words of {FALLBACK!r} are missing from the installation")
