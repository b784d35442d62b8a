"""Keep the key of a server out of everything that the server says, in all ways JSON can write it."""

from __future__ import annotations

import re
from typing import Any

INSTEAD = "(the key)"
_MOST_SLASHES = 8  # before an escape: JSON in JSON in JSON in JSON


class Secret:
    """A key that is shown to a server and to nobody else; empty if a server needs none."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._written = re.compile("".join(map(_written, key))) if key else None

    def hidden(self, text: str) -> str:
        """Return a text in which the key, plain or in escapes, is replaced."""
        return self._written.sub(INSTEAD, text) if self._written else text

    def hidden_in(self, value: Any) -> Any:  # noqa: ANN401 - any JSON
        """Return a value read from JSON with the key replaced in all its texts."""
        if isinstance(value, dict):
            return {self.hidden_in(name): self.hidden_in(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.hidden_in(inner) for inner in value]
        return self.hidden(value) if isinstance(value, str) else value

    def hidden_so_far(self, text: str) -> str:
        """Return a streamed text with the key replaced, without an end that may be the key's beginning."""
        hidden = self.hidden(text)
        longest = len(self._key) * (_MOST_SLASHES + 5)
        for start in range(max(0, len(hidden) - longest), len(hidden)):
            if self._has_begun(hidden, start):
                return hidden[:start]
        return hidden

    def _has_begun(self, text: str, at: int) -> bool:
        """Return whether the rest of a text is the beginning of the key."""
        for letter in self._key:
            first = at
            while text[at : at + 1] == "\\" and at - first < _MOST_SLASHES:
                at += 1
            if at == len(text):
                return True
            escape, found = _escape(letter), text[at : at + 5].lower()
            if at > first and escape.startswith(found):
                at += 5
            elif text[at] == letter:
                at += 1
            else:
                return False
            if at > len(text):
                return True
        return False


def _escape(letter: str) -> str:
    return f"u{ord(letter):04x}"


def _written(letter: str) -> str:
    """Return a letter of the key as a pattern for all the ways in which it can be written."""
    some, plain = f"\\\\{{1,{_MOST_SLASHES}}}", re.escape(letter)
    return f"(?:{some}u(?i:{ord(letter):04x})|\\\\{{0,{_MOST_SLASHES}}}{plain})"
