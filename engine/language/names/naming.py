"""Short names of people whose name has several parts, by a language's titles, particles and surnames."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_INITIALS = re.compile(r"(?:[^\W\d_]\.-?)+|[^\W\d_]")  # `J.`, `J.R.`, `J`


class Naming:
    """How a language shortens names.

    Its data: `titles` that stand before a name (in a language without spaces, behind it); `articles` and
    `saints`, which belong to what follows them; `suffixes` such as Jr.; `particles` of surnames; `joiners` of
    two names; and `surnames` of one and more letters, where names are written without spaces.
    """

    def __init__(self, data: Mapping[str, Sequence[str]]) -> None:
        self._titles, self._articles, self._saints, self._suffixes, self._particles, self._joiners = (
            frozenset(_plain(word) for word in data.get(kind, ()))
            for kind in ("titles", "articles", "saints", "suffixes", "particles", "joiners")
        )
        self._surnames = sorted(data.get("surnames", ()), key=len, reverse=True)

    def short(self, name: str) -> str:
        """Return the short name that acquaintances use.

        It is the first name, or the given one where the surname comes first; with a title and one name, both;
        a surname where there are only initials; and the whole name where no part of it can stand alone.
        """
        words = name.split()
        if self._surnames and len(words) == 1:
            return self._given(name)
        while len(words) > 1 and _plain(words[-1]) in self._suffixes:
            words.pop()
        if len(words) < 2 or not self._can_be_parted(words):
            return name
        titles = self._titles_of(words)
        rest = words[len(titles) :]
        if _plain(rest[0]) in self._saints:
            return " ".join((*titles, *rest[:2]))
        if len(rest) == 1 or _plain(rest[0]) in self._particles:  # `de la Cruz`, `Van Morrison`, `El Greco`
            return " ".join((*titles, *rest))
        first = next((word for word in rest[:-1] if not _INITIALS.fullmatch(word)), None)
        if first is None or _plain(first) in self._particles:
            return " ".join((*titles, *self._surname(rest)))
        return first

    def _can_be_parted(self, words: Sequence[str]) -> bool:
        """Return whether a part of a name can stand for it: not in `The Baker`, `Robot 7`, `Ann & Bo`."""
        joined = any(_plain(word) in self._joiners for word in words)
        return not (joined or words[0].casefold() in self._articles or words[1][0].isdigit())

    def _titles_of(self, words: Sequence[str]) -> Sequence[str]:
        """Return the titles that stand before a name."""
        count = 0
        while count < len(words) - 1 and _plain(words[count]) in self._titles:
            count += 1
        return words[:count]

    def _surname(self, words: Sequence[str]) -> Sequence[str]:
        """Return the last name, with the particles before it."""
        begin = len(words) - 1
        while begin > 1 and _plain(words[begin - 1]) in self._particles:
            begin -= 1
        return words[begin:]

    def _given(self, name: str) -> str:
        """Return the given name of a name without spaces, or all of it if that cannot stand alone."""
        if any(name.endswith(title) for title in self._titles):
            return name
        if "·" in name:  # a foreign name, its first part first
            first = name.partition("·")[0]
            return first if len(first) > 1 else name
        surname = next((one for one in self._surnames if name.startswith(one)), "")
        given = name[len(surname) :]
        return given if surname and len(given) == 2 else name


def _plain(word: str) -> str:
    return word.rstrip(".,").casefold()
