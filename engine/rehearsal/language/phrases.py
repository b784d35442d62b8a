"""Phrases: what can be said in one way or another, some of it only in a certain voice.

A phrase is a text with gaps, `{other}`, which the speaker fills, and choices, `<soon>`, which the pack fills.
One whose gaps cannot all be filled is not said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from engine.rehearsal.language.text import capital

_GAP = re.compile(r"\{(\w+)\}")
_CHOICE = re.compile(r"<(\w+)>")
_CUT = re.compile(r"\{\w+\}|<\w+>")
_VOICED = 2.0  # how much rather somebody with a voice speaks in it
_ENDS = " .,!?:;—–…。，！？：；、“”\"'"


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way to say something. `voice` is who says it so: nobody in particular when empty. `pieces` are its
    fixed words in small letters, in order, and `anchor` is the longest of them.
    """

    text: str
    voice: str
    gaps: frozenset[str]
    pieces: tuple[str, ...]
    anchor: str

    def stands_in(self, small: str) -> bool:
        """Return whether a text in small letters contains this phrase, whatever fills its gaps."""
        if self.anchor not in small:
            return False
        at = 0
        for piece in self.pieces:
            at = small.find(piece, at)
            if at < 0:
                return False
            at += len(piece)
        return True


class Phrasebook:
    """All phrases of a language, by what they say (their frame)."""

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
        self._readers: dict[str, tuple[_Reader, ...]] = {}

    @property
    def frames(self) -> tuple[str, ...]:
        """Return the names of all frames."""
        return tuple(self._frames)

    def of(self, frame: str) -> Sequence[Phrase]:
        """Return every phrase of a frame."""
        return self._frames[frame]

    def say(self, draw: Random, frame: str, /, voices: frozenset[str] = frozenset(), **values: str) -> str:
        """Return a drawn phrase with its gaps filled; empty when none of the frame can be filled."""
        return self.fresh(draw, frame, "", voices, **values)

    def fresh(
        self, draw: Random, frame: str, avoid: str, /, voices: frozenset[str] = frozenset(), **values: str
    ) -> str:
        """As `say`, but one whose fixed words do not stand in `avoid`; empty when all have been used up."""
        filled = {gap for gap, value in values.items() if value}
        usable = [
            phrase for phrase in self._frames[frame]
            if phrase.gaps <= filled and (not phrase.voice or phrase.voice in voices)
        ]  # fmt: skip
        while usable:
            weights = [_VOICED if phrase.voice else 1.0 for phrase in usable]
            phrase = draw.choices(usable, weights)[0]
            said = self._filled(phrase.text, draw, values)
            if not self._used(phrase, said, avoid):
                return said
            usable.remove(phrase)
        return ""

    def telling(self, frame: str) -> tuple[Phrase, ...]:
        """Return the phrases of a frame whose fixed words are long enough to know them by."""
        return tuple(p for p in self._frames[frame] if len(p.anchor) >= self._least_anchor)

    def read(self, frame: str, text: str) -> Mapping[str, str] | None:
        """Return what stood in the gaps of a text that was made from a frame; None when it was not."""
        text = text.strip()
        # In plain letters, that the anchor is missing is seen far sooner than that the pattern does not fit.
        small = text.lower() if text.isascii() else ""
        for reader in self._read_by(frame):
            if (not small or reader.anchor in small) and (found := reader.pattern.fullmatch(text)):
                return found.groupdict()
        return None

    def read_within(self, frame: str, text: str) -> Mapping[str, str] | None:
        """As `read`, for a text that only begins or ends with what was made from the frame."""
        for reader in self._read_by(frame):
            if found := reader.pattern.search(text.strip()):
                return found.groupdict()
        return None

    def _read_by(self, frame: str) -> tuple[_Reader, ...]:
        if frame not in self._readers:
            self._readers[frame] = tuple(_Reader(phrase, self._gaps) for phrase in self._frames[frame])
        return self._readers[frame]

    def _filled(self, text: str, draw: Random, values: Mapping[str, str]) -> str:
        while found := _CHOICE.search(text):
            chosen = draw.choice(self._choices[found[1]])
            text = text[: found.start()] + chosen + text[found.end() :]
        return _GAP.sub(lambda gap: _value(gap[1], values), text)

    def _used(self, phrase: Phrase, said: str, avoid: str) -> bool:
        if not avoid:
            return False
        return said.lower() in avoid or (len(phrase.anchor) >= self._least_anchor and phrase.stands_in(avoid))


def _value(gap: str, values: Mapping[str, str]) -> str:
    """Return what fills a gap; one with a capital letter is filled with one."""
    value = values[gap.lower()]
    return capital(value) if gap[:1].isupper() else value


def read_frame(rows: Iterable[str | Mapping[str, Sequence[str]]]) -> tuple[Phrase, ...]:
    """Return the phrases of a frame: texts, and lists of texts under the voice that says them."""
    phrases: list[Phrase] = []
    for row in rows:
        if isinstance(row, str):
            phrases.append(_phrase(row, ""))
        else:
            phrases += [_phrase(text, voice) for voice, texts in row.items() for text in texts]
    return tuple(phrases)


class _Reader:
    """Reads what was made from a phrase: what stands in all of it, and its pattern, made when it is first
    needed.
    """

    def __init__(self, phrase: Phrase, gaps: Mapping[str, str]) -> None:
        self.anchor = phrase.anchor.strip(_ENDS)
        self._phrase, self._gaps = phrase, gaps

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Return the pattern of all that can be made from the phrase."""
        return _pattern(self._phrase, self._gaps)


def _pattern(phrase: Phrase, gaps: Mapping[str, str]) -> re.Pattern[str]:
    parts: list[str] = []
    at, seen = 0, set[str]()
    text = phrase.text.rstrip(_ENDS)
    for cut in _CUT.finditer(text):
        parts.append(re.escape(text[at : cut.start()]))
        gap = cut[0][1:-1].lower()
        if cut[0].startswith("<"):
            parts.append(".{0,60}?")
        else:
            value = gaps.get(gap, ".+?")
            parts.append(f"(?P={gap})" if gap in seen else rf"(?P<{gap}>{value})")
            seen.add(gap)
        at = cut.end()
    return re.compile(
        "".join([*parts, re.escape(text[at:]), f"[{re.escape(_ENDS)}]*"]), re.IGNORECASE | re.DOTALL
    )


def _phrase(text: str, voice: str) -> Phrase:
    pieces = tuple(piece for piece in (cut.strip().lower() for cut in _CUT.split(text)) if piece.strip(_ENDS))
    gaps = frozenset(gap.lower() for gap in _GAP.findall(text))
    return Phrase(text, voice, gaps, pieces, max(pieces, key=len, default=""))
