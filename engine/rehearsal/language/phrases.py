"""Phrases: what can be said in several ways, some of them only in a certain voice.

A phrase is a text with gaps, `{other}`, which the speaker fills, and choices, `<soon>`, which the pack fills.
A phrase whose gaps cannot all be filled is not said. With every choice made, a phrase becomes one or more
wordings. The wordings of a frame are shared out among the people of a town, so that each has some that nobody
else is as likely to use.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product, zip_longest
from random import Random

from engine.rehearsal.language.text import capital

_GAP = re.compile(r"\{(\w+)\}")
_CHOICE = re.compile(r"<(\w+)>")
_CUT = re.compile(r"\{\w+\}|<\w+>")
_VOICED = 3.0  # how much rather somebody with a voice speaks in it
_OWN = 24.0
_SHARE_A_VOICE = 4  # of a town one in so many at most speak in the same voice
_CROWDED = 0.2  # how much less often each of many wordings of a phrase is said than the only one of another
_MOST_WORDINGS = 64  # of one phrase
_BEGINS = "_begins"  # marks the first word of a gap: who is named twice is named by that again
_ENDS = " .,!?:;—–…。，！？：；、“”\"'"


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way to say something.

    `voice` is the voice that says it so, or empty for any. `pieces` are its fixed words in lower case, in
    order, and `anchor` is the longest of them.
    """

    text: str
    voice: str
    gaps: frozenset[str]
    pieces: tuple[str, ...]
    anchor: str

    def stands_in(self, small: str) -> bool:
        """Return whether a lower-case text contains this phrase, whatever fills its gaps."""
        return self.anchor in small and _stand_in(self.pieces, small)


@dataclass(frozen=True, slots=True)
class Wording:
    """A phrase with every choice made, and its number among all wordings of its frame."""

    phrase: Phrase
    text: str
    pieces: tuple[str, ...]
    place: int

    @property
    def anchor(self) -> str:
        """Return the longest of its fixed pieces."""
        return max(self.pieces, key=len, default="")

    def stands_in(self, small: str) -> bool:
        """Return whether a lower-case text contains this wording, whatever fills its gaps."""
        return _stand_in(self.pieces, small)

    def lines_of(self, lines: str, said: str) -> int:
        """Count the lines in `lines` (lower case) with this wording, or with `said` if no word is fixed."""
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
    """A person's share of the wordings: `place` is the person's number among the `people` of the town."""

    place: int = 0
    people: int = 1

    def owns(self, wording: Wording) -> bool:
        """Return whether a wording is the person's own. Wordings in a voice are shared among fewer people."""
        among = self.people if not wording.phrase.voice else max(1, round(self.people / _SHARE_A_VOICE))
        return wording.place % among == self.place % among


class Listening:
    """Recognises frames in a text by their fixed words.

    Wordings are indexed by the first letters of their anchors, in several lengths, so that the time a search
    takes hardly depends on their number.
    """

    def __init__(self, frames: Mapping[str, Iterable[Wording]], least: int) -> None:
        self._lengths = (least, 2 * least, 4 * least)
        self._begin: dict[str, list[tuple[str, str, Wording]]] = {}
        for frame, wordings in frames.items():
            for wording in wordings:
                if len(anchor := wording.anchor) >= least:
                    begins = anchor[: max(length for length in self._lengths if length <= len(anchor))]
                    self._begin.setdefault(begins, []).append((anchor, frame, wording))
        self._first = frozenset(begins[:least] for begins in self._begin)

    def heard(self, small: str) -> Iterator[tuple[int, str]]:
        """Yield the position and the frame of each wording found in a lower-case text."""
        least, *_ = self._lengths
        for at in range(len(small) - least + 1):
            if small[at : at + least] in self._first:
                yield from self._heard_at(at, small)

    def _heard_at(self, at: int, small: str) -> Iterator[tuple[int, str]]:
        for begins in {small[at : at + length]: None for length in self._lengths}:
            for anchor, frame, wording in self._begin.get(begins, ()):
                if small.startswith(anchor, at) and wording.stands_in(small):
                    yield at, frame


NOBODY = Share()
_Ways = tuple[tuple[Wording, ...], tuple[float, ...]]


class Phrasebook:
    """All phrases of a language, by frame (what they say)."""

    def __init__(
        self,
        frames: Mapping[str, Sequence[Phrase]],
        choices: Mapping[str, Sequence[str]],
        least_anchor: int,
        gaps: Mapping[str, str],
    ) -> None:
        self._frames = frames
        self._choices = choices
        self._least_anchor = least_anchor
        self._gaps = gaps  # the patterns of gaps that are not filled with just anything
        self._beginning: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._readers: dict[str, tuple[_Reader, ...]] = {}
        self._wordings: dict[str, tuple[Wording, ...]] = {}
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

    def wordings(self, frame: str) -> tuple[Wording, ...]:
        """Return every phrase of a frame with every choice made."""
        if frame not in self._wordings:
            rows = [[(phrase, text) for text in self._chosen(phrase)] for phrase in self._frames[frame]]
            mixed = (each for row in zip_longest(*rows) for each in row if each is not None)
            begin = sum(map(ord, frame))
            self._wordings[frame] = tuple(
                Wording(phrase, text, _pieces(text), begin + at) for at, (phrase, text) in enumerate(mixed)
            )
        return self._wordings[frame]

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
            wording = usable[at]
            said = _filled(wording.text, values)
            if self._used(wording.phrase, said, avoid):
                rest = [n for n, other in enumerate(usable) if other.phrase is not wording.phrase]
                usable, weights = [usable[n] for n in rest], [weights[n] for n in rest]
                continue
            often_so = wording.lines_of(lately, said) if lately else 0
            if not often_so:
                return said
            again.append((often_so, said))
            del usable[at], weights[at]
        return min(again, key=lambda each: each[0])[1] if again else ""

    def _usable(self, frame: str, filled: frozenset[str], voices: frozenset[str], share: Share) -> _Ways:
        """Return the wordings whose gaps are all filled and whose voice fits, with their weights."""
        key = (frame, filled & self._gaps_of(frame), voices, share)
        if key not in self._ways:
            found = [
                wording for wording in self.wordings(frame)
                if wording.phrase.gaps <= filled
                and (not wording.phrase.voice or wording.phrase.voice in voices)
            ]  # fmt: skip
            often = Counter(wording.phrase.text for wording in found)
            weights = [
                (_VOICED if wording.phrase.voice else 1.0)
                * (_OWN if share.people > 1 and share.owns(wording) else 1.0)
                / often[wording.phrase.text] ** _CROWDED
                for wording in found
            ]
            self._ways[key] = tuple(found), tuple(weights)
        return self._ways[key]

    def _gaps_of(self, frame: str) -> frozenset[str]:
        if frame not in self._gaps_in:
            self._gaps_in[frame] = frozenset().union(*(phrase.gaps for phrase in self._frames[frame]))
        return self._gaps_in[frame]

    def telling(self, frames: Iterable[str]) -> Listening:
        """Build a recogniser for some frames, of their wordings whose fixed words are long enough."""
        return Listening({frame: self.wordings(frame) for frame in frames}, self._least_anchor)

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
            self._readers[frame] = tuple(
                _Reader(phrase, self._gaps, self._choices) for phrase in self._frames[frame]
            )
        return self._readers[frame]

    def _chosen(self, phrase: Phrase) -> Iterator[str]:
        """Yield the texts of a phrase with its choices made, evenly sampled if there are too many."""
        names = _CHOICE.findall(phrase.text)
        rows = [self._choices[name] for name in names]
        count = math.prod(map(len, rows))
        step = 1 if count <= _MOST_WORDINGS else count // _MOST_WORDINGS | 1
        for chosen in islice(product(*rows), 0, None, step):
            words = iter(chosen)
            yield _CHOICE.sub(lambda _: next(words), phrase.text)  # noqa: B023 - used at once

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


def read_frame(rows: Iterable[str | Mapping[str, Sequence[str]]]) -> tuple[Phrase, ...]:
    """Read the phrases of a frame: texts, and lists of texts under the voice that says them."""
    phrases: list[Phrase] = []
    for row in rows:
        if isinstance(row, str):
            phrases.append(_phrase(row, ""))
        else:
            phrases += [_phrase(text, voice) for voice, texts in row.items() for text in texts]
    return tuple(phrases)


class _Reader:
    """Reads texts made from a phrase: by its anchor, and by a pattern that is built when first needed."""

    def __init__(self, phrase: Phrase, gaps: Mapping[str, str], choices: Mapping[str, Sequence[str]]) -> None:
        self.anchor = phrase.anchor.strip(_ENDS)
        self._phrase, self._gaps, self._choices = phrase, gaps, choices

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Return the pattern of all texts that can be made from the phrase."""
        return _pattern(self._phrase, self._gaps, self._choices)


def _gaps_of(found: re.Match[str]) -> dict[str, str]:
    return {gap: value for gap, value in found.groupdict().items() if not gap.endswith(_BEGINS)}


def _pattern(
    phrase: Phrase, gaps: Mapping[str, str], choices: Mapping[str, Sequence[str]]
) -> re.Pattern[str]:
    parts: list[str] = []
    at, seen = 0, set[str]()
    text = phrase.text.rstrip(_ENDS)
    twice = {
        gap
        for gap, times in Counter(cut[0][1:-1].lower() for cut in _CUT.finditer(text)).items()
        if times > 1
    }
    for cut in _CUT.finditer(text):
        parts.append(re.escape(text[at : cut.start()]))
        gap = cut[0][1:-1].lower()
        if cut[0].startswith("<"):
            parts.append(f"(?:{'|'.join(map(_choice, choices[cut[0][1:-1]]))})")
        else:
            value = gaps.get(gap, ".+?")
            begins = rf"(?=(?P<{gap}{_BEGINS}>\w+))" if gap in twice else ""
            again = rf"(?:(?P={gap})|(?P={gap}{_BEGINS}))"
            parts.append(again if gap in seen else rf"{begins}(?P<{gap}>{value})")
            seen.add(gap)
        at = cut.end()
    return re.compile(
        "".join([*parts, re.escape(text[at:]), f"[{re.escape(_ENDS)}]*"]), re.IGNORECASE | re.DOTALL
    )


def _choice(text: str) -> str:
    """Return the pattern of a choice, with anything in its gaps: `this {weekday}`."""
    return ".+?".join(re.escape(fixed) for fixed in re.split(r"\{\w+\}", text))


def _phrase(text: str, voice: str) -> Phrase:
    pieces = _pieces(text)
    gaps = frozenset(gap.lower() for gap in _GAP.findall(text))
    return Phrase(text, voice, gaps, pieces, max(pieces, key=len, default=""))


def _pieces(text: str) -> tuple[str, ...]:
    """Return the fixed words of a phrase in lower case, in order."""
    return tuple(piece for piece in (cut.strip().lower() for cut in _CUT.split(text)) if piece.strip(_ENDS))
