"""The problems of a scenario: position, message and remedy."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # edits are made in what the reader takes, whose problems these are
    from engine.scenario.document.edits import Mend

Severity = Literal["error", "warning", "notice"]


CODES: Mapping[str, str] = MappingProxyType(
    {
        # the files
        "TW001": "a file that every scenario needs is missing",
        "TW002": "a file is not where, or not called as, a scenario keeps such files",
        "TW003": "a file, or all files together, is too large",
        "TW004": "a file is not UTF-8 text",
        "TW005": "an id is no good file name",
        # the YAML
        "TW101": "the text is not YAML",
        "TW102": "a line is not indented with spaces",
        "TW103": "an invisible, control or text-direction character",
        "TW104": "more than one document in a file",
        "TW105": "an alias (*name)",
        "TW106": "an anchor (&name)",
        "TW107": "a tag (!name)",
        "TW108": "a merge key (<<)",
        "TW109": "a key that is not text",
        "TW110": "a key given twice",
        "TW111": "too many entries in a file",
        "TW112": "nested too deeply",
        "TW113": "a text is too long",
        "TW114": "a file without content",
        "TW115": "a directive (%NAME)",
        "TW116": "a text that a # cuts off (warning)",
        "TW117": "curly quotes that are a part of the text (warning)",
        "TW118": "a full-width comma in a list (warning)",
        "TW119": "an entry of a list that is read as a part of the text above it (warning)",
        # the shape
        "TW201": "an unknown key",
        "TW202": "a key that must be there is missing",
        "TW203": "a value of the wrong type",
        "TW204": "a value out of its range",
        "TW205": "a text that cannot be understood (a time, a date, a routine line)",
        "TW206": "a language that is not a language tag",
        # the world
        "TW301": "a town without places",
        "TW302": "a name that cannot be part of a path",
        "TW303": "two names that differ only in case or spacing",
        "TW304": "an unknown place",
        "TW305": "an object where a room is wanted",
        "TW306": "opening hours that open and close at the same minute",
        "TW307": "a place with rooms that has objects or a capacity of its own",
        "TW308": "a first state that is not among the states",
        "TW309": "an urgent state that is not among the states",
        "TW310": "two places at the same point of the map (warning)",
        "TW311": "an object named almost like a key of rooms (warning)",
        "TW312": "a state given twice (warning)",
        "TW313": "more places or rooms than a town can hold",
        "TW314": "a place that nobody knows and strangers cannot find (warning)",
        # the people
        "TW401": "a town without people",
        "TW402": "more people than a town can hold",
        "TW403": "two people of the same name",
        "TW404": "an unknown person",
        "TW405": "a relationship with oneself",
        "TW406": "two relationships with the same person",
        "TW407": "waking and going to sleep at the same minute, or waking at 24:00",
        "TW408": "a home that not all who live there can reach: more people than fit into the room",
        "TW409": "a routine line outside waking hours (warning)",
        "TW410": "a routine line before the one above it (warning)",
        "TW411": "a routine line at a closed place (warning)",
        "TW412": "a person without seed memories (warning)",
        "TW413": "a routine line at a place that the person does not know (warning)",
        "TW414": "an engagement at a place that the person does not know (warning)",
        "TW415": "a person who stands to nobody, and nobody to them (warning)",
        "TW416": "two people who are called by the same first name (warning)",
        "TW417": "a home that is closed when somebody wakes or goes to bed (warning)",
        "TW418": "a routine line that begins before one can be there (warning)",
        "TW419": "an age in a memory that is not the one under `age` (warning)",
        "TW420": "two people whose first names sound nearly the same (warning)",
        "TW421": "a memory or fact that names a person of the town almost, but not quite (warning)",
        "TW422": "a memory or fact that names a place of the town almost, but not quite (warning)",
        "TW423": "two ages of one person in a sentence (warning)",
        "TW424": "a memory of another home than the one under `home` (warning)",
        "TW425": "a memory of kin of whom `relationships` says otherwise (warning)",
        "TW426": "something in a persona is at a place that is closed then (warning)",
        "TW427": "a person with too little to make a day of (warning)",
        "TW428": "a memory of what somebody means to do that nobody will act on (notice)",
        "TW429": "more people than the beds of their room are for (warning)",
        "TW430": "a workplace that is closed whenever somebody who works there is awake (warning)",
        "TW431": "a fragment that the town does not have",
        "TW432": "a fragment that nobody includes (warning)",
        "TW433": "a fragment that somebody includes twice (warning)",
        "TW434": "a $word in a fragment that stands for nothing (warning)",
        "TW435": "a fragment or an event names a fact that the town does not have",
        "TW436": "a person whose usual day never leaves home, or who has none (warning)",
        "TW437": "something is to be done with a person or at a place that the town does not have (warning)",
        "TW438": "more memories than are read for what somebody intends (notice)",
        "TW439": "an intention that is stated without what its kind needs",
        "TW440": "a condition that nobody can tell (warning)",
        "TW441": "somebody is awake for nearly a day (warning)",
        "TW442": "a field that an intention of its kind does nothing with (warning)",
        "TW443": "an intention that leaves open what matters to it (warning)",
        "TW444": "a sentence with a time that there is not (warning)",
        "TW445": "an intention that ends before it begins",
        # the facts
        "TW501": "two facts of the same id",
        "TW502": "a fact that nobody knows (warning)",
        "TW503": "somebody is named twice among those who know a fact (warning)",
        "TW504": "a fact that everybody knows already, so that nobody can be told (warning)",
        "TW505": "a fact of something at a place that is closed then (warning)",
        "TW506": "an event that is told twice, at other hours (warning)",
        "TW507": "a key word of a fact that is part of a name or of everyday life (warning)",
        # the events
        "TW508": "an event without what its kind needs",
        "TW509": "two events of the same name",
        "TW510": "a field that an event of its kind does nothing with (warning)",
        "TW511": "an object that there is not",
        "TW512": "an event at a place that is closed then (warning)",
        "TW513": "a fact of something to come that nobody and nothing makes happen (warning)",
        "TW514": "a fact of the moment of an event that does not name it (warning)",
        # the prompts
        "TW601": "a wording of a prompt that there is not",
        "TW602": "a $ that starts no placeholder",
        "TW603": "a placeholder that the prompt does not have",
        "TW604": "a wording is too long",
        "TW605": "a wording without content",
        "TW606": "a mark of the default that is not where it is read, or not as it is written (warning)",
        "TW607": "a wording without a placeholder that the prompt cannot do without (warning)",
        "TW608": "the default has moved on since a wording was made from it (notice)",
        "TW609": "a placeholder that stands in a wording too many times",
        # the report itself
        "TW901": "more problems than are shown",
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
