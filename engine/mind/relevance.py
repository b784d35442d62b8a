"""Relevance: how much each memory of a stream has to do with what is asked, by its words and by its days.

What is said is understood from the talk it was said in. So a line counts by its own words, by the words of
the lines around it in the same talk, and by how much of what is asked for is found there at all; any other
memory stands alone, and its surroundings are itself.

It is the same on every machine: what processors round in their own way (logarithms) is rounded first, and
sums are of whole numbers, or added up one after the other, never in an order that a processor chooses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log1p

import numpy as np
from numpy.typing import NDArray

from engine.mind.index import Counts, Wheres

Floats = NDArray[np.float64]
Span = tuple[int, int]  # minutes, the last of which is no part of it

REACH = 3  # lines on either side that a line is understood from

_K1, _B = 1.2, 0.75
_FROM_NEIGHBOUR = 0.25
_STEPS = np.arange(-REACH, REACH + 1)[:, None]
_CLOSE = slice(
    REACH - 1, REACH + 3
)  # of the steps: what is asked for is found from two lines on to one line back
_OF_A_DAY = 1.5
_DIGITS = 9  # after the point: logarithms and powers differ in the sixteenth


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """From which to which memory those reach that are understood together with each; itself, for all but
    lines.
    """

    first: Wheres
    last: Wheres


def surroundings_of(answers: NDArray[np.bool_]) -> Surroundings:
    """Return what is around memories, of which some are lines that answer the one before."""
    at = np.arange(len(answers))
    begins = np.maximum.accumulate(np.where(answers, 0, at))
    goes_on = np.append(answers[1:], False)[: len(at)]
    ends = np.minimum.accumulate(np.where(goes_on, len(at), at)[::-1])[::-1]
    return Surroundings(np.maximum(begins, at - REACH), np.minimum(ends, at + REACH))


@dataclass(frozen=True, eq=False)
class Texts:
    """How long the texts of all memories are, in terms, and what is around each."""

    lengths: Floats
    around: Surroundings

    @cached_property
    def norm(self) -> Floats:
        """Return by how much a term counts less in each text for the text's length (BM25)."""
        return _norm(self.lengths)

    @cached_property
    def norm_around(self) -> Floats:
        """Return the same of all that is around each."""
        sums = np.concatenate(([0.0], np.cumsum(self.lengths)))  # of whole numbers: exact
        return _norm(sums[self.around.last + 1] - sums[self.around.first])

    @cached_property
    def answers(self) -> Floats:
        """Return 1 for each memory but the first that is a line which answers the one before it, else 0."""
        return (self.around.first < np.arange(len(self.lengths)))[1:].astype(np.float64)


def by_words(found: Sequence[tuple[Wheres, Counts]], texts: Texts) -> Floats:
    """Return what the memories have to do with a question, of which each term is in some of them: at most one
    for their own words (and a share of their neighbours'), for the words around them, and for how many of the
    terms are there, the rarer counting the more.
    """
    total = len(texts.lengths)
    if not found:
        return np.zeros(total)
    found = [term for term in found if 2 * len(term[0]) <= total] or found  # what most hold tells none apart
    at = np.concatenate([where for where, _ in found])  # one behind the other: weighed in one pass
    count = np.concatenate([counts for _, counts in found])
    held = [len(where) for where, _ in found]
    term = np.repeat(np.arange(len(held)), held)
    rarity = _rarity(held, total)
    own = _to_one(_added(at, _weighed(rarity[term], count, texts.norm[at]), total))
    there = _added(at, rarity[term], total)
    at, term, count, close = _around(at, term, count, texts.around, (len(held), total))
    rarity_around = _rarity(np.bincount(term, minlength=len(held)).tolist(), total)
    window = _to_one(_added(at, _weighed(rarity_around[term], count, texts.norm_around[at]), total))
    there += _added(at, rarity[term] * close, total)
    from_neighbours = np.zeros(total)
    from_neighbours[1:] = own[:-1] * texts.answers
    from_neighbours[:-1] += own[1:] * texts.answers
    return own + _FROM_NEIGHBOUR * from_neighbours + window + there / (2 * float(rarity.cumsum()[-1]))


def by_days(spans: Sequence[Span], minutes: Wheres, whens: Wheres) -> Floats:
    """Return what the memories have to do with the days that a question names: those made then, or that speak
    of then.
    """
    then = np.zeros(len(minutes), dtype=np.bool_)
    for start, end in spans:
        then |= ((minutes >= start) & (minutes < end)) | ((whens >= start) & (whens < end))
    return np.where(then, _OF_A_DAY, 0.0)


def exact(values: Floats) -> Floats:
    """Return numbers without the digits in which processors differ."""
    return np.round(values, _DIGITS)


def _around(
    at: Wheres, term: Wheres, count: Counts, around: Surroundings, size: tuple[int, int]
) -> tuple[Wheres, Wheres, Counts, Counts]:
    """Return around which memories terms are that are at some, which they are, and how often; and 1 where so
    near that they count as found there.
    """
    reached = at + _STEPS
    inside = (reached >= around.first[at]) & (reached <= around.last[at])
    key = term * size[1] + reached
    often = _added(key[inside], np.broadcast_to(count, key.shape)[inside], size[0] * size[1])
    close = np.zeros(len(often))
    close[key[_CLOSE][inside[_CLOSE]]] = 1.0
    held = np.flatnonzero(often)
    term, at = np.divmod(held, size[1])
    return at, term, often[held], close[held]


def _added(at: Wheres, values: Floats, total: int) -> Floats:
    """Return what the values at each memory add up to, one after the other."""
    return np.asarray(np.bincount(at, values, total), dtype=np.float64)


def _rarity(held: Sequence[int], total: int) -> Floats:
    """Return how rare terms are that so many of all memories hold (the idf of BM25)."""
    return np.array([round(log1p((total - each + 0.5) / (each + 0.5)), _DIGITS) for each in held])


def _weighed(rarity: Floats, count: Floats, norm: Floats) -> Floats:
    """Return the score of terms (BM25), by how rare they are and how often they stand in how long a text."""
    return np.asarray(rarity * count * (_K1 + 1) / (count + norm))


def _norm(lengths: Floats) -> Floats:
    return np.asarray(_K1 * (1 - _B + _B * lengths / max(lengths.mean(), 1.0)))


def _to_one(scores: Floats) -> Floats:
    most = scores.max()
    return np.asarray(scores / most) if most > 0 else scores
