"""Frames: ways of saying a thing, as written in the language packs, compiled into patterns.

    ~tell|warn {people} [that] {content}

A word stands for itself, `a|b` for either, `[...]` is optional, `$` is the end. `~` before verbs stands for
their present forms. `{people}` are marked people, `{me}` is one of them, `{place}` is a marked place,
`{what}` any words. `{content}` is all that is left, and `{content:list}` the same beginning with one of a
list; `{what:list}` are words that end in one. `{does}` is what somebody is asked to do, worded as told of
them. `{clause}` is content up to a comma (`{clause:list}` begins with one of a list), and `{any}` is anything
in between. A frame that ends in `-> everybody` concerns all people, one in `-> onward` counts only with a
time from which on it holds. Between words, a time or a place may stand. A kind may be listed again further
down, with a `+` behind it, to be tried later. A frame that begins with `^` reads a whole clause, one with `*`
reads it from any word on, and any other what is left after the subject and the words that ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.intentions.understood import Kind
from engine.language.verb_forms import present_forms
from engine.rehearsal.reading.tagging import BETWEEN, PERSON, PLACE

_TOKEN = re.compile(r"\[[^\]]*\]|\{[^}]*\}|[^\s\[\]{}]+")
_AND = r"(?:\s*(?:,|、|and|or|和|跟|与|及|以及|还有)\s*)+"
SOME_PEOPLE = rf"{PERSON}(?:{_AND}{PERSON})*"


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One way of saying a kind of intention.

    `whole` frames read a clause from its beginning, `anywhere` frames from any word. `onward` frames need a
    time from which on they hold. At least one of each set in `words` must occur in the text. This check rules
    out most frames, so that their patterns, which are slow to compile, are never compiled.
    """

    kind: Kind
    written: str
    words: tuple[frozenset[str], ...]
    whole: bool
    anywhere: bool
    to_all: bool
    onward: bool

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Return the pattern, compiled at the first use."""
        return re.compile(self.written, re.IGNORECASE)

    @cached_property
    def goes_on(self) -> bool:
        """Return whether what the frame reads may go on beyond its clause."""
        return "(?P<content>" in self.written

    def found(self, text: str, begins_within: int) -> re.Match[str] | None:
        """Match the frame in a text, beginning within its first `begins_within` letters, or return None."""
        if not self.anywhere:
            return self.pattern.match(text)
        found = self.pattern.search(text)
        return found if found and found.start() < begins_within else None


class Frames:
    """The frames of a language, in the order in which they are tried."""

    def __init__(self, frames: Iterable[Frame]) -> None:
        self._frames = tuple(frames)
        self._words = frozenset(word for frame in self._frames for either in frame.words for word in either)

    def __iter__(self) -> Iterator[Frame]:
        return iter(self._frames)

    def have(self, word: str) -> bool:
        """Return whether a word occurs in any of the frames."""
        return word in self._words

    def that_may_be_in(self, folded: str) -> Iterator[Frame]:
        """Yield the frames whose words occur in a case-folded text."""
        here = {word for word in self._words if word in folded}
        for frame in self._frames:
            if not any(here.isdisjoint(either) for either in frame.words):
                yield frame


def frames_of(
    kinds: Iterable[tuple[str, Sequence[str]]], lists: Mapping[str, tuple[str, ...]], *, spaced: bool
) -> Iterator[Frame]:
    """Yield the frames of some kinds in their order. Raises KeyError for a list missing from the pack."""
    writer = _Writer(lists, spaced)
    for kind, frames in kinds:
        for frame in frames:
            said, _, whom = frame.partition(" -> ")
            pattern = said.lstrip("^*")
            whole, anywhere = said.startswith(("^", "*")), said.startswith("*")
            yield Frame(
                kind=kind.rstrip("+"),
                written=writer.written(pattern),
                words=writer.words(pattern),
                whole=whole,
                anywhere=anywhere,
                to_all=whom == "everybody",
                onward=whom == "onward",
            )


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the patterns of frames, for a script with or without spaces."""

    lists: Mapping[str, tuple[str, ...]]
    spaced: bool

    def written(self, frame: str) -> str:
        """Return the regular expression of a frame."""
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
        begins = r"(?<!\w)" if self.spaced else ""
        return f"{BETWEEN}*{begins}{built}{self._end}"

    def words(self, frame: str) -> tuple[frozenset[str], ...]:
        """Return the required words of a frame, as sets of case-folded alternatives."""
        must = [token for token in _TOKEN.findall(frame) if token != "$" and token[0] not in "[{"]
        return tuple(frozenset(word.casefold() for word in _either(token)) for token in must)

    @property
    def _between(self) -> str:
        return f"{BETWEEN}+" if self.spaced else f"{BETWEEN}*"

    @property
    def _end(self) -> str:
        return r"(?!\w)" if self.spaced else ""

    def _piece(self, token: str, *, last: bool) -> str:
        if token == "$":
            return rf"{BETWEEN}*[.!?。！？]*\s*$"
        if not token.startswith("{"):
            return self._word(token)
        name, _, of = token[1:-1].partition(":")
        if name == "content" and of:
            return f"(?P<content>(?:{'|'.join(map(re.escape, self.lists[of]))}){self._end}.*)"
        if name == "clause" and of:
            return f"(?P<content>(?:{'|'.join(map(re.escape, self.lists[of]))}){self._end}[^,，。]*)"
        return self._listed(of) if of else _SLOTS[name if not last else f"{name}."]

    def _listed(self, of: str) -> str:
        """Return a pattern for words that end in one of a list."""
        words = "|".join(sorted(map(re.escape, self.lists[of]), key=lambda word: -len(word)))
        few = (
            r"(?:(?-i:[^\s,;.\ue000-\ue1ff]+)\s+){0,5}?"
            if self.spaced
            else "(?-i:[^，。；、,\ue000-\ue1ff]){0,12}?"
        )
        one = f"(?:{words}){'(?:s|es)?' if self.spaced else ''}{self._end}"
        return f"(?P<what>{few}{one}(?:{BETWEEN}{'+' if self.spaced else '*'}{one})*)"

    def _word(self, token: str) -> str:
        ordered = sorted(_either(token), key=lambda word: -len(word))
        return f"(?:{'|'.join(map(re.escape, ordered))}){self._end}"


def _either(token: str) -> list[str]:
    """Return the alternative words that a token of a frame stands for."""
    words = token.removeprefix("~").split("|")
    if token.startswith("~"):
        words = [form for word in words for form in present_forms(word)]
    return [word.replace("_", " ") for word in dict.fromkeys(words)]


_NOT_MORE_PEOPLE = rf"(?!的(?!确)|(?:(?:and|or|nor)\s|[和跟与、]){PERSON})"
_PEOPLE = f"(?P<people>{SOME_PEOPLE})"
_SLOTS = {
    "people": _PEOPLE,
    "people.": _PEOPLE,
    "people's": f"{_PEOPLE}['’]s",
    "me": PERSON,
    "me.": PERSON,
    "place": PLACE,
    "place.": PLACE,
    "what": "(?P<what>(?!了).+?)",  # after 了, it has been done
    "what.": "(?P<what>(?!了).+?)(?=$|[,;，；。.])",
    "content": rf"{_NOT_MORE_PEOPLE}(?P<content>(?=.*\w).+)",
    "content.": rf"{_NOT_MORE_PEOPLE}(?P<content>(?=.*\w).+)",
    "clause": r"(?P<content>[^,，。]+)",
    "any": r"[^。；;]*?",
    "does.": r"(?P<does>(?=.*\w).+)",
}
