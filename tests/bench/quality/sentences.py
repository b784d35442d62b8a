"""Sentences: how often the same is said, names aside, and how much of what is said is one person's own."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache

from engine.records import AgentId
from tests.bench.quality.judging import pack_of
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
    return _share_of_one(list(_sentences(lived)))


def fact_free_by_one(lived: Lived) -> float:
    """The same of the sentences without a fact, which differ by nothing but who says them."""
    return _share_of_one(_fact_free(lived))


def fact_free(lived: Lived) -> float:
    """How many of all sentences those are."""
    return len(_fact_free(lived)) / max(1, sum(1 for _ in _sentences(lived)))


def _share_of_one(said: list[tuple[AgentId, str]]) -> float:
    by: dict[str, set[AgentId]] = defaultdict(set)
    for speaker, sentence in said:
        by[sentence].add(speaker)
    return sum(len(by[sentence]) == 1 for _, sentence in said) / max(1, len(said))


def _fact_free(lived: Lived) -> list[tuple[AgentId, str]]:
    """The sentences into which nothing was put, no name, place, time, thing or matter of the town: they stand
    so in the pack, or are a saying of who says them.
    """
    worded = _worded(lived.scenario.language)
    sayings = {
        (persona.id, sentence) for persona in lived.scenario.personas
        for saying in persona.says for sentence in _parts(saying)
    }  # fmt: skip
    return [each for each in _sentences(lived) if each[1] in worded or each in sayings]


@cache
def _worded(language: str) -> frozenset[str]:
    """All sentences that stand in a language's pack without a gap."""
    book = pack_of(language).phrases
    texts = (wording.text for frame in book.frames for wording in book.wordings(frame))
    return frozenset(sentence for text in texts for sentence in _parts(re.sub(r"\{\w+\}", _NAME, text)))


def _parts(text: str) -> Iterator[str]:
    """The sentences of a text that names nothing, as words."""
    for part in _SENTENCE.findall(text):
        if _NAME not in part and re.search(r"\w", part):
            yield " ".join(re.findall(r"\w+", part.lower()))


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
