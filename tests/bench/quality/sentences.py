"""Sentences: how often the same is said, names aside, and how much of what is said is one person's own."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from engine.records import AgentId
from tests.bench.quality.lived import Lived

OFTEN = 3  # times within the days of a town: then a reader knows it
_SENTENCE = re.compile(r"[^.!?…。！？]+[.!?…。！？]*[”\"』」’]?")
_NAME = "@"


def said_often(lived: Lived) -> float:
    """The share of all sentences, by sentence and not by line, that are said so often."""
    times = Counter(sentence for _, sentence in _sentences(lived))
    return sum(count for count in times.values() if count >= OFTEN) / max(1, times.total())


def said_by_one(lived: Lived) -> float:
    """The share of all sentences that are said by nobody else."""
    said = list(_sentences(lived))
    by: dict[str, set[AgentId]] = defaultdict(set)
    for speaker, sentence in said:
        by[sentence].add(speaker)
    return sum(len(by[sentence]) == 1 for _, sentence in said) / max(1, len(said))


def _sentences(lived: Lived) -> Iterator[tuple[AgentId, str]]:
    """Every sentence that was said, with its speaker: its words, all names masked; not one that only calls
    somebody.
    """
    called = {word for name in lived.run.town.cast.known_as.values() for word in (name.full, name.called)}
    names = re.compile("|".join(map(re.escape, sorted(called, key=len, reverse=True))))
    for line in lived.lines:
        for part in _SENTENCE.findall(line.text):
            sentence = " ".join(re.findall(rf"\w+|{_NAME}", names.sub(_NAME, part).lower()))
            if re.search(r"\w", sentence):
                yield line.speaker, sentence
