"""The words of a text with marks in it, with what is run together (`she'll`, `don't`) set apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.language.verb_forms import base_form
from engine.rehearsal.reading.parse.grammar import ME, OTHER, Grammar

_TOKEN = re.compile(
    rf"[{OTHER}{ME}]|[\ue200-\ue3ff]|[\ue400-\ue5ff]"
    r"|['’](?:s|re|m|ll|d|ve)\b|n['’]t\b|(?:(?!n['’]t\b)[A-Za-z-])+|\d[\d.:]*|[^\s\w]"
)
_CLITIC = {"s": "is", "re": "are", "m": "am", "ll": "will", "d": "would", "ve": "have"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a mark, as it stands in a text."""

    said: str
    low: str
    start: int
    end: int

    @property
    def is_me(self) -> bool:
        """Return whether it is the mark of oneself."""
        return "\ue700" <= self.said <= "\ue8ff"

    @property
    def is_person(self) -> bool:
        """Return whether it is the mark of anybody."""
        return self.is_me or "\ue000" <= self.said <= "\ue1ff"

    @property
    def is_setting(self) -> bool:
        """Return whether it is the mark of a place or a time."""
        return "\ue200" <= self.said <= "\ue5ff"

    @property
    def is_word(self) -> bool:
        """Return whether it is a word."""
        return self.said[0].isalpha() and self.said[0] < "\ue000"

    @property
    def is_clitic(self) -> bool:
        """Return whether it is run together with the word before it."""
        return self.said[0] in "'’" and self.low in _CLITIC.values()


def tokens_of(text: str) -> tuple[Token, ...]:
    """Return the words and marks of a text in order."""
    return tuple(
        Token(found[0], _low(found[0]), found.start(), found.end()) for found in _TOKEN.finditer(text)
    )


def _low(said: str) -> str:
    if said[0] in "'’":
        return _CLITIC.get(said[1:].lower(), said)
    low = said.lower().replace("’", "'")
    return {"n't": "not", "wo": "will", "ca": "can", "sha": "shall"}.get(low, low)


def is_verb(token: Token, before: Token | None, grammar: Grammar) -> bool:
    """Return whether a word may be a verb where it stands: not after an article, an adjective's place or a
    preposition.
    """
    if not token.is_word or not base_form(token.low) or grammar.is_a("no_verbs", token.low):
        return False
    if before is None:
        return True
    if before.is_clitic and before.said[1:].lower() == "s":
        return True
    return not (grammar.is_a("determiners", before.low) or grammar.is_a("prepositions", before.low))
