"""Frames: ways of saying a thing, as the language packs write them, made into patterns.

    ~tell|warn {people} [that] {content}

A word stands for itself, `a|b` for either, `[...]` may be missing, `$` is the end. `~` before verbs stands
for their forms of the present. `{people}` are marked people, `{me}` is one of them, `{place}` a marked place,
`{what}` any words; `{content}` is all that is left, and begins with one of a list in `{content:list}`;
`{what:list}` are words that end in one. What ends in `-> everybody` is done to all. Between words a time or
a place may stand. A kind may come again further down, with a `+` behind it, to be tried later. A frame that
begins with `^` reads a whole clause, any other what is left of it after who is asked and how.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from engine.intentions.tagging import BETWEEN, PERSON, PLACE
from engine.intentions.understood import Kind
from engine.language.verb_forms import present_forms

_TOKEN = re.compile(r"\[[^\]]*\]|\{[^}]*\}|[^\s\[\]{}]+")
_AND = r"(?:\s*(?:,|、|and|or|和|跟|与|及|以及)\s*)+"
SOME_PEOPLE = rf"{PERSON}(?:{_AND}{PERSON})*"


@dataclass(frozen=True, slots=True)
class Frame:
    """One way of saying a kind of thing; `whole` reads a sentence from its beginning."""

    kind: Kind
    pattern: re.Pattern[str]
    whole: bool
    to_all: bool


def frames_of(
    kinds: Mapping[str, list[str]], lists: Mapping[str, tuple[str, ...]], *, spaced: bool
) -> Iterator[Frame]:
    """Yield the frames of a pack in its order. KeyError for a list that the pack has not."""
    compiler = _Compiler(lists, spaced)
    for kind, frames in kinds.items():
        for frame in frames:
            said, _, whom = frame.partition(" -> ")
            pattern = compiler.compiled(said.removeprefix("^"))
            yield Frame(cast("Kind", kind.rstrip("+")), pattern, frame.startswith("^"), whom == "everybody")


@dataclass(frozen=True, slots=True)
class _Compiler:
    """Makes patterns of frames, in a script with or without spaces."""

    lists: Mapping[str, tuple[str, ...]]
    spaced: bool

    def compiled(self, frame: str) -> re.Pattern[str]:
        """Return the pattern of a frame."""
        between, tokens = self._between, _TOKEN.findall(frame)
        built, begun = "", False
        for number, token in enumerate(tokens, 1):
            if token.startswith("["):
                words = between.join(self._piece(word, last=False) for word in _TOKEN.findall(token[1:-1]))
                built += f"(?:{between}{words})?" if begun else f"(?:{words}{between})?"
            else:
                piece = self._piece(token, last=number == len(tokens))
                lazy = (
                    "?" if piece.startswith("(?P<content>") else ""
                )  # what marks it begins with are its own
                apart = "" if token == "$" else f"{between}{lazy}"
                built += f"{apart}{piece}" if begun else piece
                begun = True
        return re.compile(f"{BETWEEN}*{built}{self._end}", re.IGNORECASE)

    @property
    def _between(self) -> str:
        return f"{BETWEEN}+" if self.spaced else f"{BETWEEN}*"

    @property
    def _end(self) -> str:
        return r"(?!\w)" if self.spaced else ""

    def _piece(self, token: str, *, last: bool) -> str:
        if token == "$":
            return r"[.!?。！？]*\s*$"
        if not token.startswith("{"):
            return self._word(token)
        name, _, of = token[1:-1].partition(":")
        if name == "content" and of:
            return f"(?P<content>(?:{'|'.join(map(re.escape, self.lists[of]))}){self._end}.*)"
        return self._listed(of) if of else _SLOTS[name if not last else f"{name}."]

    def _listed(self, of: str) -> str:
        """Return words that end in one of a list."""
        words = "|".join(sorted(map(re.escape, self.lists[of]), key=lambda word: -len(word)))
        few = r"(?:[^\s,;.\ue000-\ue1ff]+\s+){0,5}?" if self.spaced else "[^，。；、,\ue000-\ue1ff]{0,12}?"
        one = f"(?:{words}){'(?:s|es)?' if self.spaced else ''}{self._end}"
        return f"(?P<what>{few}{one}(?:{BETWEEN}{'+' if self.spaced else '*'}{one})*)"

    def _word(self, token: str) -> str:
        words = token.removeprefix("~").split("|")
        if token.startswith("~"):
            words = [form for word in words for form in present_forms(word)]
        plain = (word.replace("_", " ") for word in dict.fromkeys(words))
        ordered = sorted(plain, key=lambda word: -len(word))
        return f"(?:{'|'.join(map(re.escape, ordered))}){self._end}"


_PEOPLE = f"(?P<people>{SOME_PEOPLE})"
_SLOTS = {
    "people": _PEOPLE,
    "people.": _PEOPLE,
    "people's": f"{_PEOPLE}['’]s",
    "me": PERSON,
    "place": PLACE,
    "place.": PLACE,
    "what": "(?P<what>.+?)",
    "what.": "(?P<what>.+?)(?=$|[,;，；。.])",
    "content": "(?P<content>.+)",
    "content.": "(?P<content>.+)",
}
