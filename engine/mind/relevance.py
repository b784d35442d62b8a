"""Relevance: how well each memory of a stream matches a query, by its words and by its days.

A line is understood from the talk it is part of. So it scores by its own words, by the words of the lines
around it in the same talk, and by how many of the query's terms are found there at all. Any other memory
stands alone: its surroundings are itself.

The scores are the same on every machine. Values that processors round differently (logarithms) are rounded
first, and sums are of whole numbers, or added one after the other, never in an order that a processor
chooses.
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
    """The indices of the first and last memory understood together with each; itself for all but lines."""

    first: Wheres
    last: Wheres


def surroundings_of(answers: NDArray[np.bool_]) -> Surroundings:
    """Find the surroundings of memories. `answers` marks the lines that answer the memory before them."""
    at = np.arange(len(answers))
    begins = np.maximum.accumulate(np.where(answers, 0, at))
    goes_on = np.append(answers[1:], False)[: len(at)]
    ends = np.minimum.accumulate(np.where(goes_on, len(at), at)[::-1])[::-1]
    return Surroundings(np.maximum(begins, at - REACH), np.minimum(ends, at + REACH))


@dataclass(frozen=True, eq=False)
class Texts:
    """The length of each memory's text, in terms, and the memory's surroundings."""

    lengths: Floats
    around: Surroundings

    @cached_property
    def norm(self) -> Floats:
        """Return the BM25 length normalisation of each text."""
        return _norm(self.lengths)

    @cached_property
    def norm_around(self) -> Floats:
        """Return the BM25 length normalisation of each memory's surroundings as one text."""
        sums = np.concatenate(([0.0], np.cumsum(self.lengths)))  # of whole numbers: exact
        return _norm(sums[self.around.last + 1] - sums[self.around.first])

    @cached_property
    def answers(self) -> Floats:
        """Return, for all memories but the first, 1 if it is a line answering the one before it, else 0."""
        return (self.around.first < np.arange(len(self.lengths)))[1:].astype(np.float64)


def by_words(found: Sequence[tuple[Wheres, Counts]], texts: Texts) -> Floats:
    """Score the memories for a query. `found` has for each of its terms the memories with it, and the counts.

    A memory gets at most 1 for its own words (and a share of its neighbours' scores), 1 for the words around
    it, and 1 for how many of the terms are there, weighted by their rarity.
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
    """Score 1.5 for each memory that was made in, or refers to, one of the `spans` of minutes, else 0."""
    then = np.zeros(len(minutes), dtype=np.bool_)
    for start, end in spans:
        then |= ((minutes >= start) & (minutes < end)) | ((whens >= start) & (whens < end))
    return np.where(then, _OF_A_DAY, 0.0)


def exact(values: Floats) -> Floats:
    """Round numbers to the digits that are the same on every processor."""
    return np.round(values, _DIGITS)


def _around(
    at: Wheres, term: Wheres, count: Counts, around: Surroundings, size: tuple[int, int]
) -> tuple[Wheres, Wheres, Counts, Counts]:
    """Spread the occurrences of terms to the memories around them.

    Return four arrays: the memory, the term and its count around the memory, and 1 where an occurrence is
    near enough to count as found there, else 0.
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
    """Sum the values that share an index `at`, one after the other, into an array of length `total`."""
    return np.asarray(np.bincount(at, values, total), dtype=np.float64)


def _rarity(held: Sequence[int], total: int) -> Floats:
    """Return the rarity (BM25 idf) of terms, each contained in `held` of the `total` memories."""
    return np.array([round(log1p((total - each + 0.5) / (each + 0.5)), _DIGITS) for each in held])


def _weighed(rarity: Floats, count: Floats, norm: Floats) -> Floats:
    """Return the BM25 scores of terms from their rarity, their count and the text's length normalisation."""
    return np.asarray(rarity * count * (_K1 + 1) / (count + norm))


def _norm(lengths: Floats) -> Floats:
    return np.asarray(_K1 * (1 - _B + _B * lengths / max(lengths.mean(), 1.0)))


def _to_one(scores: Floats) -> Floats:
    most = scores.max()
    return np.asarray(scores / most) if most > 0 else scores
