"""The index of a memory stream: which memories have which terms, and how often."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Wheres = NDArray[np.int64]
Counts = NDArray[np.float64]
Small = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The index terms of several texts, one text after the other.

    `many` is the number of distinct terms of each text. `numbers` and `counts` give for each of these terms
    its position in `words` and how often it occurs in the text.
    """

    words: Sequence[str]
    many: Small
    numbers: Small
    counts: Small


class Index:
    """An index that finds the memories of a stream by the terms in them.

    The terms it begins with are loaded at the first lookup or addition, and sorted by term at the first
    lookup: most minds that are loaded are not queried for hours.
    """

    def __init__(self, begins: Sequence[Terms] = ()) -> None:
        self._begins = begins
        self._begins_with = 0
        self._numbers: dict[str, int] = {}
        self._many = array("i")
        self._terms = array("i")
        self._counts = array("i")
        self._added: dict[int, tuple[array[int], array[float]]] = {}
        self._sorted: tuple[Wheres, Wheres, Counts] | None = None

    def add(self, terms: Mapping[str, int]) -> None:
        """Append the terms of one memory, with how often each occurs."""
        self._begin()
        index = len(self._many)
        self._many.append(len(terms))
        numbers = [self._numbers.setdefault(term, len(self._numbers)) for term in terms]
        self._terms.extend(numbers)
        self._counts.extend(terms.values())
        for number, count in zip(numbers, terms.values(), strict=True):
            added = self._added.get(number)
            if added is None:
                added = self._added[number] = (array("q"), array("d"))
            added[0].append(index)
            added[1].append(count)

    def find(self, term: str) -> tuple[Wheres, Counts] | None:
        """Find the memories with a term: their indices, ascending, and its counts; None if there are none."""
        self._begin()
        number = self._numbers.get(term)
        if number is None:
            return None
        where, counts = self._begun(number)
        added = self._added.get(number)
        if added is None:
            return where, counts
        later = np.frombuffer(added[0], dtype=np.int64), np.frombuffer(added[1])
        return (
            (np.concatenate((where, later[0])), np.concatenate((counts, later[1]))) if len(where) else later
        )

    def between(self, start: int, end: int) -> Terms:
        """Return the terms of the memories from index `start` until before `end`, with `words` sorted."""
        self._begin()
        many = np.frombuffer(self._many, dtype=np.int32)
        low, high = int(many[:start].sum()), int(many[:end].sum())
        used, numbers = np.unique(np.frombuffer(self._terms, dtype=np.int32)[low:high], return_inverse=True)
        names = list(self._numbers)
        words = [names[number] for number in used]
        order = sorted(range(len(words)), key=words.__getitem__)
        rank = np.empty(len(words), dtype=np.int32)
        rank[order] = np.arange(len(words), dtype=np.int32)
        return Terms(
            words=[words[at] for at in order],
            many=many[start:end].copy(),
            numbers=rank[numbers.reshape(-1)],
            counts=np.frombuffer(self._counts, dtype=np.int32)[low:high].copy(),
        )

    def _begin(self) -> None:
        if not self._begins:
            return
        for terms in self._begins:
            self._take_in(terms)
        self._begins, self._begins_with = (), len(self._many)

    def _take_in(self, terms: Terms) -> None:
        numbers = self._numbers
        own = np.array([numbers.setdefault(word, len(numbers)) for word in terms.words], dtype=np.int32)
        self._many.frombytes(terms.many.tobytes())
        self._terms.frombytes(own[terms.numbers].tobytes())
        self._counts.frombytes(terms.counts.tobytes())

    def _begun(self, number: int) -> tuple[Wheres, Counts]:
        """Return the indices and counts of a term among the memories that the index began with."""
        if self._sorted is None:
            self._sorted = self._by_term()
        starts, where, counts = self._sorted
        if number + 1 >= len(starts):
            return where[:0], counts[:0]
        part = slice(starts[number], starts[number + 1])
        return where[part], counts[part]

    def _by_term(self) -> tuple[Wheres, Wheres, Counts]:
        many = np.frombuffer(self._many, dtype=np.int32)[: self._begins_with]
        terms = np.frombuffer(self._terms, dtype=np.int32)[: int(many.sum())]
        order = np.argsort(terms, kind="stable")
        starts = np.concatenate(([0], np.cumsum(np.bincount(terms, minlength=1))))
        where = np.repeat(np.arange(len(many), dtype=np.int64), many)[order]
        counts = np.frombuffer(self._counts, dtype=np.int32)[: len(terms)][order].astype(np.float64)
        return starts, where, counts
