"""Find the names of places in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.language.any_word import any_word


class PlaceNames:
    """The names of all places of a town, to find them in texts.

    Longer names are tried first, so that the Chapel House is not taken for the Chapel.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {name: f"_{number}" for number, name in enumerate(names)}
        self._found = {group: name for name, group in self._names.items()}
        self._any = re.compile(any_word(self._names, any_case=True, ending=self._ending))

    def named(self, text: str) -> tuple[str, ...]:
        """Return the names of places in a text, in its order, each once."""
        found = (self._found[match.lastgroup or ""] for match in self._any.finditer(text))
        return tuple(dict.fromkeys(found))

    def _ending(self, name: str) -> str:
        """Return the end of the pattern for a name: its group, and for a single word a check of its case."""
        as_written = "" if " " in name else f"(?-i:(?<={re.escape(name)}))"
        return f"{as_written}(?P<{self._names[name]}>)"
