"""The words of a paper, in which a language tells turning points and activities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from engine.language.languages import FALLBACK, folders_for, load_words
from engine.records import Pronouns

_FILE = "story.yaml"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StoryWords:
    """The wordings of a language by their subject. Several wordings of one subject are used in turn."""

    pronouns: Mapping[Pronouns, Mapping[str, str]]
    headlines: Mapping[str, Sequence[str]]
    topic: str
    where: Mapping[Literal["place", "room"], str]
    turning_points: Mapping[str, Sequence[str]]
    people: Mapping[str, Sequence[str]]
    sifts: Mapping[str, Sequence[str]]
    stuck: Mapping[str, str]
    hours: Mapping[str, str]
    counts: Mapping[int, str]
    others: str
    joint: str

    def time(self, minutes: int) -> str:
        """Return a duration in words, rounded to half an hour."""
        halves = max(1, round(minutes / 30))
        if halves <= 3:
            return self.hours[("half", "one", "one_and_half")[halves - 1]]
        whole = halves // 2
        said = self.counts.get(whole, str(whole))
        return self.hours["and_half" if halves % 2 else "many"].format(n=said)


@cache
def story_words(language: str) -> StoryWords:
    """Return the words of a town's language, in English if there is no pack for it yet."""
    for folder in folders_for(language):
        if (folder / _FILE).is_file():
            return StoryWords(**load_words(folder / _FILE))
    raise FileNotFoundError(f"the story words of {FALLBACK!r} are missing from the installation")
