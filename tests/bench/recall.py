"""Whether the right thing comes to mind: how much of a probe's evidence is among the first ten memories.

Ten are found at most, so of more evidence ten count as all of it. Measured are the formula as it was before
the words of a talk and the days of a question counted, the paper's weights, and what is set now; by words
alone and with vectors. The vectors are a stand-in that any machine can make: a word is what it stands
together with.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.api.workspace import open_workspace
from engine.language.named_days import named_days
from engine.mind.memory import MemoryStream, _min_max, _top
from engine.settings import PAPER, Cognition, Weights
from tests.probing import PURPOSES, Probe, evidence, towns

TOP, DECAY, SIZE = 10, 0.995, 256
EARLIER = {"interview": Weights(recency=0.15, importance=0.5)}
EARLIER |= dict.fromkeys(PURPOSES[1:], Weights(recency=0.5, importance=0.5))
TRIED = [
    Weights(recency=recency, importance=importance)
    for recency in (0, 0.05, 0.1, 0.2, 0.5)
    for importance in (0, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
]


@dataclass(frozen=True)
class Asked:
    """A probe, at its moment, and all that its person remembers."""

    town: str
    probe: Probe
    now: int
    days: tuple[tuple[int, int], ...]
    stream: MemoryStream
    answers: frozenset[int]
    vector: np.ndarray

    def share(self, found: Iterable[int]) -> float:
        """How much of the evidence was found."""
        return len(self.answers & set(found)) / min(TOP, len(self.answers))


Way = Callable[[Asked], Iterable[int]]


def recall() -> None:
    """Print the table; and which probes have no evidence any more."""
    with tempfile.TemporaryDirectory() as folder, open_workspace(Path(folder) / "ws") as workspace:
        asked = [each for town in towns() for each in _asked(town, town.live(workspace))]
    for each in asked:
        if not each.answers:
            probe = each.probe
            print(f"  no evidence any more: {each.town}, {probe.who} ({probe.purpose}): {probe.asks}")
    asked = [each for each in asked if each.answers]
    print(f"  {len(asked)} probes, evidence among the first {TOP}")
    print(f"  {'':34}" + "".join(f"{name:>11}" for name in (*PURPOSES, "all", "dated", "en", "zh")))
    for vectors in (False, True):
        words = "words and vectors" if vectors else "words"
        _row(f"{words}: before", asked, before(vectors))
        _row(f"{words}: the paper's weights", asked, now(vectors, lambda _: PAPER))
        _row(f"{words}: now", asked, now(vectors, weights_of))
    _validate(asked)


def before(vectors: bool) -> Way:
    """The formula as it was: words with a share of the line before and after; the mean of that and the
    cosine.
    """

    def found(asked: Asked) -> list[int]:
        stream, weights = asked.stream, EARLIER[asked.probe.purpose]
        relevance = _min_max(_spread(stream, _bm25(stream, asked.probe.asks)))
        if vectors:
            relevance = (relevance + _min_max(stream._cosine(asked.vector))) / 2
        if stream._forgetting:
            relevance = relevance * stream._strength(asked.now)
        recency = _min_max(stream._recency(asked.now, DECAY))
        importance = _min_max(np.array(stream._importance))
        score = weights.recency * recency + weights.importance * importance + relevance
        return [stream.memories[at].id for at in _top(score, TOP)]

    return found


def now(vectors: bool, weights: Callable[[Asked], Weights]) -> Way:
    """As it is."""

    def found(asked: Asked) -> list[int]:
        items = asked.stream.recall(
            asked.probe.asks, now=asked.now, weights=weights(asked), decay=DECAY, count=TOP, days=asked.days,
            vector=asked.vector if vectors else None,
        )  # fmt: skip
        return [item.memory for item in items]

    return found


def weights_of(asked: Asked) -> Weights:
    """What is set for the purpose of a probe."""
    settings = Cognition()
    return {
        "interview": settings.interviewing,
        "acting": settings.acting,
        "talking": settings.talking,
        "planning": settings.planning_weights,
    }[asked.probe.purpose]


def _asked(town, run) -> list[Asked]:
    scenario, told = run.scenario, list(town.streams(run))
    meanings = Meanings(stream for _, _, stream in told)
    for stream in {id(stream): stream for _, _, stream in told}.values():
        stream.lacking("stand-in")
        stream.place({memory.text: meanings.vector(stream, memory.text) for memory in stream.memories})
    return [
        Asked(
            town=town.town,
            probe=probe,
            now=at,
            days=named_days(scenario.language, probe.asks, at, scenario.starts),
            stream=stream,
            answers=evidence(probe, stream),
            vector=meanings.vector(stream, probe.asks),
        )
        for probe, at, stream in told
    ]


def _row(what: str, asked: Sequence[Asked], way: Way) -> None:
    shares = defaultdict(list)
    for each in asked:
        share = each.share(way(each))
        language = "zh" if each.town == "liuwan" else "en"
        for group in (each.probe.purpose, "all", language, *(["dated"] if each.days else [])):
            shares[group].append(share)
    groups = (*PURPOSES, "all", "dated", "en", "zh")
    print(f"  {what:34}" + "".join(f"{np.mean(shares[group]):>11.1%}" for group in groups))


def _validate(asked: Sequence[Asked]) -> None:
    """Choose the weights on half of the towns, and look what they do in the other half; and the reverse."""
    names = sorted({each.town for each in asked})
    halves = [[each for each in asked if (each.town in names[::2]) is side] for side in (True, False)]
    print("  weights (recency, importance) chosen on half of the towns, and what they find in the other:")
    for purpose in PURPOSES:
        shares = [_tried([each for each in half if each.probe.purpose == purpose]) for half in halves]
        said = []
        for here, there in ((0, 1), (1, 0)):
            best = int(np.argmax(shares[here].mean(axis=1)))
            said.append(
                f"({TRIED[best].recency:g}, {TRIED[best].importance:g}) {shares[there][best].mean():.1%}"
            )
        print(f"  {purpose:12} {said[0]:>24} {said[1]:>24}")


def _tried(asked: Sequence[Asked]) -> np.ndarray:
    ways = [now(False, lambda _, weights=weights: weights) for weights in TRIED]
    return np.array([[each.share(way(each)) for each in asked] for way in ways])


def _bm25(stream: MemoryStream, query: str) -> np.ndarray:
    total, lengths = len(stream), np.array(stream._length)
    scores = np.zeros(total)
    for term in stream.lexicon.asked(query):
        found = stream._index.find(term)
        if found is not None:
            at, count = found
            rarity = np.log1p((total - len(at) + 0.5) / (len(at) + 0.5))
            scores[at] += rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * lengths[at] / lengths.mean()))
    return scores


def _spread(stream: MemoryStream, scores: np.ndarray) -> np.ndarray:
    answers = (np.array(stream._first) < np.arange(len(scores)))[1:]
    spread = scores.copy()
    spread[1:] += 0.5 * scores[:-1] * answers
    spread[:-1] += 0.25 * scores[1:] * answers
    return spread


class Meanings:
    """Vectors of texts: each word is a direction of its own and, fainter, those of the words that it stands
    together with in a town.
    """

    def __init__(self, streams: Iterable[MemoryStream]) -> None:
        self._own: dict[str, np.ndarray] = {}
        self._beside: dict[str, np.ndarray] = defaultdict(lambda: np.zeros(SIZE))
        self._held: dict[str, int] = defaultdict(int)
        seen: set[str] = set()
        for stream in streams:
            for text in {memory.text for memory in stream.memories} - seen:
                seen.add(text)
                terms = sorted(stream.lexicon.terms(text))
                together = sum((self._direction(term) for term in terms), np.zeros(SIZE))
                for term in terms:
                    self._beside[term] += together - self._direction(term)
                    self._held[term] += 1
        self._texts = len(seen)

    def vector(self, stream: MemoryStream, text: str) -> np.ndarray:
        """The vector of a text; nothing is near to one without words."""
        whole = sum((self._meaning(term) for term in sorted(stream.lexicon.terms(text))), np.zeros(SIZE))
        length = float(np.linalg.norm(whole))
        return (whole / length if length else whole).astype(np.float32)

    def _meaning(self, term: str) -> np.ndarray:
        beside = self._beside.get(term, np.zeros(SIZE))
        length = float(np.linalg.norm(beside))
        rarity = np.log1p(self._texts / (1 + self._held.get(term, 0)))
        return rarity * (self._direction(term) + (0.2 * beside / length if length else beside))

    def _direction(self, term: str) -> np.ndarray:
        if term not in self._own:
            seed = int.from_bytes(hashlib.sha256(term.encode()).digest()[:8], "big")
            draw = np.random.default_rng(seed).normal(size=SIZE)
            self._own[term] = draw / np.linalg.norm(draw)
        return self._own[term]
