"""Place names: which places of a town a text names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.language.unspaced import has_unspaced


class PlaceNames:
    """The names of all places of a town, to find them in texts by: the longest first, so that the Chapel
    House is not taken for the Chapel.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted(names, key=lambda name: (-len(name), name))
        self._any = re.compile("|".join(map(_pattern, self._names)) or r"(?!)")

    def named(self, text: str) -> tuple[str, ...]:
        """The places that a text names in full, in the order it does, each once."""
        found = (self._names[(match.lastindex or 1) - 1] for match in self._any.finditer(text))
        return tuple(dict.fromkeys(found))


def _pattern(name: str) -> str:
    """A name as a whole word, where words are set apart; one of a single word only as it is written, for it
    may be a common word too.
    """
    case = "(?i:" if " " in name else "(?:"
    edges = ("", "") if has_unspaced(name) else (r"(?<!\w)", r"(?!\w)")
    return f"({edges[0]}{case}{re.escape(name)}){edges[1]})"
