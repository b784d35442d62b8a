"""The past of a mind: its earlier days, stored in columns.

Thousands of memories load at once; each `Memory` object is built only when it is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from engine.clock import minute_at
from engine.mind.index import Terms
from engine.mind.relevance import Surroundings, surroundings_of
from engine.records import AgentId, Memory, MemoryKind, Path
from engine.row_ids import minute_of, turn_of, width_of

KINDS: tuple[MemoryKind, ...] = ("seed", "observation", "reflection", "plan", "talk", "whisper")
MET: tuple[MemoryKind, ...] = ("observation", "talk")  # what one remembers of having met somebody somewhere

N = TypeVar("N", bound=np.generic)
V = TypeVar("V")
Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Touches:
    """The ids of recalled memories, the minute of each one's last recall, and its number of recalls."""

    memories: Ids
    minutes: Ids
    times: Ids


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MindDay:
    """One day of one agent's memory: the memories made, in columns, their terms, and the recalls.

    `evidence`, `whens` and `depths` hold only the values that are set, by the memory's index in the day.
    `reflected` is the id of the day's last recall for a reflection, or 0.
    """

    ids: Ids
    kinds: NDArray[np.int8]
    importance: Ids
    sources: Ids
    texts: Sequence[str]
    abouts: Sequence[tuple[AgentId, ...]]
    places: Sequence[Path]
    evidence: Mapping[int, tuple[int, ...]]
    whens: Mapping[int, int]
    depths: Mapping[int, int]
    terms: Terms
    touches: Touches
    reflected: int


def day_of_memories(memories: Sequence[Memory], terms: Terms, touches: Touches, reflected: int) -> MindDay:
    """Build the record of one day from the memories made on it."""
    return MindDay(
        ids=np.array([each.id for each in memories], dtype=np.int64),
        kinds=np.array([KINDS.index(each.kind) for each in memories], dtype=np.int8),
        importance=np.array([each.importance for each in memories], dtype=np.int64),
        sources=np.array([each.source for each in memories], dtype=np.int64),
        texts=[each.text for each in memories],
        abouts=[each.about for each in memories],
        places=[each.place for each in memories],
        evidence={n: each.evidence for n, each in enumerate(memories) if each.evidence},
        whens={n: each.when for n, each in enumerate(memories) if each.when is not None},
        depths={n: each.depth for n, each in enumerate(memories) if each.depth},
        terms=terms,
        touches=touches,
        reflected=reflected,
    )


class Past:
    """The days of one mind, joined in order. Raises ValueError for days that do not fit together."""

    def __init__(self, agent: AgentId, days: Sequence[MindDay]) -> None:
        self._agent = agent
        self.ids = _joined([day.ids for day in days], np.int64)
        self.kinds = _joined([day.kinds for day in days], np.int8)
        self.importance = _joined([day.importance for day in days], np.int64)
        self.texts = list(chain.from_iterable(day.texts for day in days))
        self.terms = [day.terms for day in days]
        self.reflected = max((day.reflected for day in days), default=0)
        self._sources = _joined([day.sources for day in days], np.int64)
        self._abouts = list(chain.from_iterable(day.abouts for day in days))
        self._places = list(chain.from_iterable(day.places for day in days))
        starts = np.cumsum([0, *(len(day.ids) for day in days)]).tolist()
        self._evidence = _shifted([day.evidence for day in days], starts)
        self._whens = _shifted([day.whens for day in days], starts)
        self._depths = _shifted([day.depths for day in days], starts)
        for number, day in enumerate(days, 1):
            _check(number, day)
        self.touched = _minutes(self.ids)
        self.recalls = np.zeros(len(self.ids), dtype=np.int64)
        for day, known in zip(days, starts[1:], strict=True):
            self._touch(day.touches, known)

    def __len__(self) -> int:
        return len(self.texts)

    def grow(self, day: MindDay) -> None:
        """Append a day that was lived in this run, whose recalls the stream has counted already."""
        start = len(self)
        self.ids = np.concatenate((self.ids, day.ids))
        self.kinds = np.concatenate((self.kinds, day.kinds))
        self.importance = np.concatenate((self.importance, day.importance))
        self._sources = np.concatenate((self._sources, day.sources))
        self.texts.extend(day.texts)
        self._abouts.extend(day.abouts)
        self._places.extend(day.places)
        self._evidence |= _shifted([day.evidence], [start])
        self._whens |= _shifted([day.whens], [start])
        self._depths |= _shifted([day.depths], [start])

    def memory(self, at: int) -> Memory:
        """Build the memory at index `at`."""
        return Memory(
            id=int(self.ids[at]),
            agent=self._agent,
            kind=KINDS[self.kinds[at]],
            text=self.texts[at],
            importance=int(self.importance[at]),
            evidence=self._evidence.get(at, ()),
            source=int(self._sources[at]),
            about=self._abouts[at],
            place=self._places[at],
            when=self._whens.get(at),
            depth=self._depths.get(at, 0),
        )

    def lengths(self) -> NDArray[np.float64]:
        """Return the number of terms in each memory, repetitions included."""
        counts = _joined([terms.counts for terms in self.terms], np.int32)
        ends = np.cumsum(_joined([terms.many for terms in self.terms], np.int32))
        total = np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
        return np.diff(total[np.concatenate(([0], ends))]).astype(np.float64)

    def surroundings(self) -> Surroundings:
        """Return the range of memories that each is understood with: for a line, neighbours in its talk."""
        return surroundings_of(self._chained())

    def minutes(self) -> Ids:
        """Return the minute at which each memory was made."""
        return _minutes(self.ids)

    def whens(self) -> Ids:
        """Return the minute that each memory refers to (its `when`), or -1 where it refers to none."""
        whens = np.full(len(self), -1)
        whens[list(self._whens)] = list(self._whens.values())
        return whens

    def _chained(self) -> NDArray[np.bool_]:
        """Return a mask of the memories that are lines answering the memory before them."""
        talk = self.kinds == KINDS.index("talk")
        chained = np.zeros(len(self), dtype=np.bool_)
        turns = turn_of(self.ids)
        chained[1:] = talk[1:] & talk[:-1] & (turns[1:] == turns[:-1]) & (self._sources[1:] != 0)
        return chained

    def binding(self) -> Iterator[Memory]:
        """Yield the memories that may create or cancel engagements, in order.

        These are whispers, plans and seed memories with evidence, and seed memories that refer to a time.
        """
        seeds = (at for at in self._whens if self.kinds[at] == KINDS.index("seed"))
        plans = (at for at in self._evidence if self.kinds[at] in (KINDS.index("plan"), KINDS.index("seed")))
        whispers = np.flatnonzero(self.kinds == KINDS.index("whisper")).tolist()
        for at in sorted({*seeds, *plans, *whispers}):
            yield self.memory(at)

    def met(self) -> Mapping[AgentId, Path]:
        """Return the place where each other agent was last met, by the agent's id."""
        met = np.flatnonzero(np.isin(self.kinds, [KINDS.index(kind) for kind in MET])).tolist()
        return {other: self._places[at] for at in met if self._places[at] for other in self._abouts[at]}

    def _touch(self, touches: Touches, known: int) -> None:
        at = np.searchsorted(self.ids[:known], touches.memories)
        if (at >= known).any() or (self.ids[at] != touches.memories).any():
            raise ValueError("a memory was recalled that there is not")
        self.touched[at] = np.maximum(self.touched[at], touches.minutes)
        self.recalls[at] += touches.times


class Memories(Sequence[Memory]):
    """The memories of a stream, oldest first. Those of its past are built when they are read."""

    def __init__(self, past: Past | None = None) -> None:
        self._past = past
        self._made: list[Memory | None] = [None] * (len(past) if past else 0)

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, at: int) -> Memory: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Memory]: ...
    def __getitem__(self, at: int | slice) -> Memory | Sequence[Memory]:
        if isinstance(at, slice):
            numbered = zip(range(*at.indices(len(self._made))), self._made[at], strict=True)
            return [self[number] if memory is None else memory for number, memory in numbered]
        made = self._made[at]
        if made is None:
            assert self._past is not None
            made = self._made[at] = self._past.memory(at % len(self._made))
        return made

    def append(self, memory: Memory) -> None:
        """Append a memory."""
        self._made.append(memory)

    def let_go(self, day: MindDay, start: int) -> None:
        """Store a finished day, whose memories begin at index `start`, in columns again.

        A whole town's memories as separate objects would fill the process of a long run.
        """
        if not len(day.ids):
            return
        past = self._past or Past(self[start].agent, [])
        if len(past) == start:
            past.grow(day)
            self._past, self._made[: len(past)] = past, [None] * len(past)


def _joined(parts: Sequence[NDArray[N]], kind: type[N]) -> NDArray[N]:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=kind)


def _shifted(parts: Sequence[Mapping[int, V]], starts: Sequence[int]) -> dict[int, V]:
    return {
        start + at: value for part, start in zip(parts, starts, strict=False) for at, value in part.items()
    }


def _check(number: int, day: MindDay) -> None:
    """Raise ValueError if day `number` has memories or recalls of another day, or memories out of order."""
    begins, ends = minute_at(number, 0), minute_at(number + 1, 0)
    inside = _grow(day.ids, begins, ends) and minute_of(day.reflected) < ends
    touched = day.touches.minutes
    if not inside or (len(touched) and not begins <= touched.min() <= touched.max() < ends):
        raise ValueError("a day has what was made on another, or in no order")


def _grow(ids: Ids, begins: int, ends: int) -> bool:
    if not len(ids):
        return True
    first, last = _minutes(ids[[0, -1]])
    return bool(begins <= first and last < ends and (ids[1:] > ids[:-1]).all())


def _minutes(ids: Ids) -> Ids:
    """Return the minutes at which the rows with these ids of one run were made."""
    width = width_of(int(ids[-1]) if len(ids) else 0)
    return (ids - width.begin) // width.minute
