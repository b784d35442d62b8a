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
            return worded("it cites none of the entries that the model was shown")
        case "signs":
            return worded("“{what}” does not belong in a sentence", what=what)
        case "sense":
            return worded("it is not a sentence in the town’s language, or it talks about the prompt")
        case "again":
            return worded("it repeats what is already there")
        case "quote":
            return worded("nobody says “{what}” in the cited entries", what=what)
        case "speaker":
            return worded("“{what}” was said by a person whom it does not name", what=what)
        case "person":
            return worded("{what} is not in the cited entries", what=what)
        case "stranger":
            return worded("none of the cited entries names {what}", what=what)
        case "place":
            return worded("none of the cited entries took place at “{what}” or mentions it", what=what)
        case "time":
            return worded("none of the cited entries is from that time: “{what}”", what=what)
        case "number":
            return worded("the number {what} is not in the cited entries", what=what)
        case "telling":
            return worded("it was told by another person, not {what}", what=what)
        case "hearing":
            return worded("it was heard by another person, not {what}", what=what)
        case "thinking":
            return worded("another person had this thought, not {what}", what=what)
        case "denies":
            return worded("the cited entries say the opposite")
        case "all":
            return worded("the cited entries exclude a person from “{what}”", what=what)
        case "ahead":
            return worded("the cited entries say that it is still to come: “{what}”", what=what)
        case "subject":
            return worded("the cited entries say this about another person, not {what}", what=what)
    return worded("too many of its words are not in the cited entries: {what}", what=what)
