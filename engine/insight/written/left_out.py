"""A sentence of a written paper that is not shown, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.errors import Worded, worded

Why = Literal[
    "cites", "signs", "sense", "again", "quote", "speaker", "person", "stranger", "place", "time", "number",
    "telling", "hearing", "thinking", "denies", "all", "ahead", "words", "subject",
]  # fmt: skip
"""By which rule a sentence is left out."""

Fault = tuple[Why, str]
"""By which rule a sentence is left out, and which of its words are at fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A sentence that nothing in the log supports.

    It has the text as the model wrote it, the rule by which it was left out (`why`), and the words at fault
    (`what`).
    """

    text: str
    why: Why
    what: str = ""

    @property
    def words(self) -> Worded:
        """Return the reason in words."""
        return _words(self.why, self.what)


def _words(why: Why, what: str) -> Worded:  # noqa: C901 - one sentence a rule
    match why:
        case "cites":
            return worded("it cites nothing of what the model was shown")
        case "signs":
            return worded("“{what}” is no part of a sentence", what=what)
        case "sense":
            return worded("it is no sentence of the town’s language, or speaks of the question")
        case "again":
            return worded("it says again what stands there")
        case "quote":
            return worded("nobody says “{what}” in what it cites", what=what)
        case "speaker":
            return worded("“{what}” was said by somebody whom it does not name", what=what)
        case "person":
            return worded("{what} is not in what it cites", what=what)
        case "stranger":
            return worded("nothing it cites names {what}", what=what)
        case "place":
            return worded("nothing it cites was at “{what}”, or speaks of it", what=what)
        case "time":
            return worded("nothing it cites was at that time: “{what}”", what=what)
        case "number":
            return worded("the number {what} stands in nothing it cites", what=what)
        case "telling":
            return worded("it was not {what} who told it", what=what)
        case "hearing":
            return worded("it was not {what} who heard it", what=what)
        case "thinking":
            return worded("it was not {what} who thought so", what=what)
        case "denies":
            return worded("what it cites says otherwise")
        case "all":
            return worded("what it cites leaves somebody out of “{what}”", what=what)
        case "ahead":
            return worded("what it cites says that it is yet to come: “{what}”", what=what)
        case "subject":
            return worded("what it cites says so of somebody else than {what}", what=what)
    return worded("too much of it stands in nothing it cites: {what}", what=what)
