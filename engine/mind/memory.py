"""The memory stream and its scoring: recency, importance and relevance (paper, section 4.1).

    score = w_r * recency + w_i * importance + w_v * relevance

Each part is min-max normalised over the candidates before it is weighted. Recency is decay ** hours since the
memory was last recalled (or made). Relevance is how well a memory's words, those of the talk around it, and
its days match the query (`engine.mind.relevance`). With vectors it is that plus half of the cosine, or the
cosine alone for the paper's own formula. A relevance that combines several parts is normalised again:
otherwise its values would stay well below 1 and recency would decide.

BM25 statistics are those of the one stream, never of the town: an agent's recall may depend on nothing but
its mind.

Vectors are stored as whole numbers, as precise as 32-bit floats and small enough that every sum of a cosine
is exact in 64 bits. The order in which a processor adds makes no difference, so a day is the same on every
machine.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.clock import day_of, minute_at
from engine.language.lexicon import Lexicon
from engine.mind.index import Index
from engine.mind.past import KINDS, Memories, MindDay, Past, Touches, day_of_memories
from engine.mind.relevance import REACH, Floats, Span, Surroundings, Texts, by_days, by_words, exact
from engine.records import Memory, MemoryKind, Recalled
from engine.settings import Weights

Vector = NDArray[np.float32]
RelevanceBy = Literal["words", "vectors", "both"]

_COSINE = 0.5  # of what the words count
_HOUR = 60.0
_MINUTES = 2**18  # half a year
_WHOLE = 2**24  # a unit vector, so scaled and rounded: whole numbers that are exact, as are their products
_ROWS = 1_024  # whose cosines are made at once: a copy of more would leave the cache


class MemoryStream:
    """All memories of one agent in the order they were made, in arrays so that scoring takes one pass."""

    def __init__(self, lexicon: Lexicon, *, forgetting: float = 0.0) -> None:
        self.lexicon = lexicon
        self._forgetting = forgetting
        self._memories = Memories()
        self._place: dict[int, int] = {}
        self._importance = array("d")
        self._touched = array("d")
        self._recalls = array("d")
        self._length = array("d")
        self._first = array("q")  # of the memories that are understood together with each
        self._last = array("q")
        self._texts: Texts | None = None  # put together of these when something is asked
        self._minute = array("q")
        self._when = array("q")
        self._hidden = array("b")
        self._kind = array("b")
        self._index = Index()
        self._touches: dict[int, dict[int, tuple[int, int]]] = {}  # by day, of days not handed out yet
        self._vectors: Vector | None = None
        self._embedder = ""
        self._lacking: list[int] = []

    def __len__(self) -> int:
        return len(self._memories)

    def __contains__(self, memory_id: int) -> bool:
        return memory_id in self._place

    @property
    def memories(self) -> Sequence[Memory]:
        """Return every memory, oldest first."""
        return self._memories

    def of_kind(self, kind: MemoryKind) -> list[Memory]:
        """Return every memory of a kind, oldest first."""
        where = np.flatnonzero(np.frombuffer(self._kind, dtype=np.int8) == KINDS.index(kind))
        return [self._memories[at] for at in where.tolist()]

    def since(self, minute: int) -> Sequence[Memory]:
        """Return the memories made at `minute` or later, oldest first."""
        return self._memories[bisect_left(self._memories, minute, key=lambda memory: memory.minute) :]

    def due(self, first: int, last: int) -> list[Memory]:
        """Return the memories that refer to a minute from `first` until before `last`, oldest first."""
        when = np.frombuffer(self._when, dtype=np.int64)
        shown = np.frombuffer(self._hidden, dtype=np.int8) == 0
        return [self._memories[at] for at in np.flatnonzero(shown & (first <= when) & (when < last)).tolist()]

    def get(self, memory_id: int) -> Memory:
        """Return the memory with an id. Raises KeyError if it is not in this stream."""
        return self._memories[self._place[memory_id]]

    def add(self, memory: Memory, vector: Vector | None = None, *, follows: bool = False) -> None:
        """Append a memory.

        `follows` says that it is a line answering the memory before it in the same talk.
        """
        index = len(self._memories)
        self._memories.append(memory)
        self._place[memory.id] = index
        self._importance.append(memory.importance)
        self._touched.append(memory.minute)
        self._recalls.append(0.0)
        self._minute.append(memory.minute)
        self._when.append(-1 if memory.when is None else memory.when)
        self._surround(index, follows)
        self._hidden.append(False)
        self._kind.append(KINDS.index(memory.kind))
        terms = self.lexicon.terms(memory.text)
        self._length.append(float(terms.total()))
        self._index.add(terms)
        if vector is not None:
            self._add_vector(index, vector)
        else:
            self._lacking.append(index)

    def begin_with(self, past: Past) -> None:
        """Load the memories of the past into this stream. Raises ValueError if it already has memories."""
        if self._memories:
            raise ValueError("this memory holds something already")
        self._memories = Memories(past)
        self._place = dict(zip(past.ids.tolist(), range(len(past)), strict=True))
        around = past.surroundings()
        for column, values in (
            (self._importance, past.importance.astype(np.float64)),
            (self._touched, past.touched.astype(np.float64)),
            (self._recalls, past.recalls.astype(np.float64)),
            (self._length, past.lengths()),
            (self._first, around.first),
            (self._last, around.last),
            (self._minute, past.minutes()),
            (self._when, past.whens()),
            (self._hidden, np.zeros(len(past), dtype=np.int8)),
            (self._kind, past.kinds),
        ):
            column.frombytes(values.tobytes())
        self._index = Index(past.terms)
        self._lacking = list(range(len(past)))

    def hand_out(self, day: int, reflected: int) -> MindDay:
        """Return the record of a day that is over: the memories made on it, and its recalls.

        `reflected` is the id of the day's last recall for a reflection, or 0.
        """
        low, high = (
            bisect_left(self._memories, minute_at(each, 0), key=lambda memory: memory.minute)
            for each in (day, day + 1)
        )
        touches = sorted(self._touches.pop(day, {}).items())
        left = day_of_memories(
            self._memories[low:high],
            self._index.between(low, high),
            Touches(
                memories=np.array([memory for memory, _ in touches], dtype=np.int64),
                minutes=np.array([minute for _, (minute, _) in touches], dtype=np.int64),
                times=np.array([times for _, (_, times) in touches], dtype=np.int64),
            ),
            reflected,
        )
        self._memories.let_go(left, low)
        return left

    def lacking(self, embedder: str) -> list[str]:
        """Return the texts of the memories that have no vector of the model `embedder` yet.

        A stream holds the vectors of one model only: those of another model are dropped.
        """
        if embedder != self._embedder:
            self._embedder, self._vectors = embedder, None
            self._lacking = list(range(len(self._memories)))
        return [self._memories[index].text for index in self._lacking]

    def place(self, vectors: Mapping[str, Vector]) -> None:
        """Store the vectors, given by text, of the memories that lack one.

        Raises ValueError for a vector whose length differs from that of the vectors already stored.
        """
        left = []
        for index in self._lacking:
            vector = vectors.get(self._memories[index].text)
            if vector is None:
                left.append(index)
            else:
                self._add_vector(index, vector)
        self._lacking = left

    def touch(self, memory_ids: Iterable[int], minute: int, times: int = 1) -> None:
        """Record `times` recalls of each memory: from now on its recency counts from `minute`."""
        today = self._touches.setdefault(day_of(minute), {})
        for memory_id in memory_ids:
            index = self._place[memory_id]
            self._touched[index] = max(self._touched[index], minute)
            self._recalls[index] += times
            last, often = today.get(memory_id, (0, 0))
            today[memory_id] = max(last, minute), often + times

    def shows(self, memory_id: int) -> bool:
        """Return whether a memory is shown, that is, not retracted."""
        return not self._hidden[self._place[memory_id]]

    def hide(self, memory_id: int, *, hidden: bool = True) -> None:
        """Hide a memory: it stays in the stream but is not recalled. With `hidden` false, show it again."""
        self._hidden[self._place[memory_id]] = hidden

    def recall(
        self,
        query: str,
        *,
        now: int,
        weights: Weights,
        decay: float,
        count: int,
        newest: int = 0,
        vector: Vector | None = None,
        by: RelevanceBy = "both",
        kinds: Iterable[MemoryKind] | None = None,
        before: int | None = None,
        days: Sequence[Span] = (),
    ) -> list[Recalled]:
        """Return the `count` memories that score highest for a query, best first, then the `newest` ones.

        The `newest` leave out those already returned. `kinds` and `before` (an id) limit the candidates.
        `days` are the spans of time that the query names.
        """
        shown = self._shown(kinds, before)
        if not len(shown):
            return []
        recency = weights.recency * _min_max(self._recency(now, decay)[shown])
        importance = weights.importance * _min_max(np.frombuffer(self._importance)[shown])
        relevance = self._relevance(query, vector, by, days, shown)
        if self._forgetting:
            relevance = relevance * self._strength(now)[shown]
        relevance = weights.relevance * relevance
        score = recency + importance + relevance
        best = _top(score, count)
        chosen = set(best)
        late = [i for i in range(len(shown) - 1, max(-1, len(shown) - 1 - newest), -1) if i not in chosen]
        picked = np.array([*best, *late], dtype=np.intp)
        parts = (part[picked].tolist() for part in (score, recency, importance, relevance))
        return [
            Recalled(
                memory=self._memories[at].id,
                score=round(whole, 6),
                recency=round(recent, 6),
                importance=round(important, 6),
                relevance=round(relevant, 6),
            )
            for at, whole, recent, important, relevant in zip(shown[picked].tolist(), *parts, strict=True)
        ]

    def _shown(self, kinds: Iterable[MemoryKind] | None, before: int | None) -> NDArray[np.intp]:
        """Return the positions of the memories that may be recalled."""
        shown = np.frombuffer(self._hidden, dtype=np.int8) == 0
        if before is not None:
            shown[bisect_left(self._memories, before, key=lambda memory: memory.id) :] = False
        if kinds is not None:
            wanted = [KINDS.index(kind) for kind in kinds]
            shown &= np.isin(np.frombuffer(self._kind, dtype=np.int8), wanted)
        return np.flatnonzero(shown)

    def _recency(self, now: int, decay: float) -> Floats:
        past = now - np.frombuffer(self._touched)
        if past.min() < 0 or past.max() >= _MINUTES:  # before a memory was last recalled, or years after it
            return exact(np.power(decay, past / _HOUR))
        # Minutes are whole, and far fewer than memories times recalls: each power is worked out once.
        return _powers(decay, int(past.max()).bit_length())[past.astype(np.intp)]

    def _strength(self, now: int) -> Floats:
        """Return the strength of each memory, from 0 to 1.

        It fades with the days since the last recall, the more slowly the more often the memory was recalled.
        """
        days = (now - np.frombuffer(self._touched)) / (24 * _HOUR)
        return exact(np.exp(-self._forgetting * days / (1.0 + np.frombuffer(self._recalls))))

    def _relevance(
        self,
        query: str,
        vector: Vector | None,
        by: RelevanceBy,
        days: Sequence[Span],
        shown: NDArray[np.intp],
    ) -> Floats:
        cosine = self._cosine(vector) if vector is not None and by != "words" else None
        if cosine is not None and by == "vectors":
            return _min_max(cosine[shown])
        words = self._by_words(query)
        if days:
            words = words + by_days(
                days, *(np.frombuffer(each, np.int64) for each in (self._minute, self._when))
            )
        words = _min_max(words[shown])
        return words if cosine is None else _min_max(words + _COSINE * _min_max(cosine[shown]))

    def _by_words(self, query: str) -> Floats:
        asked = map(self._index.find, self.lexicon.asked(query))
        found = [posting for posting in asked if posting is not None]
        if self._texts is None or len(self._texts.lengths) < len(self._memories):
            first, last = (np.array(column) for column in (self._first, self._last))
            self._texts = Texts(np.array(self._length), Surroundings(first, last))
        return by_words(found, self._texts)

    def _surround(self, index: int, follows: bool) -> None:
        """Record the memories around a newly added one, and add it to the surroundings of those before it."""
        first = max(self._first[-1], index - REACH) if follows else index
        self._first.append(first)
        self._last.append(index)
        for before in range(first, index):
            self._last[before] = index

    def _cosine(self, vector: Vector) -> Floats | None:
        """Return the scaled cosine of each memory with a vector (0 without one), or None if all lack one."""
        if self._vectors is None:
            return None
        near = np.zeros(len(self._memories))
        held = self._vectors[: len(near)]
        sought = _whole(vector).astype(np.float64)
        for start in range(0, len(held), _ROWS):
            rows = held[start : start + _ROWS]
            near[start : start + len(rows)] = rows.astype(np.float64) @ sought
        return near

    def _add_vector(self, index: int, vector: Vector) -> None:
        if self._vectors is None:
            self._vectors = np.zeros((max(256, index + 1), len(vector)), dtype=np.float32)
        elif index >= len(self._vectors):
            room = np.zeros((max(index + 1, 2 * len(self._vectors)), len(vector)), dtype=np.float32)
            room[: len(self._vectors)] = self._vectors
            self._vectors = room
        self._vectors[index] = _whole(vector)


@lru_cache(maxsize=32)
def _powers(decay: float, bits: int) -> Floats:
    """Return decay ** hours for every minute from 0 until before 2 ** `bits`."""
    powers = exact(np.power(decay, np.arange(2**bits) / _HOUR))
    powers.setflags(write=False)
    return powers


def _whole(vector: Vector) -> Vector:
    return (vector * np.float32(_WHOLE)).round()


def _min_max(values: Floats) -> Floats:
    """Scale values to 0..1. Return zeros if all are equal, since they then distinguish nothing."""
    low, high = np.minimum.reduce(values), np.maximum.reduce(values)
    return (values - low) / (high - low) if high > low else np.zeros(len(values))


def _top(score: Floats, count: int) -> list[int]:
    """Return the positions of the `count` highest scores, highest first; of equal scores the newer first."""
    if count <= 0:
        return []
    if count < len(score):
        # Keep every position that ties with the last one that fits, so that the cut is decided by age.
        edge = np.partition(score, len(score) - count)[len(score) - count]
        kept = np.flatnonzero(score >= edge)
    else:
        kept = np.arange(len(score))
    order = np.lexsort((-kept, -score[kept]))
    found: list[int] = kept[order][:count].tolist()
    return found
