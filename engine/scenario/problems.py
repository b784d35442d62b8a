"""The problems of a scenario: position, message and remedy."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from engine.errors import one_by_one, worded

if TYPE_CHECKING:  # edits are made in what the reader takes, whose problems these are
    from engine.scenario.document.edits import Mend

Severity = Literal["error", "warning", "notice"]

_MOST_SAID = 5  # problems in one message

CODES: Mapping[str, str] = MappingProxyType(
    {
        # the files
        "TW001": "a required file is missing",
        "TW002": "a file in the wrong place or with the wrong name",
        "TW003": "a scenario, or one of its files, is too large",
        "TW004": "a file that is not UTF-8 text",
        "TW005": "an invalid id",
        # the YAML
        "TW101": "text that is not valid YAML",
        "TW102": "a line that is not indented with spaces",
        "TW103": "an invisible character, a control character, or one that changes the text direction",
        "TW104": "more than one document in a file",
        "TW105": "an alias (*name)",
        "TW106": "an anchor (&name)",
        "TW107": "a tag (!name)",
        "TW108": "a merge key (<<)",
        "TW109": "a key that is not text",
        "TW110": "a key that appears twice",
        "TW111": "too many entries in a file",
        "TW112": "too many levels of nesting",
        "TW113": "a text that is too long",
        "TW114": "an empty file",
        "TW115": "a directive (%NAME)",
        "TW116": "a text that is cut off by a # (warning)",
        "TW117": "curly quotes that are read as part of the text (warning)",
        "TW118": "a full-width comma in a list (warning)",
        "TW119": "a list entry that is read as part of the text above it (warning)",
        # the shape
        "TW201": "an unknown key",
        "TW202": "a required key is missing",
        "TW203": "a value of the wrong type",
        "TW204": "a value outside its range",
        "TW205": "a text in the wrong format, such as a time, a date or a routine line",
        "TW206": "an invalid language tag",
        "TW207": "a language without built-in sentences (warning)",
        "TW208": "a language that the rehearsal model does not speak (notice)",
        # the world
        "TW301": "a town without places",
        "TW302": "an invalid name of a place, room or object",
        "TW303": "two names that differ only in case or spacing",
        "TW304": "an unknown place or room",
        "TW305": "an object where a room is expected",
        "TW306": "a place that opens and closes at the same time",
        "TW307": "a place with rooms that also has its own objects or capacity",
        "TW308": "an initial state that is not in the list of states",
        "TW309": "an urgent state that is not in the list of states",
        "TW310": "two places at the same point on the map (warning)",
        "TW311": "an object that is probably a misspelt key of its room (warning)",
        "TW312": "a state that is listed twice (warning)",
        "TW313": "too many places or rooms",
        "TW314": "a private place that nobody knows (warning)",
        # the people
        "TW401": "a town without people",
        "TW402": "too many people",
        "TW403": "two people with the same name",
        "TW404": "an unknown person",
        "TW405": "a person with a relationship to themselves",
        "TW406": "two relationships with the same person",
        "TW407": "`wake` and `sleep` at the same time, or `wake` at 24:00",
        "TW408": "a home with more people than its capacity",
        "TW409": "a routine line outside waking hours (warning)",
        "TW410": "a routine line that is not later than the line above it (warning)",
        "TW411": "a routine line at a place that is closed at that time (warning)",
        "TW412": "a person without first memories (warning)",
        "TW413": "a routine line at a place that the person does not know (warning)",
        "TW414": "an appointment at a place that the person does not know (warning)",
        "TW415": "a person who has no relationship with anyone (warning)",
        "TW416": "two people with the same short name (warning)",
        "TW417": "a home that is closed when a resident wakes or goes to bed (warning)",
        "TW418": "a routine line that starts before the person can arrive (warning)",
        "TW419": "an age in a memory that differs from `age` (warning)",
        "TW420": "two people with similar first names (warning)",
        "TW421": "a memory or fact with a person's name that is probably misspelt (warning)",
        "TW422": "a memory or fact with a place name that is probably misspelt (warning)",
        "TW423": "two ages for the same person in one sentence (warning)",
        "TW424": "a home in a memory that differs from `home` (warning)",
        "TW425": "a family relationship in a memory that differs from `relationships` (warning)",
        "TW426": "a memory or intention about a place at a time when it is closed (warning)",
        "TW427": "a person with only one memory and nothing to do (warning)",
        "TW428": "a memory about an intention that the rehearsal model cannot act on (notice)",
        "TW429": "more people in a room than fit in its beds (warning)",
        "TW430": "a workplace that is closed whenever the person who works there is awake (warning)",
        "TW431": "an unknown fragment",
        "TW432": "a fragment that nobody includes (warning)",
        "TW433": "a person who includes a fragment twice (warning)",
        "TW434": "an unknown $word in a fragment (warning)",
        "TW435": "an unknown fact in a fragment or an event",
        "TW436": "a person who has no usual day, or who never leaves home on a usual day (warning)",
        "TW437": "an action with an unknown person or at an unknown place (warning)",
        "TW438": "more first memories than are checked for intentions (notice)",
        "TW439": "an intention without a field that its kind requires",
        "TW440": "a condition that cannot be checked (warning)",
        "TW441": "a person who is awake for more than 20 hours (warning)",
        "TW442": "a field that this kind of intention does not use (warning)",
        "TW443": "an intention without an important detail (warning)",
        "TW444": "a sentence with a time or date that does not exist (warning)",
        "TW445": "an intention that ends before it starts",
        # the facts
        "TW501": "two facts with the same id",
        "TW502": "a fact that nobody knows (warning)",
        "TW503": "a person who is named twice in `known_by` (warning)",
        "TW504": "a fact that everyone already knows (warning)",
        "TW505": "a fact about an event at a place that is closed at that time (warning)",
        "TW506": "two sentences with different times for the same event (warning)",
        "TW507": "a key word that also occurs in a name or in a person's usual day (warning)",
        # the events
        "TW508": "an event without a field that its kind requires",
        "TW509": "two events with the same name",
        "TW510": "a field that this kind of event does not use (warning)",
        "TW511": "an unknown object",
        "TW512": "an event at a place that is closed at that time (warning)",
        "TW513": "a fact about a future event that nobody has planned (warning)",
        "TW514": "an event that does not list a fact with the same time (warning)",
        # the prompts
        "TW601": "a wording for an unknown prompt",
        "TW602": "a $ that does not start a placeholder",
        "TW603": "an unknown placeholder",
        "TW604": "a wording that is too long",
        "TW605": "an empty wording",
        "TW606": "a `made from` line that is not at the top or is not valid (warning)",
        "TW607": "a wording without an essential placeholder (warning)",
        "TW608": "a wording that is based on an older default (notice)",
        "TW609": "a placeholder that is used too often",
        # the report itself
        "TW901": "more problems than can be shown",
    }
)  # fmt: skip
"""Every problem code and what it stands for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A problem code in plain words: its meaning, its severity, why it is a problem, and its remedy."""

    code: str
    title: str
    severity: Severity
    why: str
    example: str
    fix: str


@cache
def explained_codes() -> Mapping[str, Explained]:
    """Return all codes with their explanations, in order."""
    text = resources.files("engine.scenario").joinpath("codes.toml").read_text("utf-8")
    said = tomllib.loads(text)
    return MappingProxyType({code: _explained(code, said.get(code, {})) for code in CODES})


def _explained(code: str, said: Mapping[str, str]) -> Explained:
    title, _, mark = CODES[code].rpartition(" (")
    severity = _MARKED.get(mark, "error")
    return Explained(
        code=code,
        title=title if mark in _MARKED else CODES[code],
        severity=severity,
        why=said["why"],
        example=said["example"],
        fix=said.get("fix", ""),
    )


_MARKED: Mapping[str, Severity] = MappingProxyType({"warning)": "warning", "notice)": "notice"})


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem, at a line and column counted from 1; with a `fix` if there is a simple one."""

    file: str
    line: int
    col: int
    code: str
    message: str
    remedy: str
    severity: Severity = "error"
    fix: Mend | None = None

    def __str__(self) -> str:
        """Return `file:line:col code message (remedy)`."""
        return f"{self.file}:{self.line}:{self.col} {self.code} {self.message} ({self.remedy})"


def problems_said(problems: Sequence[Problem], *, above: int = 0) -> str:
    """Return the problems of a text in words, with their lines; the first `above` lines are not the
    author's.
    """
    told: list[str] = [
        worded(
            "line {line}: {message}; {remedy}",
            line=max(1, problem.line - above),
            message=problem.message,
            remedy=problem.remedy,
        )
        for problem in problems[:_MOST_SAID]
    ]
    more = len(problems) - len(told)
    return one_by_one([*told, worded("and {n} more", n=more)] if more else told)
