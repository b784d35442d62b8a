"""Phrases: what can be said in several ways, some of them only in a certain voice.

A phrase is a text with gaps, `{other}`, which the speaker fills. A phrase whose gaps cannot all be filled is
not said. The phrases of a frame are shared out among the people of a town, so that each has some that nobody
else is as likely to use.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from engine.rehearsal.language.text import capital

_GAP = re.compile(r"\{(\w+)\}")
_CUT = re.compile(r"\{\w+\}")
_VOICED = 3.0  # how much rather somebody with a voice speaks in it
_OWN = 24.0
_SHARE_A_VOICE = 4  # of a town one in so many at most speak in the same voice
_BEGINS = "_begins"  # marks the first word of a gap: who is named twice is named by that again
_ENDS = " .,!?:;—–…。，！？：；、“”\"'"


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way to say something.

    `voice` is the voice that says it so, or empty for any. `pieces` are its fixed words in lower case, in
    order, and `anchor` is the longest of them. `place` is its number, by which it is shared out.
    """

    text: str
    voice: str
    gaps: frozenset[str]
    pieces: tuple[str, ...]
    anchor: str
    place: int

    def stands_in(self, small: str) -> bool:
        """Return whether a lower-case text contains this phrase, whatever fills its gaps."""
        return self.anchor in small and _stand_in(self.pieces, small)

    def lines_of(self, lines: str, said: str) -> int:
        """Count the lines in `lines` (lower case) with this phrase, or with `said` if no word is fixed."""
        anchor = self.anchor or said.lower()
        if len(self.pieces) < 2:
            return lines.count(anchor)
        at, found = lines.find(anchor), 0
        while at >= 0:
            end = lines.find("\n", at) % (len(lines) + 1)
            found += _stand_in(self.pieces, lines[lines.rfind("\n", 0, at) + 1 : end])
            at = lines.find(anchor, end)
        return found


@dataclass(frozen=True, slots=True)
class Share:
    """A person's share of the phrases: `place` is the person's number among the `people` of the town."""

    place: int = 0
    people: int = 1

    def owns(self, phrase: Phrase) -> bool:
        """Return whether a phrase is the person's own. Phrases in a voice are shared among fewer people."""
        among = self.people if not phrase.voice else max(1, round(self.people / _SHARE_A_VOICE))
        return phrase.place % among == self.place % among


class Listening:
    """Recognises frames in a text by their fixed words.

    Phrases are indexed by the first letters of their anchors, in several lengths, so that the time a search
    takes hardly depends on their number.
    """

    def __init__(self, frames: Mapping[str, Iterable[Phrase]], least: int) -> None:
        self._lengths = (least, 2 * least, 4 * least)
        self._begin: dict[str, list[tuple[str, str, Phrase]]] = {}
        for frame, phrases in frames.items():
            for phrase in phrases:
                if len(anchor := phrase.anchor) >= least:
                    begins = anchor[: max(length for length in self._lengths if length <= len(anchor))]
                    self._begin.setdefault(begins, []).append((anchor, frame, phrase))
        self._first = frozenset(begins[:least] for begins in self._begin)

    def heard(self, small: str) -> Iterator[tuple[int, str]]:
        """Yield the position and the frame of each phrase found in a lower-case text."""
        least, *_ = self._lengths
        for at in range(len(small) - least + 1):
            if small[at : at + least] in self._first:
                yield from self._heard_at(at, small)

    def _heard_at(self, at: int, small: str) -> Iterator[tuple[int, str]]:
        for begins in {small[at : at + length]: None for length in self._lengths}:
            for anchor, frame, phrase in self._begin.get(begins, ()):
                if small.startswith(anchor, at) and phrase.stands_in(small):
                    yield at, frame


NOBODY = Share()
_Ways = tuple[tuple[Phrase, ...], tuple[float, ...]]


class Phrasebook:
    """All phrases of a language, by frame (what they say)."""

    def __init__(
        self,
        frames: Mapping[str, Sequence[Phrase]],
        least_anchor: int,
        gaps: Mapping[str, str],
    ) -> None:
        self._frames = frames
        self._least_anchor = least_anchor
        self._gaps = gaps  # the patterns of gaps that are not filled with just anything
        self._beginning: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._readers: dict[str, tuple[_Reader, ...]] = {}
        self._gaps_in: dict[str, frozenset[str]] = {}
        self._ways: dict[tuple[str, frozenset[str], frozenset[str], Share], _Ways] = {}

    @property
    def frames(self) -> tuple[str, ...]:
        """Return the names of all frames."""
        return tuple(self._frames)

    def beginning(self, *beginnings: str) -> tuple[str, ...]:
        """Return the frames whose names begin with one of `beginnings`, in their order."""
        if beginnings not in self._beginning:
            self._beginning[beginnings] = tuple(name for name in self._frames if name.startswith(beginnings))
        return self._beginning[beginnings]

    def of(self, frame: str) -> Sequence[Phrase]:
        """Return every phrase of a frame."""
        return self._frames[frame]

    def say(self, draw: Random, frame: str, /, voices: frozenset[str] = frozenset(), **values: str) -> str:
        """Return a random phrase with its gaps filled, or an empty string if none can be filled."""
        return self.fresh(draw, frame, "", voices, NOBODY, "", **values)

    def fresh(
        self,
        draw: Random,
        frame: str,
        avoid: str,
        /,
        voices: frozenset[str] = frozenset(),
        share: Share = NOBODY,
        lately: str = "",
        **values: str,
    ) -> str:
        """Return a random phrase like `say`, but none whose fixed words stand in `avoid`.

        Return an empty string if all are used up. What stands in `lately` is repeated only if nothing else is
        left, the least used first.
        """
        filled = frozenset(gap for gap, value in values.items() if value)
        found, often = self._usable(frame, filled, voices, share)
        usable, weights = list(found), list(often)
        again: list[tuple[int, str]] = []
        while usable:
            at = draw.choices(range(len(usable)), weights)[0] if len(usable) > 1 else 0
            phrase = usable.pop(at)
            del weights[at]
            said = _filled(phrase.text, values)
            if self._used(phrase, said, avoid):
                continue
            often_so = phrase.lines_of(lately, said) if lately else 0
            if not often_so:
                return said
            again.append((often_so, said))
        return min(again, key=lambda each: each[0])[1] if again else ""

    def _usable(self, frame: str, filled: frozenset[str], voices: frozenset[str], share: Share) -> _Ways:
        """Return the phrases whose gaps are all filled and whose voice fits, with their weights."""
        key = (frame, filled & self._gaps_of(frame), voices, share)
        if key not in self._ways:
            found = [
                phrase for phrase in self._frames[frame]
                if phrase.gaps <= filled and (not phrase.voice or phrase.voice in voices)
            ]  # fmt: skip
            own = [_OWN if share.people > 1 and share.owns(phrase) else 1.0 for phrase in found]
            weights = [
                (_VOICED if phrase.voice else 1.0) * more for phrase, more in zip(found, own, strict=True)
            ]
            self._ways[key] = tuple(found), tuple(weights)
        return self._ways[key]

    def _gaps_of(self, frame: str) -> frozenset[str]:
        if frame not in self._gaps_in:
            self._gaps_in[frame] = frozenset().union(*(phrase.gaps for phrase in self._frames[frame]))
        return self._gaps_in[frame]

    def telling(self, frames: Iterable[str]) -> Listening:
        """Build a recogniser for some frames, of their phrases whose fixed words are long enough."""
        return Listening({frame: self._frames[frame] for frame in frames}, self._least_anchor)

    def read(self, frame: str, text: str) -> Mapping[str, str] | None:
        """Extract the values of the gaps from a text made from a frame, or return None if it was not."""
        text = text.strip()
        # In plain letters, that the anchor is missing is seen far sooner than that the pattern does not fit.
        small = text.lower() if text.isascii() else ""
        for reader in self._read_by(frame):
            if (not small or reader.anchor in small) and (found := reader.pattern.fullmatch(text)):
                return _gaps_of(found)
        return None

    def read_within(self, frame: str, text: str) -> Mapping[str, str] | None:
        """Extract the gaps like `read`, from a text that contains something made from the frame."""
        for reader in self._read_by(frame):
            if found := reader.pattern.search(text.strip()):
                return _gaps_of(found)
        return None

    def _read_by(self, frame: str) -> tuple[_Reader, ...]:
        if frame not in self._readers:
            self._readers[frame] = tuple(_Reader(phrase, self._gaps) for phrase in self._frames[frame])
        return self._readers[frame]

    def _used(self, phrase: Phrase, said: str, avoid: str) -> bool:
        if not avoid:
            return False
        return said.lower() in avoid or (len(phrase.anchor) >= self._least_anchor and phrase.stands_in(avoid))


def _stand_in(pieces: Sequence[str], small: str) -> bool:
    """Return whether the pieces occur in a text in their order."""
    at = 0
    for piece in pieces:
        at = small.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return True


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _GAP.sub(lambda gap: _value(gap[1], values), text)


def _value(gap: str, values: Mapping[str, str]) -> str:
    """Return the value of a gap, with a capital letter if the gap's name has one."""
    value = values[gap.lower()]
    return capital(value) if gap[:1].isupper() else value


def read_frame(name: str, rows: Iterable[str | Mapping[str, Sequence[str]]]) -> tuple[Phrase, ...]:
    """Read the phrases of a frame: texts, and lists of texts under the voice that says them."""
    texts: list[tuple[str, str]] = []
    for row in rows:
        if isinstance(row, str):
            texts.append((row, ""))
        else:
            texts += [(text, voice) for voice, said in row.items() for text in said]
    begin = sum(map(ord, name))
    return tuple(_phrase(text, voice, begin + at) for at, (text, voice) in enumerate(texts))


class _Reader:
    """Reads texts made from a phrase: by its anchor, and by a pattern that is built when first needed."""

    def __init__(self, phrase: Phrase, gaps: Mapping[str, str]) -> None:
        self.anchor = phrase.anchor.strip(_ENDS)
        self._phrase, self._gaps = phrase, gaps

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Return the pattern of all texts that can be made from the phrase."""
        return _pattern(self._phrase, self._gaps)


def _gaps_of(found: re.Match[str]) -> dict[str, str]:
    return {gap: value for gap, value in found.groupdict().items() if not gap.endswith(_BEGINS)}


def _pattern(phrase: Phrase, gaps: Mapping[str, str]) -> re.Pattern[str]:
    parts: list[str] = []
    at, seen = 0, set[str]()
    text = phrase.text.rstrip(_ENDS)
    twice = {
        gap
        for gap, times in Counter(cut[0][1:-1].lower() for cut in _GAP.finditer(text)).items()
        if times > 1
    }
    for cut in _GAP.finditer(text):
        parts.append(re.escape(text[at : cut.start()]))
        gap = cut[0][1:-1].lower()
        value = gaps.get(gap, ".+?")
        begins = rf"(?=(?P<{gap}{_BEGINS}>\w+))" if gap in twice else ""
        again = rf"(?:(?P={gap})|(?P={gap}{_BEGINS}))"
        parts.append(again if gap in seen else rf"{begins}(?P<{gap}>{value})")
        seen.add(gap)
        at = cut.end()
    return re.compile(
        "".join([*parts, re.escape(text[at:]), f"[{re.escape(_ENDS)}]*"]), re.IGNORECASE | re.DOTALL
    )


def _phrase(text: str, voice: str, place: int) -> Phrase:
    pieces = _pieces(text)
    gaps = frozenset(gap.lower() for gap in _GAP.findall(text))
    return Phrase(text, voice, gaps, pieces, max(pieces, key=len, default=""), place)


def _pieces(text: str) -> tuple[str, ...]:
    """Return the fixed words of a phrase in lower case, in order."""
    return tuple(piece for piece in (cut.strip().lower() for cut in _CUT.split(text)) if piece.strip(_ENDS))
