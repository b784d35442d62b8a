"""The people in a story or table: their lines, and what is told of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.errors import BadInput, worded
from engine.scenario.cards.macros import cleaned
from engine.scenario.reading.stated.fields import one_line

MOST_TEXT = 4_000_000  # bytes of one story or table
MOST_LINES = 50_000
_MOST_NARRATION = 5_000
_MOST_OF_A_FILE = 100_000
TABLE = worded("table")  # the form of what is no story
_MOST_LABEL, _MOST_WORDS, _MOST_LINE = 60, 5, 1_000
_SPEAKER = re.compile(r"((?:[^:：\\]|\\.){1,80})[:：]\s*(\S.*)")
_NAME = re.compile(r"[^\W\d_][\w .'’&-]*", re.UNICODE)
_SMALL = re.compile("of|the|de|da|del|di|la|le|van|von|der|den|and|al", re.IGNORECASE)
_NOBODY = frozenset(
    {
        "narrator", "narration", "note", "notes", "todo", "http", "https", "title", "tags", "position",
        "time", "place", "player", "you", "旁白", "玩家",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The details that a table gives of a person besides their lines."""

    age: int | None = None
    pronouns: str = ""
    traits: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    home: str = ""
    currently: str = ""
    job: str = ""
    work: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A story or table as read: its form, each speaker's lines in order, the narration, and counts of what
    was left out; `about` are the details a table gives.
    """

    form: str
    said: Mapping[str, tuple[str, ...]]
    narration: tuple[str, ...] = ()
    about: Mapping[str, Told] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)


class Voices:
    """Collects the lines of speakers; names spelt alike are the same speaker."""

    def __init__(self) -> None:
        self._said: dict[str, list[str]] = {}
        self._names: dict[str, str] = {}
        self.narration: list[str] = []
        self.count = 0

    def take(self, line: str) -> None:
        """Add a line of a story: speech if it begins with a name and a colon, else narration."""
        text = line.strip()[: _MOST_LINE + 100]
        found = _SPEAKER.match(text)
        name = name_of(found[1]) if found else ""
        if found and name.casefold() in _NOBODY:
            self.tell(found[2])
        elif found and name and not (found[1][-1].isdigit() and found[2][0].isdigit()):  # no time of day
            self.say(name, found[2])
        else:
            self.tell(text)

    def say(self, name: str, text: str) -> None:
        """Add a speaker's line."""
        own = self._names.setdefault(name.casefold(), name)
        said = line_of(text)
        lines = self._said.setdefault(own, [])
        if said and self.count < MOST_LINES:
            self.count += 1
            lines.append(said)

    def tell(self, text: str) -> None:
        """Add a line of narration."""
        told = line_of(text)
        if any(letter.isalpha() for letter in told) and len(self.narration) < _MOST_NARRATION:
            self.narration.append(told)

    def named(self, names: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
        """Return everybody's lines, by full name where known."""
        return {names.get(name, name): tuple(lines) for name, lines in self._said.items()}


def name_of(said: str) -> str:
    """Return a speaker's name, or "" if it cannot be one."""
    name = one_line(cleaned(said.replace("\\", "").strip("*_`\"'“” ")))
    if len(name) > _MOST_LABEL or len(name.split()) > _MOST_WORDS:
        return ""
    words = name.split()
    if len(words) > 1 and any(word[0].islower() and not _SMALL.fullmatch(word) for word in words):
        return ""  # a sentence that goes on after a colon
    return name if _NAME.fullmatch(name) else ""


def line_of(said: str) -> str:
    """Return a spoken text on one line, without control and invisible characters."""
    text = one_line(cleaned(said[: _MOST_LINE * 2].replace("\\:", ":"))).strip("`*_ ")
    return text if len(text) <= _MOST_LINE else f"{text[: _MOST_LINE - 1]}…"


def lines_in(text: str) -> list[str]:
    """Split a text into lines. Raises BadInput if there are too many."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n")
    if whole.count("\n") > _MOST_OF_A_FILE:
        raise BadInput(
            worded(
                "the file has more than {most_of_a_file:,} lines; import only part of it",
                most_of_a_file=_MOST_OF_A_FILE,
            )
        )
    return whole.split("\n")
