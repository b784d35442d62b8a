"""Thoughts: conclusions being formed, and how they compare with those already held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import words_of

ALIKE = 0.8
LEAST_EVIDENCE = 2


@dataclass(frozen=True, slots=True)
class Thought:
    """A conclusion being formed: its `frame` and what it is `about`, and the numbers of what bears it out."""

    frame: str
    about: str
    text: str
    because: tuple[int, ...]
    importance: int


def chosen(thoughts: Iterable[Thought], held: Sequence[str], most: int, pack: Pack) -> list[Thought]:
    """Pick the first `most` thoughts that rest on two or more memories and are not held already.

    No two of them are of one frame, or rest on the same memory.
    """
    known = {key for text in held for key in _keys(text, pack)}
    gists = [frozenset(words_of(text)) for text in held]
    kept: list[Thought] = []
    used: set[int] = set()
    for thought in thoughts:
        if len(kept) == most:
            break
        gist = frozenset(words_of(thought.text))
        keys = {(thought.frame, thought.about), *_keys(thought.text, pack)}
        alike = thought.frame not in BY_PAIR and any(_alike(gist, other) for other in gists)
        old = alike or not keys.isdisjoint(known)
        fresh = used.isdisjoint(thought.because) and thought.frame not in {each.frame for each in kept}
        if len(thought.because) >= LEAST_EVIDENCE and fresh and not old:
            kept.append(thought)
            used.update(thought.because)
            gists.append(gist)
            known |= keys
    return kept


def frames_of(held: Iterable[str], pack: Pack) -> frozenset[str]:
    """Return the frames that conclusions were made from."""
    return frozenset(frame for text in held for frame, _ in _keys(text, pack))


@lru_cache(maxsize=8_192)
def read_insight(text: str, pack: Pack, frames: tuple[str, ...]) -> tuple[str, Mapping[str, str]] | None:
    """Return the first of the frames that a conclusion was made from, with its values, or None."""
    for frame in frames:
        if found := pack.phrases.read(frame, text):
            return frame, found
    return None


ABOUT = ("other", "topic", "place", "occasion", "a", "b", "who", "what", "one")
UNSAID = ("insight_unsaid", "insight_unsaid_view", "insight_unsaid_today", "insight_unsaid_today_view")
BY_PAIR = ("insight_together", "insight_two_candidates")  # what is thought of two, not of the first
BY_PERSON = ("insight_missed",)  # what is thought of each guest, not of the occasion
_FRAMES = "insight_", "deep_"


@lru_cache(maxsize=8_192)
def _keys(text: str, pack: Pack) -> tuple[tuple[str, str], ...]:
    keys = []
    for frame in pack.phrases.beginning(*_FRAMES):
        if found := pack.phrases.read(frame, text):
            gaps = ("who",) if frame in BY_PERSON else ABOUT
            if frame in UNSAID:
                keys.append(("unsaid", found["what"]))  # in one long talk, or in several
            pair = f"{found.get('a')} {found.get('b')}" if frame in BY_PAIR else ""
            keys.append((frame, pair or next((found[gap] for gap in gaps if gap in found), "")))
    return tuple(keys)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and len(one & other) >= ALIKE * len(one | other)
