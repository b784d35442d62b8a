"""Retrieve: memories scored by recency, importance and relevance (paper, section 4.1).

Every look-up is logged with the parts of each score; a memory that was looked up is found more easily
afterwards. The scoring itself is in the memory stream (`engine.mind.memory`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.cognition.thinker import Thinker
from engine.language.named_days import named_days
from engine.models import EMBED, Occasion, Vector
from engine.records import Memory, MemoryKind, Recall, Recalled
from engine.settings import Weights


@dataclass(frozen=True, slots=True)
class _Look:
    """The arguments of one look-up for `MemoryStream.recall`; defaults are from the settings."""

    query: str
    weights: Weights
    count: int | None = None
    kinds: Iterable[MemoryKind] | None = None
    before: int | None = None
    vector: Vector | None = None


async def retrieve(
    thinker: Thinker,
    queries: Sequence[str],
    *,
    purpose: str,
    weights: Weights,
    count: int | None = None,
    kinds: Iterable[MemoryKind] | None = None,
    before: int | None = None,
) -> tuple[Memory, ...]:
    """Return the memories that the queries recall, each once, best first; every look-up is logged.

    Raises ModelFailed if they are to be found by meaning and no embedding can be had.
    """
    vectors = await _embedded(thinker, queries, purpose)
    found: dict[int, None] = {}
    for query in queries:
        look = _Look(query, weights, count, kinds, before, vectors.get(query))
        found.update((item.memory, None) for item in _look_up(thinker, look, purpose))
    return tuple(thinker.mind.stream.get(memory) for memory in found)


def would_retrieve(
    thinker: Thinker, query: str, *, purpose: str, weights: Weights, count: int | None = None
) -> None:
    """Log a look-up like `retrieve`, but only with the embeddings that are known already."""
    stream, embedder = thinker.mind.stream, thinker.town.model.embedder_at(thinker.now)
    asked = embedder.asked(query) if embedder else query
    known = embedder.known([asked, *stream.lacking(embedder.id)]) if embedder else {}
    stream.place(known)
    _look_up(thinker, _Look(query, weights, count, vector=known.get(asked)), purpose)


def _look_up(thinker: Thinker, look: _Look, purpose: str) -> tuple[Recalled, ...]:
    settings, scenario = thinker.town.settings, thinker.town.scenario
    items = thinker.mind.stream.recall(
        look.query,
        now=thinker.now,
        weights=look.weights,
        decay=settings.decay,
        count=look.count or settings.retrieve,
        newest=settings.newest if look.kinds is None else 0,
        vector=look.vector,
        kinds=look.kinds,
        before=look.before,
        days=named_days(scenario.language, look.query, thinker.now, scenario.starts),
    )
    if items:
        thinker.rows.add(
            Recall(
                id=thinker.rows.next_id(),
                agent=thinker.id,
                purpose=purpose,
                query=look.query,
                items=tuple(items),
            )
        )
    return tuple(items)


async def _embedded(thinker: Thinker, queries: Sequence[str], purpose: str) -> Mapping[str, Vector]:
    """Return the vectors of queries, after embedding every memory; empty if memories are found by words."""
    embedder = thinker.town.model.embedder_at(thinker.now)
    if embedder is None:
        return {}
    stream = thinker.mind.stream
    occasion = Occasion(
        agent=thinker.id, minute=thinker.now, purpose=EMBED, off_the_record=purpose == "interview"
    )
    asked = {query: embedder.asked(query) for query in queries}
    vectors = await embedder.vectors([*asked.values(), *stream.lacking(embedder.id)], occasion)
    stream.place(vectors)
    return {query: vectors[text] for query, text in asked.items() if text in vectors}
