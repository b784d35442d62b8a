"""The straightforward loop of the published formula, and a stream to try it on."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from engine.language.lexicon import Lexicon
from engine.mind.memory import MemoryStream
from engine.records import Memory
from engine.row_ids import row_id
from engine.settings import PAPER

DECAY, NOW, TOP, SIZE = 0.995, 20_000, 30, 384
WORDS = ["café", "quay", "lantern", "boat", "letter", "market", "school", "garden", "bread", "rain"]


@dataclass
class Crowded:
    """A stream, and the one recall that is timed."""

    stream: MemoryStream

    @property
    def memories(self):
        return self.stream.memories

    def recall_of(self, query):
        return self.stream.recall(
            "", now=NOW, weights=PAPER, decay=DECAY, count=TOP, vector=query, by="vectors"
        )


def crowded_stream(count):
    """A stream of so many memories with unit vectors; all of it, the vectors, and a query vector."""
    draw, numbers = random.Random(1), np.random.default_rng(1)
    vectors = numbers.normal(size=(count, SIZE)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    stream = MemoryStream(Lexicon("en"))
    minutes = sorted(draw.randrange(NOW) for _ in range(count))
    for n, minute in enumerate(minutes):
        text = " ".join(draw.choices(WORDS, k=10))
        memory = Memory(
            id=row_id(minute, 1 + n // 9_000, n % 9_000),
            agent="a",
            kind="observation",
            text=text,
            importance=draw.randint(1, 10),
        )
        stream.add(memory, vectors[n])
    query = numbers.normal(size=SIZE).astype(np.float32)
    return Crowded(stream), vectors, query / np.linalg.norm(query)


def talkative_stream(count):
    """A stream of so many memories, a half of them lines of talks of eight lines, in a language of two
    thousand words, some of which are said far more often than others.
    """
    draw, stream, minute = random.Random(1), MemoryStream(Lexicon("en")), 0
    words = [f"word{n}" for n in range(2_000)]
    often = [1 / (n + 10) for n in range(2_000)]
    while len(stream) < count:
        minute += 2
        lines = 8 if draw.random() < 0.1 else 1
        for n in range(lines):
            text = " ".join(draw.choices(words, often, k=15))
            kind = "talk" if lines > 1 else "observation"
            row = Memory(id=row_id(minute, 1, n), agent="a", kind=kind, text=text, importance=1, source=1)
            stream.add(row, follows=n > 0)
    return stream


def by_loop(memories, vectors, query):
    """Recency, importance and relevance as lists, min-max scaled one by one, summed, sorted (paper, 4.1)."""
    recency = [DECAY ** ((NOW - memory.minute) / 60) for memory in memories]
    importance = [float(memory.importance) for memory in memories]
    relevance = [sum(a * b for a, b in zip(row, query, strict=True)) for row in vectors]
    parts = [scaled(recency), scaled(importance), scaled(relevance)]
    total = [sum(part[i] for part in parts) for i in range(len(memories))]
    order = sorted(range(len(memories)), key=lambda i: (-total[i], -i))
    return [memories[i].id for i in order[:TOP]]


def scaled(values):
    """Min-max, one value at a time."""
    low, high = min(values), max(values)
    return [(value - low) / (high - low) for value in values]
